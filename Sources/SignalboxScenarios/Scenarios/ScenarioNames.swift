public import SignalboxScripting

/// The names that sessions have only while they run scenarios, for hosts that keep plugins from taking them in
/// any session.
public enum ScenarioNames {
  /// By the kind of what a plugin would add.
  public static let reserved: [PluginContribution.Kind: Set<String>] = [
    .global: Set(ScenarioGlobals.names), .gesture: Set(AppMethods.names),
  ]
}
