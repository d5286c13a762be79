/// Every command of the prompt; help and suggestions follow it.
///
/// A new command is one file in this folder and one line here.
package enum CommandCatalog {
  /// The commands in the order that help shows.
  package static let all: [any Command.Type] = [
    HelpCommand.self,
    TreeCommand.self,
    ScreenCommand.self,
    StackCommand.self,
    LayersCommand.self,
    EventsCommand.self,
    CdCommand.self,
    LsCommand.self,
    WatchCommand.self,
    UndoCommand.self,
    RedoCommand.self,
    AtCommand.self,
    DiffCommand.self,
    LoadCommand.self,
    ReloadCommand.self,
    BacktraceCommand.self,
    ContinueCommand.self,
    SaveCommand.self,
    RecordCommand.self,
    ReplayCommand.self,
    TimeCommand.self,
    EditorCommand.self,
    LeaksCommand.self,
    PluginsCommand.self,
    DoctorCommand.self,
    KeysCommand.self,
    ClearCommand.self,
    QuitCommand.self,
  ]

  /// The command of that name.
  package static func command(named name: String) -> (any Command.Type)? {
    all.first { $0.name == name }
  }
}
