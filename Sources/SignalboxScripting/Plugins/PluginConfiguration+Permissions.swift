internal import Signalbox

extension PluginConfiguration {
  /// Whether the user has granted a permission to a plugin.
  public func isGranted(_ permission: Permission, to plugin: String) -> Bool {
    givesAll || permissions.contains { $0.covers(permission, of: plugin) }
  }

  /// Why a plugin lacks a permission; `nil` where it has all of them.
  func denial(of manifest: PluginManifest, at path: String) -> PluginRejection? {
    let name = manifest.name
    let denied = manifest.permissions.filter { !isGranted($0, to: name) }
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
      name, at: path, .denied, "its permissions are not granted: \(list)",
      hint: "grant with \(flags), or in signalbox.lua: \(Self.text(granting: denied, to: name))")
  }

  /// The configuration that grants permissions to a plugin.
  static func text(granting permissions: [Permission], to plugin: String) -> String {
    let list = NavigationValue.list(permissions.map { .string($0.description) })
    let plugins = NavigationArguments([(plugin, .table(["permissions": list]))])
    return NavigationArguments([("plugins", .table(plugins))]).description
  }
}

extension PluginPermission: CustomStringConvertible {
  /// As `--allow` takes it.
  public var description: String { (plugin.map { "\($0)=" } ?? "") + permission.description }

  /// Whether it lets a plugin use something.
  public func covers(_ permission: Permission, of plugin: String) -> Bool {
    (self.plugin == nil || self.plugin == plugin) && self.permission.covers(permission)
  }
}
