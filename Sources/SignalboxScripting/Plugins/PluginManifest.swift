/// The description of a plugin.
public struct PluginManifest: Hashable, Sendable {
  /// The version of the plugin interface that this host implements.
  public static let api = 1

  /// The name of the plugin's folder, by which other code requires the plugin.
  public var name: String
  /// Three numbers separated by dots, and an optional suffix for a prerelease: `1.2.0-beta`.
  public var version: String
  /// The version of the plugin interface that it was written for.
  public var api: Int
  /// One sentence.
  public var summary: String
  /// Its license, such as `Apache-2.0`.
  public var license: String
  /// The plugins that must be loaded before it.
  public var dependencies: [String]
  /// The permissions that it requests.
  public var permissions: [Permission]

  /// Creates a manifest for a plugin in Swift.
  ///
  /// - Parameters:
  ///   - name: The name by which other code requires the plugin; ``isName(_:)`` checks whether it
  ///     is valid.
  ///   - version: Three numbers separated by dots, and an optional suffix for a prerelease.
  ///   - api: The version of the plugin interface that it was written for. A host with another
  ///     version rejects the plugin.
  ///   - summary: One sentence, for lists.
  ///   - license: Its license, such as `Apache-2.0`; empty for none.
  ///   - dependencies: The names of the plugins that must be loaded before it.
  ///   - permissions: The permissions that the plugin needs. It is rejected unless all of them are
  ///     granted.
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

  /// Whether a string is a valid plugin name: letters, digits, `-` and `_`, beginning with a
  /// letter.
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
