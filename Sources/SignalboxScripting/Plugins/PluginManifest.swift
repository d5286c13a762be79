/// The description of a plugin.
public struct PluginManifest: Hashable, Sendable {
  /// The version of the plugin interface that this host implements.
  public static let api = 1

  /// The name by which other code requires the plugin. For a plugin in a folder, this is the
  /// folder's name.
  public var name: String
  /// The version of the plugin, which consists of three numbers separated by dots and an optional
  /// suffix for a prerelease or build, such as `1.2.0-beta`.
  public var version: String
  /// The version of the plugin interface for which the plugin was written.
  public var api: Int
  /// A one-sentence description of the plugin.
  public var summary: String
  /// The license of the plugin, such as `Apache-2.0`.
  public var license: String
  /// The plugins that must be loaded before this plugin.
  public var dependencies: [String]
  /// The permissions that the plugin requests.
  public var permissions: [Permission]

  /// Creates a manifest for a plugin in Swift.
  ///
  /// - Parameters:
  ///   - name: The name by which other code requires the plugin. Use ``isName(_:)`` to check
  ///     whether a name is valid.
  ///   - version: Three numbers separated by dots, and an optional suffix for a prerelease or
  ///     build.
  ///   - api: The version of the plugin interface for which the plugin was written. A host with
  ///     another version rejects the plugin.
  ///   - summary: A one-sentence description of the plugin.
  ///   - license: The license of the plugin, such as `Apache-2.0`, or an empty string if there is
  ///     none.
  ///   - dependencies: The names of the plugins that must be loaded before this plugin.
  ///   - permissions: The permissions that the plugin requires. The plugin is rejected unless all
  ///     these permissions are granted.
  public init(
    name: String, version: String, api: Int = PluginManifest.api, summary: String,
    license: String = "", dependencies: [String] = [], permissions: [Permission] = []
  ) {
    self.name = name
    self.version = version
    self.api = api
    self.summary = summary
    self.license = license
    self.dependencies = dependencies
    self.permissions = permissions
  }

  /// Returns whether a string is a valid plugin name, which consists of letters, digits, `-` and
  /// `_` and begins with a letter.
  ///
  /// - Parameter text: The string to check.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isLetter(first) else { return false }
    return text.unicodeScalars.allSatisfy {
      isLetter($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
  }

  static func isVersion(_ text: String) -> Bool {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 3
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }
}
