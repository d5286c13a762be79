internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The folders that the user trusts, with what each may grant to its plugins: a file of the user's, outside of
/// all projects.
///
/// ```toml
/// "/home/ada/shop" = ["todo=fs:write:data"]
/// ```
struct TrustFile {
  let path: String
  /// What is trusted, by the real path of the folder.
  private(set) var grants: [String: [PluginGrant]] = [:]

  /// Where it is: in the configuration directory (XDG Base Directory Specification 0.8). `nil` where the
  /// environment names no place.
  static func standardPath(_ variable: (String) -> String?) -> String? {
    // Relative ones are to be ignored, says the specification.
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/signalbox/trusted.toml"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.config/signalbox/trusted.toml"
  }

  /// Reads the file; where there is none, no folder is trusted.
  ///
  /// - Throws: where it cannot be read, or somebody has changed it into something else.
  init(_ path: String) throws(ScriptError) {
    self.path = path
    guard let bytes = try ScriptFile.readIfThere(path) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(TOMLReader.Failure) {
      let table = try TOMLReader.table(of: text)
      for folder in table.keys { grants[folder] = try Self.grants(of: table[folder], folder) }
    } catch {
      throw ScriptError(
        .syntax, code: "configuration", error.message,
        hint: "mend the line, or delete the file and trust your folders again",
        location: ScriptLocation(file: path, line: error.line))
    }
  }

  private static func grants(
    of value: TOMLValue?, _ folder: String
  ) throws(TOMLReader.Failure) -> [PluginGrant] {
    var grants: [PluginGrant] = []
    for element in value?.array ?? [] {
      if let grant = element.string.flatMap(PluginGrant.init) { grants.append(grant) }
    }
    guard let value, grants.count == value.array?.count else {
      throw TOMLReader.Failure(
        line: value?.line ?? 1,
        message: "\(quotation(folder)) has something else than a list of PLUGIN=CAPABILITY")
    }
    return grants
  }

  /// Trusts a folder with grants and no others, or with nothing any more.
  ///
  /// - Throws: where the file cannot be written.
  mutating func set(_ folder: String, _ list: [PluginGrant]?) throws(ScriptError) {
    grants[folder] = list
    let lines = grants.sorted { $0.key < $1.key }.map { folder, list in
      let values = JSONText.Value.list(list.map { .string($0.description) })
      return "\(JSONText.text(of: .string(folder))) = \(JSONText.text(of: values))\n"
    }
    try WrittenFile.write(lines.joined(), to: path)
  }
}
