import Foundation

extension Tool {
  /// Runs the tool with no more than so many bytes for its heap and everything else that is private to
  /// it: where it asks for more it ends by a signal.
  func run(within bytes: Int, _ arguments: [String], input: String = "") throws -> Result {
    let shell = #"ulimit -d "$0" && exec "$@""#
    return try run(
      ["-c", shell, "\(bytes / 1024)", try Self.path().path] + arguments, input: input,
      program: URL(fileURLWithPath: "/bin/sh"))
  }
}
