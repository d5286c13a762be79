/// The members that a session's plugins have added, in the order in which they were added.
public final class PluginRegistry {
  /// All members.
  public internal(set) var contributions: [PluginContribution] = []

  /// Returns the members that a plugin has added.
  ///
  /// - Parameter plugin: The name of the plugin. The result is empty if the plugin is not loaded.
  public func contributions(of plugin: String) -> [PluginContribution] {
    contributions.filter { $0.plugin == plugin }
  }

  /// Returns the name of the plugin that added the member with the given kind and name, or `nil` if
  /// there is no such member.
  func owner(of kind: PluginContribution.Kind, _ name: String) -> String? {
    contributions.first { $0.kind == kind && $0.name == name }?.plugin
  }

  func add(_ contribution: PluginContribution) { contributions.append(contribution) }

  /// Removes the newest member that equals the given member.
  func remove(_ contribution: PluginContribution) {
    if let index = contributions.lastIndex(of: contribution) { contributions.remove(at: index) }
  }
}
