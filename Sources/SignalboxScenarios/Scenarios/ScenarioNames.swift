package import SignalboxScripting

/// The names that sessions define only for scenarios and explorations, for hosts that reserve these
/// names in every session.
package enum ScenarioNames {
  /// The names, grouped by the kind of member that a plugin would add.
  package static let reserved: [PluginContribution.Kind: Set<String>] = [
    .global: Set(ScenarioGlobals.names + ExplorationGlobals.names),
    .gesture: Set(AppMethods.names + [ExplorationGlobals.method.name]),
  ]
}
