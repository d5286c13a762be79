internal import SignalboxScripting

/// The data that suggestions need in addition to the session.
struct AssistantContext {
  /// A closure that returns the names in a folder. The names of folders end with a slash.
  var files: (String) -> [String] = { _ in [] }
  /// A closure that returns the names of the modules that `require` can find.
  var modules: () -> [String] = { [] }

  /// Returns the prompt's commands, including plugin commands, in sorted order.
  func commands(_ session: ScriptSession) -> [Candidate] {
    let own = CommandCatalog.all.map { ($0.name, $0.parameters, $0.summary) }
    let added = session.host.extensions(of: .command).map { ($0.name, $0.parameters, $0.summary) }
    return (own + added).sorted { $0.0 < $1.0 }.map { name, parameters, summary in
      Candidate(name: name, detail: parameters.isEmpty ? summary : "\(parameters)  \(summary)")
    }
  }
}

/// The kinds of arguments that commands accept.
enum CommandArgument {
  case file, command, coordinator, event, plugin, nothing

  static func of(_ command: String) -> CommandArgument { kinds[command] ?? .nothing }

  private static let kinds: [String: CommandArgument] = [
    "help": .command, "cd": .coordinator, "ls": .coordinator, "events": .event,
    "plugins": .plugin,
    "load": .file, "save": .file, "record": .file, "replay": .file,
  ]
}
