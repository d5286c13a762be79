internal import LuaRuntime
package import Signalbox

/// What commands of a prompt need of a session beside running Lua.
extension ScriptSession {
  /// Sets a global that only the prompt and the files loaded into it see; `nil` removes it.
  package func setPromptGlobal(_ name: String, _ value: ScriptValue) {
    guard !isClosed, let held = try? held([value]).first else { return }
    try? promptEnvironment.set(name, held)
  }

  /// What a coordinator type says of its routes and pages, as `app:routes` gives it; `nil` for a
  /// type that no script has defined.
  package func routes(ofType name: String) -> NavigationArguments? {
    definitions[name].map { RouteTable.value(of: $0, in: self) }
  }

  /// Whether a text can stand in the middle of other statements.
  package func isStatement(_ text: String) -> Bool {
    guard !isClosed else { return false }
    // A `return` may only stand at the end, so nothing may follow it.
    return (try? load(Array("\(text)\nlocal _".utf8), name: "statement")) != nil
  }
}
