import Foundation
import SignalboxScenarios
import SignalboxScripting
import Testing

struct ScenarioReferenceTests {
  @Test func `the reference page about scenarios matches the sources`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/reference.md")
    let text = ScriptReference.page(with: [ScenarioReference.supplement])
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(text.utf8).write(to: page)
    }

    #expect(try String(contentsOf: page, encoding: .utf8) == text)
  }

  @Test func `the editor definitions for scenarios are valid Lua`() throws {
    let definitions = ScriptReference.editorDefinitions(with: [ScenarioReference.supplement])
    let session = try ScriptSession()
    try session.run(Array(definitions.utf8), name: "signalbox.d.lua")
    #expect(definitions.contains("\nfunction App:expect(expected) end\n"))
    #expect(definitions.contains("\n---@type table<string, string>\nenv = nil\n"))
    #expect(
      definitions.contains(
        "\n---@return fun(resource: signalbox.ResourceTable): fun(): any\nfunction resource("))
    #expect(definitions.contains("\n---@field modal? (signalbox.ScreenName|table|function)[] "))
  }

  @Test func `all functions and methods for scenarios have descriptions`() throws {
    let names = ScenarioReference.supplement.names
    for word in names.globals {
      #expect(ScenarioFixture().rejection(of: "assert(\(word))") == "no error")
    }
    let listed = try ScenarioFixture().failures(of: "app:nothing()")
    for method in names.methods {
      let failures = try ScenarioFixture().failures(of: "assert(app.\(method))")
      #expect(failures == [], "\(method) \(listed)")
    }
    #expect(
      names.globals == [
        "scenario", "suite", "resource", "each", "env", "match", "always", "never", "reachable",
        "fromEverywhere", "within", "explore", "any", "count",
      ])
    #expect(
      names.methods == [
        "expect", "softExpect", "eventually", "skip", "step", "snapshot", "run", "holds",
      ])
  }
}
