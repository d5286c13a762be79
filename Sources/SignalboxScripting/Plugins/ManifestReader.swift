internal import Signalbox

/// Reads the table that a `plugin.lua` returns; every mistake is a refusal of its own.
struct ManifestReader {
  /// The name of the plugin's folder.
  let name: String
  /// The folder as messages show it.
  let path: String

  private static let keys = [
    "name", "version", "api", "summary", "license", "needs", "setup", "teardown",
  ]

  func manifest(_ value: ScriptValue) throws(PluginRefusal) -> PluginManifest {
    guard let table = value.table else {
      throw refusal(
        .manifest, "plugin.lua gave \(value.kindName), expected the table of its manifest",
        hint: "end \(path)/plugin.lua with return { name = \"\(name)\", … }")
    }
    try checkKeys(table)
    try checkApi(table["api"])
    let declared = try text("name", table, like: "name = \"\(name)\"")
    guard declared == name else {
      throw refusal(
        .manifest, "its manifest is named \(quotation(declared)), expected \"\(name)\"",
        hint: "give the folder and the manifest one name")
    }
    let version = try text("version", table, like: "version = \"1.0.0\"")
    guard PluginManifest.isVersion(version) else {
      throw refusal(
        .manifest, "version of its manifest is \(quotation(version)), expected three numbers",
        hint: "write it as version = \"1.0.0\"")
    }
    var manifest = PluginManifest(
      name: declared, version: version,
      summary: try text("summary", table, like: "summary = \"What it adds, in one sentence\""),
      license: try optionalText("license", table))
    try readNeeds(table["needs"], into: &manifest)
    for key in ["setup", "teardown"] {
      let value = table[key]
      guard value == .nil || value.function != nil else {
        throw wrong(key, value, expected: "a function")
      }
    }
    return manifest
  }

  private func checkKeys(_ table: ScriptTable) throws(PluginRefusal) {
    for pair in table.pairs {
      let key = pair.key.text ?? "a \(pair.key.kindName)"
      guard !Self.keys.contains(key) else { continue }
      throw refusal(
        .manifest, "its manifest has no key \(quotation(key))",
        hint: nameHint(for: key, in: Self.keys))
    }
  }

  private func checkApi(_ value: ScriptValue) throws(PluginRefusal) {
    let expected = PluginManifest.api
    if value == .nil { throw missing("api", like: "api = \(expected)") }
    guard case .integer(let api) = value else { throw wrong("api", value, expected: "\(expected)") }
    guard api == expected else {
      throw refusal(
        .api, "its api is \(api), expected \(expected)",
        hint: "take a release of the plugin for api \(expected), or a signalbox for api \(api)")
    }
  }

  private func text(
    _ key: String, _ table: ScriptTable, like example: String
  ) throws(PluginRefusal) -> String {
    let value = table[key]
    if value == .nil { throw missing(key, like: example) }
    guard let text = value.text else { throw wrong(key, value, expected: "a string") }
    return text
  }

  private func optionalText(
    _ key: String, _ table: ScriptTable
  ) throws(PluginRefusal) -> String {
    let value = table[key]
    guard value == .nil || value.text != nil else { throw wrong(key, value, expected: "a string") }
    return value.text ?? ""
  }

  private func readNeeds(
    _ value: ScriptValue, into manifest: inout PluginManifest
  ) throws(PluginRefusal) {
    if value == .nil { return }
    guard let table = value.table, table.list.count == table.pairs.count else {
      throw wrong("needs", value, expected: "a list of strings")
    }
    for (index, need) in table.list.enumerated() {
      guard let text = need.text else {
        throw wrong("needs[\(index + 1)]", need, expected: "a string")
      }
      if text.hasPrefix("plugin:"), case let plugin = String(text.dropFirst(7)),
        PluginManifest.isName(plugin)
      {
        manifest.plugins.append(plugin)
      } else if let capability = Capability(text) {
        manifest.capabilities.append(capability)
      } else {
        throw refusal(
          .manifest,
          "needs[\(index + 1)] of its manifest is \(quotation(text)), expected plugin:NAME, "
            + Capability.spellings, hint: nil)
      }
    }
  }

  // MARK: - Refusals

  private func refusal(
    _ reason: PluginRefusal.Reason, _ what: String, hint: String?
  ) -> PluginRefusal {
    PluginRefusal(name, at: path, reason, what, hint: hint)
  }

  private func missing(_ key: String, like example: String) -> PluginRefusal {
    refusal(
      .manifest, "its manifest has no \(key)",
      hint: "add \(example) to the table that \(path)/plugin.lua returns")
  }

  private func wrong(_ key: String, _ value: ScriptValue, expected: String) -> PluginRefusal {
    let came = value.text.map(quotation) ?? value.number.map { _ in value.plainText }
    return refusal(
      .manifest, "\(key) of its manifest is \(came ?? "a \(value.kindName)"), expected \(expected)",
      hint: nil)
  }
}

extension ScriptValue {
  /// A number or boolean as Lua writes it; the kind of anything else.
  fileprivate var plainText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .boolean(let value): "\(value)"
    default: "a \(kindName)"
    }
  }
}
