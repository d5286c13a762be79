import ArgumentParser
import Foundation
import SignalboxProtocol
import SignalboxREPL
import SignalboxScenarios
import SignalboxScripting
import Testing

@testable import SignalboxCLI

/// Tests the files that an attached prompt reads and writes.
@Suite struct RemoteFilesTests {
  private func files() throws -> RemoteFiles {
    let options = try PluginOptions.parse([])
    return RemoteFiles(
      PromptHost(
        Project(withoutFile: options), options, try Limits.parse([]), SourceCache(), flush: {}))
  }

  private func file(
    _ path: String, _ mode: FileWriteMethod.Mode, _ text: String
  ) -> FileWriteMethod.Params { FileWriteMethod.Params(path: path, mode: mode, text: text) }

  @Test func `a host writes only the files that the input of the client names`() throws {
    let tool = try Tool(["mine.txt": "mine"])
    defer { tool.remove() }
    let (path, other) = (tool.folder.path + "/a.scenario.lua", tool.folder.path + "/mine.txt")
    let files = try files()
    #expect(throws: ScriptError.self) { try files.write(file(path, .create, "x")) }
    #expect(try files.begin(".save \(path)") == nil)
    #expect(throws: ScriptError.self) { try files.write(file(other, .replace, "x")) }
    #expect(throws: ScriptError.self) { try files.write(file(path, .replace, "x")) }
    #expect(throws: ScriptError.self) { try files.write(file(path, .append, "x")) }
    try files.write(file(path, .create, "first"))
    #expect(throws: ScriptError.self) { try files.write(file(path, .create, "second")) }
    _ = try files.begin("x = 1")
    #expect(throws: ScriptError.self) { try files.write(file(path, .replace, "third")) }
    _ = try files.begin(".save \(path)!")
    try files.write(file(path, .replace, "fourth"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "fourth")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
  }

  @Test
  func `a recording by a client is written line by line, starting after the input that began it`()
    throws
  {
    let tool = try Tool([:])
    defer { tool.remove() }
    let path = tool.folder.path + "/a.jsonl"
    let files = try files()
    _ = try files.begin(".record \(path)")
    try files.write(file(path, .create, ""))
    _ = try files.begin("app:back()")
    try files.write(file(path, .append, "{}\n"))
    try files.write(file(path, .append, "[]\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n[]\n")
  }

  @Test func `a recording at a client ends when the host closes it`() throws {
    let tool = try Tool([:])
    defer { tool.remove() }
    let path = tool.folder.path + "/a.jsonl"
    let files = try files()
    _ = try files.begin(".record \(path)")
    try files.write(file(path, .create, ""))
    try files.write(file(path, .append, "{}\n"))
    try files.write(file(path, .close, ""))
    #expect(throws: ScriptError.self) { try files.write(file(path, .append, "[]\n")) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n")
  }

  #if os(Linux)
    @Test func `a recording that the client cannot write is reported once`() throws {
      let files = try files()
      _ = try files.begin(".record /dev/full!")
      try files.write(file("/dev/full", .replace, ""))
      var messages: [String] = []
      for _ in 0..<3 {
        do throws(ScriptError) {
          try files.write(file("/dev/full", .append, "{}\n"))
        } catch {
          messages.append(error.message)
        }
      }
      #expect(messages == ["cannot write /dev/full: no space left on device"])
      try files.write(file("/dev/full", .close, ""))
      #expect(throws: ScriptError.self) { try files.write(file("/dev/full", .append, "{}\n")) }
    }
  #endif

  @Test func `a client sends the file that a command reads together with the command`() throws {
    let tool = try Tool(["a.lua": "x = 1"])
    defer { tool.remove() }
    let path = tool.folder.path + "/a.lua"
    let files = try files()
    let expected = [ScriptEvaluateMethod.File(path: path, text: "x = 1")]
    #expect(try files.begin(".load \(path) ") == expected)
    #expect(try files.begin(".replay \(path)") == expected)
    #expect(try files.begin("load(path)") == nil)
    #expect(throws: ScriptError.self) { try files.begin(".load /nowhere/a.lua") }
  }
}
