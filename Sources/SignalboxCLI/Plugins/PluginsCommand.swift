internal import ArgumentParser
internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox plugin` command.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Inspects and creates plugins.",
    usage: "signalbox plugin list|info|new [OPTIONS]",
    discussion: """
      EXAMPLES:
        signalbox plugin list
        signalbox plugin info steps
        signalbox plugin new todo
      """,
    subcommands: [List.self, Info.self, New.self])

  @ParentCommand var root: SignalboxCommand

  /// The `signalbox plugin list` command.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the plugins of the project and the bundled plugins without loading them.",
      usage: "signalbox plugin list [OPTIONS]",
      discussion: """
        EXAMPLE:
          signalbox plugin list --json

        EXIT CODES:
          0    all plugins can be loaded
          1    a plugin is rejected
          2    signalbox.lua is malformed or cannot be read
          64   the command line is invalid
        """)

    @ParentCommand var parent: PluginsCommand
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws { try parent.root.rejectCode(with: Self.self) }

    func run() throws {
      let options = plugins.merged(with: parent.root.plugins)
      Host.end { () throws(ScriptError) in
        let list = PluginList(try Project(options).plugins(SourceCache()))
        let output = OutputFile(OutputFile.output)
        output.print(json ? list.json : list.text)
        return list.isSound ? .success : .failed
      }
    }
  }

  /// The `signalbox plugin info` command.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "info", abstract: "Loads a plugin and describes it.",
      usage: "signalbox plugin info [OPTIONS] NAME",
      discussion: """
        EXAMPLE:
          signalbox plugin info steps
        """)

    @ParentCommand var parent: PluginsCommand
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(help: "The name of the plugin.", completion: CompletionSource.plugins)
    var name: String

    func validate() throws { try parent.root.rejectCode(with: Self.self) }

    func run() throws {
      let options = plugins.merged(with: parent.root.plugins)
      Host.end(watching: "a plugin") { () throws(ScriptError) in
        let context = try PluginContext(Project(options), parent.root.limits)
        do throws(ScriptError) {
          try context.session.plugins.load(name)
        } catch {
          // If the plugin exists, the following output contains its rejection.
          guard context.session.plugins.plugin(named: name) != nil else { throw error }
        }
        guard let plugin = context.session.plugins.plugin(named: name) else { return .failed }
        context.write(json ? context.json(of: plugin) : context.page(of: plugin))
        return plugin.rejection == nil ? .success : .failed
      }
    }
  }

  /// The `signalbox plugin new` command.
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Creates a plugin with a passing scenario.",
      usage: "signalbox plugin new [OPTIONS] NAME",
      discussion: """
        EXAMPLE:
          signalbox plugin new todo && signalbox test plugins/todo
        """)

    @ParentCommand var parent: PluginsCommand
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(help: "The name: a letter, then letters, digits, - and _.")
    var name: String

    func validate() throws { try parent.root.rejectCode(with: Self.self) }

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
