import Foundation

extension Tool {
  /// Runs the tool with a maximum size for its heap and all other private memory. If the tool
  /// requests more memory, a signal ends it.
  func run(within bytes: Int, _ arguments: [String], input: String = "") throws -> Result {
    let shell = #"ulimit -d "$0" && exec "$@""#
    return try run(
      ["-c", shell, "\(bytes / 1024)", try Self.path().path] + arguments, input: input,
      program: URL(fileURLWithPath: "/bin/sh"))
  }
}
