package import SignalboxScripting

/// The names that sessions have only while they run scenarios, for hosts that reserve them in every
/// session.
package enum ScenarioNames {
  /// The names by the kind of member that a plugin would add.
  package static let reserved: [PluginContribution.Kind: Set<String>] = [
    .global: Set(ScenarioGlobals.names + ExplorationGlobals.names),
    .gesture: Set(AppMethods.names + [ExplorationGlobals.method.name]),
  ]
}
