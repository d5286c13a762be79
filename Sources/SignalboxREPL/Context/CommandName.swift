internal import Signalbox
package import SignalboxScripting

/// Resolves command names and unambiguous prefixes.
package enum CommandName {
  case own(Command)
  case plugin(ScriptExtension)
  /// No command has the name, and the name is not an unambiguous prefix. The values are the reason
  /// and a hint.
  case none(String, String?)

  /// Looks up a name in the prompt's own commands and in plugin commands.
  package static func find(_ name: String, in session: ScriptSession) -> CommandName {
    let added = session.host.extensions(of: .command)
    if let command = CommandCatalog.command(named: name) { return .own(command) }
    if let command = added.first(where: { $0.name == name }) { return .plugin(command) }
    let own = CommandCatalog.all.filter { $0.name.hasPrefix(name) }
    let others = added.filter { $0.name.hasPrefix(name) }
    let names = own.map { $0.name } + others.map(\.name)
    if name.isEmpty || names.isEmpty {
      let all = CommandCatalog.all.map { $0.name } + added.map(\.name)
      let hint = nearestName(to: name, in: all).map { "did you mean .\($0)?" }
      return .none("there is no command .\(name)", hint ?? ".help lists the commands")
    }
    if names.count > 1 {
      let list = names.map { ".\($0)" }.joined(separator: ", ")
      return .none(".\(name) is ambiguous: \(list)", "type more letters")
    }
    return own.first.map { .own($0) } ?? others.first.map { .plugin($0) }
      ?? .none("there is no command .\(name)", nil)
  }
}
