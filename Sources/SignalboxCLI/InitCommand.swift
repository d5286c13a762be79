internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The `signalbox init` command.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Creates a project with an application and passing scenarios.",
    usage: "signalbox init [FOLDER] [--ci SERVICE]",
    discussion: """
      Keeps existing files. Leaves out the scenarios if you have your own app.lua.
      The definitions for editors contain the names of the project's routes;
      signalbox lua-types --watch keeps them current. The workflow that --ci writes
      installs this release of signalbox, verifies the release's checksum and runs
      the scenarios.

      EXAMPLES:
        signalbox init shop
        signalbox init shop --ci github
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    name: .customLong("ci"),
    help: ArgumentHelp("Also write a workflow for this CI service.", valueName: "service"))
  var service: CIService?

  @Argument(help: "The project folder.", completion: .directory)
  var folder = "."

  func validate() throws { try root.rejectCode(with: Self.self) }

  func run() throws {
    Host.end { () throws(ScriptError) in
      let output = OutputFile(OutputFile.output)
      let files: [(String, String?)] =
        ProjectTemplate.files + (service.map { [($0.path, $0.workflow)] } ?? [])
      for (name, text) in files {
        let path = folder == "." ? name : "\(folder)/\(name)"
        if FilePath.isFile(path) {
          output.write("kept \(path), which already exists\n")
          continue
        }
        if name == ProjectTemplate.scenarios, try hasOwnApplication() {
          output.write("left out \(path), which tests another \(ProjectTemplate.application)\n")
          continue
        }
        do throws(ScriptError) {
          let contents = if let text { text } else { try definitions() }
          try WrittenFile.write(contents, to: name, below: folder)
        } catch {
          throw ScriptError(.module, "init: \(error.message)")
        }
        output.write("wrote \(path)\n")
      }
      if let service, service.workflow.contains(Version.unknownOwner) {
        output.write(
          "Replace \(Version.unknownOwner) in \(service.path) with the owner of the repository "
            + "that contains the releases; this build does not know the owner.\n")
      }
      let way = folder == "." ? "" : "cd \(folder); "
      output.print("Try it: \(way)signalbox test; signalbox repl app.lua\n")
      return .success
    }
  }

  /// Returns whether the project has its own application, which the scenarios of the template do
  /// not test.
  private func hasOwnApplication() throws(ScriptError) -> Bool {
    try ScriptFile.readIfThere("\(folder)/\(ProjectTemplate.application)")
      != Array(ProjectTemplate.applicationText.utf8)
  }

  /// Returns the definitions for editors, with the names that the files of the project declare.
  private func definitions() throws(ScriptError) -> String {
    let origin = FilePath.resolved(".")
    if chdir(folder) != 0 { throw ScriptError(.module, "cannot use \(folder)") }
    defer { if let origin { _ = chdir(origin) } }
    let definitions = WrittenDefinitions(
      of: [ProjectTemplate.application, "."], to: nil,
      LintCommand.linter(root.limits, try Project(root.plugins)))
    return try definitions.text()
  }
}
