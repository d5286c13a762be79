internal import Signalbox

extension PluginConfiguration {
  /// Whether the user has granted something to a plugin.
  public func isGranted(_ capability: Capability, to plugin: String) -> Bool {
    givesAll || grants.contains { $0.covers(capability, of: plugin) }
  }

  /// Why a plugin may not have all that it needs; `nil` where it may.
  func denial(of manifest: PluginManifest, at path: String) -> PluginRefusal? {
    let name = manifest.name
    let denied = manifest.capabilities.filter { !isGranted($0, to: name) }
    if denied.isEmpty { return nil }
    let list = denied.map(\.description).joined(separator: ", ")
    let verb = denied.count == 1 ? "is" : "are"
    let isUntrusted = denied.allSatisfy { capability in
      untrusted.contains { $0.covers(capability, of: name) }
    }
    if isUntrusted {
      return PluginRefusal(
        name, at: path, .denied,
        "it needs \(list), which the project grants itself and you have not trusted",
        hint: trustAdvice)
    }
    let flags = denied.map { "--allow \(name)=\($0)" }.joined(separator: " ")
    return PluginRefusal(
      name, at: path, .denied, "it needs \(list), which \(verb) not granted",
      hint: "grant with \(flags), or in signalbox.lua: \(Self.text(granting: denied, to: name))")
  }

  /// What a configuration says to grant something.
  static func text(granting capabilities: [Capability], to plugin: String) -> String {
    let list = NavigationValue.list(capabilities.map { .string($0.description) })
    let plugins = NavigationArguments([(plugin, .table(["allow": list]))])
    return NavigationArguments([("plugins", .table(plugins))]).description
  }
}

extension PluginGrant: CustomStringConvertible {
  /// As `--allow` takes it.
  public var description: String { (plugin.map { "\($0)=" } ?? "") + capability.description }

  /// Whether it lets a plugin use something.
  public func covers(_ capability: Capability, of plugin: String) -> Bool {
    (self.plugin == nil || self.plugin == plugin) && self.capability.covers(capability)
  }
}
