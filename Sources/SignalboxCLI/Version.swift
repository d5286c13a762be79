internal import SignalboxScripting

/// What this program is.
enum Version {
  static let number = "0.1.0"

  /// `signalbox 0.1.0 · Lua 5.4.4`.
  static var text: String { "signalbox \(number) · \(ScriptSession.luaRelease)" }
}
