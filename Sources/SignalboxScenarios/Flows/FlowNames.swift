public import SignalboxScripting

/// The names that sessions have only while they run flows, for hosts that keep plugins from taking them in
/// any session.
public enum FlowNames {
  /// By the kind of what a plugin would add.
  public static let reserved: [PluginContribution.Kind: Set<String>] = [
    .word: Set(FlowWords.names), .gesture: Set(FlowVerbs.names),
  ]
}
