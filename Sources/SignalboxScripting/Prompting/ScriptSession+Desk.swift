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

  /// What of an input can be in the middle of other statements: all of it, or what is before the
  /// expression at its end; `nil` for an expression.
  package func statements(of text: String) -> String? {
    guard !isClosed else { return nil }
    // A `return` may only be at the end, so nothing may follow it; a first line of # is no comment.
    func loads(_ text: [UInt8]) -> Bool {
      (try? load([0x20] + text + Array("\nlocal _".utf8), name: "statement")) != nil
    }
    let bytes = Array(text.utf8)
    if loads(bytes) { return text }
    func parses(_ text: [UInt8]) -> Bool { (try? load([0x20] + text, name: "statement")) != nil }
    guard !parses(bytes), let split = PromptChunk.split(bytes, where: parses) else { return nil }
    let end = split.statements.lastIndex { ![0x20, 0x09, 0x0A, 0x0D, 0x3B].contains($0) } ?? 0
    return String(decoding: split.statements[...end], as: UTF8.self)
  }
}
