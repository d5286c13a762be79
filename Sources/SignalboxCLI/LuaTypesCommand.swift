internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox lua-types` command.
struct LuaTypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lua-types", abstract: "Prints definitions for lua-language-server.",
    discussion: """
      With the definitions, editors complete and check scripts. Write the output to
      a folder, and add the folder to .luarc.json:

        { "workspace.library": [".signalbox/library"] }

      EXAMPLE:
        mkdir -p .signalbox/library
        signalbox lua-types > .signalbox/library/signalbox.d.lua
      """)

  func run() {
    let output = OutputFile(OutputFile.output)
    output.print(
      ScriptReference.editorDefinitions(with: [
        ScenarioReference.supplement, ProjectFile.supplement,
      ]))
  }
}
