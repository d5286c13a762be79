internal import Signalbox
internal import SignalboxScripting

/// Finds the declarations in a model that correspond to an application's calls, for coverage
/// reports. The functions of the model do not run, so they cannot report their use.
enum RelayedUse {
  /// Returns the action or link that a call uses, or `nil` if it uses no declaration.
  ///
  /// - Parameters:
  ///   - call: The call in the recording format, which has not been performed yet.
  ///   - session: The session that mirrors the application.
  static func find(_ call: NavigationArguments, in session: ScriptSession) -> ScriptUse? {
    guard session.hooks.onUse != nil, let text = call["text"]?.text else { return nil }
    return switch call["operation"]?.text {
    case "tap", "tapAlert": action(text, in: session)
    case "open": link(text, in: session)
    default: nil
    }
  }

  private static func action(_ label: String, in session: ScriptSession) -> ScriptUse? {
    let types = session.declaredTypes
    for screen in session.engine.tree.visible {
      guard let type = session.engine.typeName(of: screen.owner) else { continue }
      let declared = types.first { $0.name == type }?.screens.first { $0.name == screen.name }
      if declared?.actions.contains(where: { $0.label == label }) == true {
        return .action(type: type, screen: screen.name, label: label)
      }
    }
    return nil
  }

  private static func link(_ url: String, in session: ScriptSession) -> ScriptUse? {
    guard let pattern = session.engine.matches(for: url).first?.pattern else { return nil }
    let type = session.declaredTypes.first { $0.links.contains(pattern) }?.name
    return .link(type: type ?? "", pattern: pattern)
  }
}
