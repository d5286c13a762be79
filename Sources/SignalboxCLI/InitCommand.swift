internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox init`.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Writes a project to begin with: its scenarios pass at once.",
    usage: "signalbox init [FOLDER]",
    discussion: """
      Files that exist are left as they are. With --ci a workflow for GitHub's actions is written as
      well.
      """)

  @Flag(help: "Write a workflow for CI as well.")
  var ci = false

  @Argument(help: "Where the project is; the current folder unless told otherwise.")
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
