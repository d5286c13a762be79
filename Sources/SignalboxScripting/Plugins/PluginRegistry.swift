/// What the plugins of a session have added, in the order in which they did.
public final class PluginRegistry {
  /// Everything, for lists.
  public internal(set) var contributions: [PluginContribution] = []

  /// What a plugin has added.
  public func contributions(of plugin: String) -> [PluginContribution] {
    contributions.filter { $0.plugin == plugin }
  }

  /// Who has added a thing of that kind and name.
  func owner(of kind: PluginContribution.Kind, _ name: String) -> String? {
    contributions.first { $0.kind == kind && $0.name == name }?.plugin
  }

  func add(_ contribution: PluginContribution) { contributions.append(contribution) }

  /// Takes back the newest thing like this one.
  func remove(_ contribution: PluginContribution) {
    if let index = contributions.lastIndex(of: contribution) { contributions.remove(at: index) }
  }
}
