import Foundation
import TerminalDriver
import Testing

/// Runs the built program with lines of keys on its standard input.
struct Program {
  struct Result: Equatable {
    var output: String
    var errors = ""
    var code: Int32 = 0
  }

  /// The folder of this package.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func run(_ arguments: [String], keys: String) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try ["keys", "output", "errors"].map { name in
      let file = folder.appending(path: name)
      try Data((name == "keys" ? keys : "").utf8).write(to: file)
      return try FileHandle(forUpdating: file)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let words = arguments.map(Tmux.quoted).joined(separator: " ")
    process.arguments = ["-c", "exec \(try Tmux.program("terminal-app")) \(words)"]
    process.standardInput = files[0]
    process.standardOutput = files[1]
    process.standardError = files[2]
    try process.run()
    process.waitUntilExit()
    let texts = try ["output", "errors"].map { name in
      String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
    return Result(output: texts[0], errors: texts[1], code: process.terminationStatus)
  }
}
