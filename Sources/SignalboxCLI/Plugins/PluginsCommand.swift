internal import ArgumentParser
internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox plugin`.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Looks at plugins, or begins a new one.",
    usage: "signalbox plugin list|info|new [OPTIONS]",
    subcommands: [List.self, Info.self, New.self])

  @ParentCommand var root: SignalboxCommand

  /// `signalbox plugin list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the plugins that there are, and runs no code of theirs.",
      usage: "signalbox plugin list [OPTIONS]")

    @ParentCommand var parent: PluginsCommand
    @OptionGroup var plugins: PluginOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let options = plugins.merged(with: parent.root.plugins)
      Host.end { () throws(ScriptError) in
        let list = PluginList(try Project(options).plugins(SourceCache()))
        let output = OutputFile(OutputFile.output)
        output.write(json ? list.json : list.text)
        output.flush()
        return list.isSound ? .success : .failed
      }
    }
  }

  /// `signalbox plugin info NAME`.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "info", abstract: "Sets up one plugin, and tells all about it.",
      usage: "signalbox plugin info [OPTIONS] NAME")

    @ParentCommand var parent: PluginsCommand
    @OptionGroup var plugins: PluginOptions

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(help: "The plugin.")
    var name: String

    func run() throws {
      let options = plugins.merged(with: parent.root.plugins)
      Host.end(watching: "a plugin") { () throws(ScriptError) in
        let desk = try PluginContext(Project(options), parent.root.limits)
        do throws(ScriptError) {
          try desk.session.plugins.load(name)
        } catch {
          // A plugin that there is tells of its rejection below.
          guard desk.session.plugins.plugin(named: name) != nil else { throw error }
        }
        guard let plugin = desk.session.plugins.plugin(named: name) else { return .failed }
        desk.write(json ? desk.json(of: plugin) : desk.page(of: plugin))
        return plugin.rejection == nil ? .success : .failed
      }
    }
  }

  /// `signalbox plugin new NAME`.
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Writes a plugin to begin with: it loads, and its scenario passes.",
      usage: "signalbox plugin new [OPTIONS] NAME")

    @ParentCommand var parent: PluginsCommand
    @OptionGroup var plugins: PluginOptions

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(help: "What it is called: letters, digits, - and _.")
    var name: String

    func run() throws {
      let options = plugins.merged(with: parent.root.plugins)
      Host.end { () throws(ScriptError) in
        let project = try Project(options)
        let files = try PluginTemplate(name).write(in: project)
        let output = OutputFile(OutputFile.output)
        if json {
          output.write(NavigationValue.line(["files": files]))
        } else {
          for file in files { output.write("wrote \(file)\n") }
          output.write("Try it: signalbox test \(project.path(of: "plugins/\(name)"))\n")
        }
        output.flush()
        return .success
      }
    }
  }
}
