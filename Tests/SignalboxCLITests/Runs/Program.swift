import Foundation

/// Another program that a test requires, found in the same way as by a shell.
struct Program {
  let folder: URL

  /// Runs the program and waits until it ends.
  ///
  /// - Returns: The standard output and the exit code.
  @discardableResult
  func run(_ words: String..., environment: [String: String] = [:]) throws -> Tool.Result {
    let process = Process()
    let output = Pipe.closedOnExec()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Tool.Result(String(decoding: text, as: UTF8.self), code: process.terminationStatus)
  }
}
