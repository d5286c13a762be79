internal import Signalbox

extension PluginConfiguration {
  /// Returns whether the user has granted a permission to a plugin.
  ///
  /// - Parameters:
  ///   - permission: The permission that the plugin requires.
  ///   - plugin: The name of the plugin.
  package func isPermitted(_ permission: Permission, to plugin: String) -> Bool {
    allowsAll || permissions.contains { $0.covers(permission, of: plugin) }
  }

  /// Returns the rejection of a plugin that lacks a required permission, or `nil` if the plugin has
  /// all required permissions.
  func denial(of manifest: PluginManifest, at path: String) -> PluginRejection? {
    let name = manifest.name
    let denied = manifest.permissions.filter { !isPermitted($0, to: name) }
    if denied.isEmpty { return nil }
    let list = denied.map(\.description).joined(separator: ", ")
    let isUntrusted = denied.allSatisfy { permission in
      untrusted.contains { $0.covers(permission, of: name) }
    }
    if isUntrusted {
      return PluginRejection(
        name, at: path, .denied,
        "signalbox.lua grants it \(list), but you have not trusted the folder",
        hint: trustAdvice)
    }
    let flags = denied.map { "--allow \(name)=\($0)" }.joined(separator: " ")
    return PluginRejection(
      name, at: path, .denied, "it requests permissions that are not granted: \(list)",
      hint: "grant them with \(flags), or in signalbox.lua: "
        + "\(Self.text(granting: denied, to: name))")
  }

  /// Returns the lines of a configuration file that grant permissions to a plugin.
  static func text(granting permissions: [Permission], to plugin: String) -> String {
    let list = NavigationValue.list(permissions.map { .string($0.description) })
    let plugins = NavigationArguments([(plugin, .table(["permissions": list]))])
    return NavigationArguments([("plugins", .table(plugins))]).description
  }
}

extension PluginPermission: CustomStringConvertible {
  /// The permission in the form in which it is passed to `--allow`.
  public var description: String { (plugin.map { "\($0)=" } ?? "") + permission.description }

  /// Returns whether this grant includes a permission for a plugin.
  ///
  /// - Parameters:
  ///   - permission: The permission that the plugin requires.
  ///   - plugin: The name of the plugin.
  package func covers(_ permission: Permission, of plugin: String) -> Bool {
    (self.plugin == nil || self.plugin == plugin) && self.permission.covers(permission)
  }
}
