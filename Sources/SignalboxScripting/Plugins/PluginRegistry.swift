/// What the plugins of a session have added, in the order in which they did.
public final class PluginRegistry {
  /// Everything, for lists.
  public private(set) var contributions: [PluginContribution] = []
  /// The commands of the prompt.
  public private(set) var commands: [PluginCommand] = []
  /// The matchers of scenarios.
  public private(set) var matchers: [PluginMatcher] = []
  /// The reporters of scenarios.
  public private(set) var reporters: [PluginReporter] = []
  /// The pictures of the state.
  public private(set) var pictures: [PluginPicture] = []

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

  func add(_ command: PluginCommand) { commands.append(command) }
  func add(_ matcher: PluginMatcher) { matchers.append(matcher) }
  func add(_ reporter: PluginReporter) { reporters.append(reporter) }
  func add(_ picture: PluginPicture) { pictures.append(picture) }

  func removeCommand(_ name: String) { commands.removeAll { $0.name == name } }
  func removeMatcher(_ name: String) { matchers.removeAll { $0.name == name } }
  func removeReporter(_ name: String) { reporters.removeAll { $0.name == name } }
  func removePicture(_ name: String) { pictures.removeAll { $0.name == name } }
}
