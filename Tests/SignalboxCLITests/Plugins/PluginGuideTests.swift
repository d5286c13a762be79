import Foundation
import Testing

/// Follows the plugin guide as a reader would, from the first line to the last.
struct PluginGuideTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The blocks of a page: their language and text.
  private static func blocks(of page: String) throws -> [(language: String, text: String)] {
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    return text.matches(of: /(?s)```(\w+)\n(.*?)```\n/).map {
      (String($0.output.1), String($0.output.2))
    }
  }

  /// A block of Lua is a file with the name in its first line. The output of a block of commands is
  /// in the text block that follows.
  @Test func `following the plugin guide leads to the documented results`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    var commandCount = 0
    let blocks = try Self.blocks(of: "docs/plugins.md")
    for (block, next) in zip(blocks, blocks.dropFirst() + [("", "")]) {
      switch block.language {
      case "lua":
        let name = block.text.prefix { $0 != "\n" }.drop { "-# ".contains($0) }
        try tool.write(block.text, to: String(name))
      case "sh":
        let result = try tool.shell(block.text)
        #expect(next.0 == "text")
        #expect(result.errors + result.output == next.1)
        commandCount += 1
      default: break
      }
    }
    #expect(commandCount == 9)
  }

  @Test func `the example project with a plugin runs, and its scenarios pass`() throws {
    let folder = Self.root.appending(path: "examples/plugin")
    let tool = try Tool()
    defer { tool.remove() }
    for path in try #require(FileManager.default.subpaths(atPath: folder.path)).sorted() {
      let file = folder.appending(path: path)
      let values = try file.resourceValues(forKeys: [.isRegularFileKey])
      guard values.isRegularFile == true else { continue }
      try tool.write(try String(contentsOf: file, encoding: .utf8), to: path)
    }

    let expected = try String(contentsOf: folder.appending(path: "tour.out"), encoding: .utf8)
    #expect(try tool.run("run", "tour.lua") == Tool.Result(expected))
    let test = try tool.run("test")
    #expect(test.output.hasPrefix(" 3 passed   3 of 3 scenarios"))
    #expect(test == Tool.Result(test.output))
    let prompt = try tool.run(
      "repl", "app.lua",
      input: "app:launch()\napp.top.router:navigate(\"product\", { id = 1 })\n.crumbs /\n")
    #expect(prompt.output.hasSuffix("catalog/product\n"))
  }
}

extension Tool {
  /// Writes a file to the working directory of the tool.
  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Runs shell commands. In the commands, `signalbox` is the tool under test.
  func shell(_ commands: String) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", commands]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": try Self.path().deletingLastPathComponent().path + ":/usr/bin:/bin",
      "XDG_CONFIG_HOME": folder.appending(path: ".config").path,
    ].merging(Self.sanitizerOptions) { own, _ in own }
    let (output, errors) = (Pipe.closedOnExec(), Pipe.closedOnExec())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let reported = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      String(decoding: printed, as: UTF8.self), errors: String(decoding: reported, as: UTF8.self),
      code: process.terminationStatus)
  }
}
