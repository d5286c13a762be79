internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox init`.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Creates a project with an application and passing scenarios.",
    usage: "signalbox init [FOLDER]",
    discussion: """
      Existing files are kept.

      EXAMPLE:
        signalbox init shop --ci
      """)

  @Flag(help: "Write a workflow for GitHub Actions too.")
  var ci = false

  @Argument(help: "The folder of the project.")
  var folder = "."

  func run() throws {
    Host.end { () throws(ScriptError) in
      let output = OutputFile(OutputFile.output)
      let files = ProjectTemplate.files + (ci ? [ProjectTemplate.workflow] : [])
      for (name, text) in files {
        let path = folder == "." ? name : "\(folder)/\(name)"
        if FilePath.isFile(path) {
          output.write("kept \(path), which exists\n")
          continue
        }
        do throws(ScriptError) {
          try WrittenFile.write(text, to: name, below: folder)
        } catch {
          throw ScriptError(.module, "init: \(error.message)")
        }
        output.write("wrote \(path)\n")
      }
      let way = folder == "." ? "" : "cd \(folder); "
      output.write("Try it: \(way)signalbox test; signalbox repl app.lua\n")
      output.flush()
      return .success
    }
  }
}
