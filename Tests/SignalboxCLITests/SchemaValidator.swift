import Foundation

/// The validator for the JSON Schemas in `docs/reference/schemas`, which is from another project.
enum SchemaValidator {
  /// Runs a script that validates files, and waits until it ends.
  ///
  /// - Parameters:
  ///   - script: The name of the script in `Tests/SignalboxScenariosTests/Readers`.
  ///   - arguments: The arguments after the folder of the schemas.
  ///   - folder: The folder of the files.
  static func run(_ script: String, _ arguments: [String], in folder: URL) throws -> Tool.Result {
    let root = DocumentationTests.root
    let process = Process()
    let output = Pipe.closedOnExec()
    process.executableURL = root.appending(path: ".build/python/readers/bin/python")
    process.arguments =
      [
        "-X", "utf8", root.appending(path: "Tests/SignalboxScenariosTests/Readers/\(script)").path,
        root.appending(path: "docs/reference/schemas").path,
      ] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Tool.Result(String(decoding: text, as: UTF8.self), code: process.terminationStatus)
  }
}
