internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScripting

/// The trusted folders with their permissions. They are stored in the user's configuration
/// directory, outside all projects.
///
/// ```lua
/// return { folders = {
///   ["/home/ada/shop"] = { "todo=fs:write:data" },
/// } }
/// ```
struct TrustFile {
  let path: String
  /// The trusted permissions, keyed by the resolved path of the folder.
  private(set) var permissions: [String: [PluginPermission]] = [:]

  /// Returns the path of the file in the configuration directory (XDG Base Directory Specification
  /// 0.8), or `nil` if the environment does not define the directory.
  static func standardPath(_ variable: (String) -> String?) -> String? {
    // According to the specification, relative paths must be ignored.
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/signalbox/trusted.lua"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.config/signalbox/trusted.lua"
  }

  /// Reads the file. If the file does not exist, no folder is trusted.
  ///
  /// - Throws: An error if the file cannot be read or its contents are invalid.
  init(_ path: String) throws(ScriptError) {
    self.path = path
    guard let bytes = try ScriptFile.readIfThere(path) else { return }
    do throws(ScriptError) {
      try DataFile(bytes, path: path).read(
        Self.schema, named: "the file", like: "return { … }", into: &self)
    } catch {
      var error = error
      error.hint = "fix the line, or delete the file and trust your folders again"
      throw error
    }
  }

  private static let schema = ValueSchema<Self>(
    "TrustTable", "The table in the file that lists the trusted folders.",
    [
      .init("folders", "table<string, string[]>", "the trusted permissions of each folder") {
        field, file throws(TableMistake) in
        guard let pairs = field.value.table?.pairs else {
          throw field.wrong(expected: "a table of lists, keyed by folder")
        }
        for pair in pairs {
          let folder = ValueField(
            key: pair.key.text ?? field.table.shown(pair.key), value: pair.value,
            table: TableLocation("folders", keys: ["folders"]))
          file.permissions[folder.key] = try folder.list("PLUGIN=PERMISSION") {
            $0.text.flatMap { PluginPermission($0) }
          }
        }
      }
    ])

  /// Trusts a folder with exactly the given permissions. If the permissions are `nil`, the folder
  /// is no longer trusted.
  ///
  /// - Throws: An error if the file cannot be written.
  mutating func set(_ folder: String, _ list: [PluginPermission]?) throws(ScriptError) {
    permissions[folder] = list
    let lines = permissions.sorted { $0.key < $1.key }.map { folder, list in
      let values = list.map { NavigationValue.string($0.description).line }
      return "  [\(NavigationValue.string(folder).line)] = { \(values.joined(separator: ", ")) },\n"
    }
    try WrittenFile.write("return { folders = {\n\(lines.joined())} }\n", to: path)
  }
}
