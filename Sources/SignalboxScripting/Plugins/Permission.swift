internal import Signalbox

/// Access to a resource outside the session, which the user can grant to plugins.
public enum Permission: Hashable, Sendable {
  /// Access to `fs.read` and `fs.list` in a folder and its subfolders.
  case readFiles(String)
  /// Access to `fs.write` in a folder and its subfolders.
  case writeFiles(String)
  /// Access to `os.getenv` for a single variable.
  case environment(String)
  /// Access to `run`, which runs other programs.
  case run

  /// Creates a permission from `fs:read:DIR`, `fs:write:DIR`, `env:NAME` or `run`. Returns `nil`
  /// for any other string.
  ///
  /// - Parameter text: A permission as written in a manifest. The path of a folder may be relative
  ///   and is normalized.
  public init?(_ text: String) {
    if text == "run" {
      self = .run
      return
    }
    guard let colon = text.lastIndex(of: ":"),
      case let value = String(text[text.index(after: colon)...]),
      !value.isEmpty
    else { return nil }
    switch text[..<colon] {
    case "fs:read": self = .readFiles(PluginPath(value).description)
    case "fs:write": self = .writeFiles(PluginPath(value).description)
    case "env": self = .environment(value)
    default: return nil
    }
  }

  /// The possible forms of a permission, for messages.
  public static let spellings = "fs:read:DIR, fs:write:DIR, env:NAME or run"

  /// Returns whether this permission includes another permission.
  ///
  /// - Parameter other: The required permission. Access to a folder includes access to its
  ///   subfolders.
  package func covers(_ other: Permission) -> Bool {
    switch (self, other) {
    case (.readFiles(let folder), .readFiles(let inner)),
      (.writeFiles(let folder), .writeFiles(let inner)):
      PluginPath(folder).contains(PluginPath(inner))
    case (.environment(let name), .environment(let other)): name == other
    case (.run, .run): true
    default: false
    }
  }
}

extension Permission: CustomStringConvertible {
  /// The permission as written in a manifest.
  public var description: String {
    switch self {
    case .readFiles(let folder): "fs:read:\(folder)"
    case .writeFiles(let folder): "fs:write:\(folder)"
    case .environment(let name): "env:\(name)"
    case .run: "run"
    }
  }
}

/// A permission that the user has granted.
public struct PluginPermission: Hashable, Sendable {
  /// The plugin to which the permission is granted, or `nil` for every plugin.
  public var plugin: String?
  /// The granted permission.
  public var permission: Permission

  /// Creates a permission for a single plugin or for all plugins.
  ///
  /// - Parameters:
  ///   - permission: The permission that the user grants.
  ///   - plugin: The name of the plugin, or `nil` for every plugin.
  public init(_ permission: Permission, to plugin: String? = nil) {
    self.plugin = plugin
    self.permission = permission
  }

  /// Creates a permission from `PERMISSION` or `PLUGIN=PERMISSION`. Returns `nil` for any other
  /// string.
  ///
  /// - Parameter text: A permission as written in a command-line option.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let last = parts.last, let permission = Permission(String(last)) else { return nil }
    if parts.count == 2, parts[0].isEmpty { return nil }
    self.init(permission, to: parts.count == 2 ? String(parts[0]) : nil)
  }
}

extension String {
  /// The non-empty components of a path, as the file system separates them.
  ///
  /// The path is split at scalars, because a `Character` can consist of a slash and other scalars,
  /// while the file system treats every slash as a separator.
  package var pathComponents: [Substring] {
    unicodeScalars.split(separator: "/").map { Substring($0) }
  }

  /// Whether a path begins with a slash.
  package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}

/// A parsed path whose `.` and `..` components are resolved. The file system is not accessed.
struct PluginPath: Equatable, CustomStringConvertible {
  let isAbsolute: Bool
  /// The components. If the path leads outside its base folder, the first components are `..`.
  let parts: [Substring]

  init(_ text: String) {
    isAbsolute = text.isAbsolutePath
    var parts: [Substring] = []
    for part in text.pathComponents where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    self.parts = parts
  }

  private init(isAbsolute: Bool, parts: [Substring]) {
    self.isAbsolute = isAbsolute
    self.parts = parts
  }

  /// The parent folder.
  var parent: PluginPath { PluginPath(isAbsolute: isAbsolute, parts: parts.dropLast()) }

  /// Returns whether a path is this folder or inside it. Names are equal if their bytes are equal.
  func contains(_ other: PluginPath) -> Bool {
    isAbsolute == other.isAbsolute
      && other.parts.starts(with: parts) { $0.utf8.elementsEqual($1.utf8) }
      && !other.parts.dropFirst(parts.count).contains("..")
  }

  var description: String {
    let text = parts.joined(separator: "/")
    if isAbsolute { return "/" + text }
    return text.isEmpty ? "." : text
  }
}
