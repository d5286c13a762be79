internal import LuaRuntime

/// The source of a function: a script, or a string that a script has passed to `load`.
package struct ScriptChunk: Hashable, Sendable {
  /// The name in messages: a path, a name that the script has chosen, or the beginning of the
  /// string.
  package let name: String
  /// The string that a script passed to `load`, or `nil` if the host loaded the source or if the
  /// string has been dropped.
  package let text: [UInt8]?
  /// Whether the script or the host has chosen the name. If not, only the string identifies the
  /// source.
  package let isNamed: Bool

  package init(name: String, text: [UInt8]? = nil, isNamed: Bool = true) {
    (self.name, self.text, self.isNamed) = (name, text, isNamed)
  }
}

/// The strings that scripts have passed to `load` together with a name. If the strings exceed a
/// limit, the oldest strings are dropped, because a script can load any number of strings.
struct LoadedTexts {
  static let maxCount = 1_000
  static let maxBytes = 16 << 20

  /// The strings, keyed by the full names of their chunks. If a name is used again, the new string
  /// replaces the old string.
  private var texts: [String: [UInt8]] = [:]
  /// The names, oldest first.
  private var names: [String] = []
  private var bytes = 0

  /// The strings with their names in messages, sorted by name.
  var chunks: [ScriptChunk] {
    names.map { ScriptChunk(name: LuaTraceFrame.source(of: $0), text: texts[$0]) }
      .sorted { $0.name < $1.name }
  }

  mutating func add(_ text: [UInt8], _ chunkName: String) {
    if let old = texts.updateValue(text, forKey: chunkName) {
      bytes -= old.count
      names.removeAll { $0 == chunkName }
    }
    names.append(chunkName)
    bytes += text.count
    while names.count > Self.maxCount || bytes > Self.maxBytes && names.count > 1 {
      bytes -= texts.removeValue(forKey: names.removeFirst())?.count ?? 0
    }
  }

  /// Returns the source of a function.
  func chunk(of frame: LuaTraceFrame, _ chunkName: String) -> ScriptChunk {
    if let text = texts[chunkName] { return ScriptChunk(name: frame.source, text: text) }
    let isNamed = chunkName.hasPrefix("@") || chunkName.hasPrefix("=")
    return ScriptChunk(
      name: frame.source, text: isNamed ? nil : Array(chunkName.utf8), isNamed: isNamed)
  }
}
