internal import LuaRuntime

/// The source of a function: a script, or a string that a script has passed to `load`.
package struct ScriptChunk: Hashable, Sendable {
  /// The name in messages: a path, a name that the script has chosen, or the beginning of the text.
  package let name: String
  /// The text that a script has loaded, or `nil` if the host has loaded the source.
  package let text: [UInt8]?
  /// Whether the name was chosen. Otherwise, only the text identifies the source.
  package let isNamed: Bool

  package init(name: String, text: [UInt8]? = nil, isNamed: Bool = true) {
    (self.name, self.text, self.isNamed) = (name, text, isNamed)
  }
}

/// The texts that scripts have loaded under names. The oldest texts are dropped when the texts exceed
/// a limit, because a script can load any number of them.
struct LoadedTexts {
  static let maxCount = 1_000
  static let maxBytes = 16 << 20

  /// The texts by the full names of their chunks. A name that is loaded again has the new text.
  private var texts: [String: [UInt8]] = [:]
  /// The names, oldest first.
  private var names: [String] = []
  private var bytes = 0

  /// The texts with the names in messages, sorted by name.
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
