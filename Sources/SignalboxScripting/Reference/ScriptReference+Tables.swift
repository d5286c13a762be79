extension ScriptReference {
  /// Returns the described members of a kind of handle, operations and gestures last.
  package static func described(of kind: String) -> [Entry] {
    guard let type = types.first(where: { $0.kind == kind }) else { return [] }
    let known = Set(type.entries.map(\.name))
    return type.entries + operations(of: type).filter { !known.contains($0.name) }
  }

  /// The described globals of every script, `app` first.
  package static var describedGlobals: [Entry] {
    [.value("app", "signalbox.App", "the application and the gestures of its user")] + globals
      + libraries.map { .value($0.name, "", $0.summary) }
  }

  /// Returns the described functions of a library, including Lua's own.
  package static func described(ofLibrary name: String) -> [Entry] {
    libraries.first { $0.name == name }?.functions
      ?? LuaLibrary.functions[name] ?? []
  }

  /// Returns the keys of a table of definitions, such as `RouteTable`.
  package static func described(ofTable name: String) -> [Entry] {
    guard let table = (tables + pluginTables + optionTables).first(where: { $0.name == name })
    else { return [] }
    return table.fields + (table.parent.map(described(ofTable:)) ?? [])
  }

  /// Returns the kind of handle of a type, such as `screen` for `signalbox.Screen?`.
  package static func kind(ofType type: String) -> String? {
    let first = type.prefix { $0 != "|" && $0 != "," && $0 != "?" && $0 != " " }
    return types.first { $0.name == first }?.kind
  }

  /// Returns the name of the first table in a type, such as `RouteTable`.
  package static func table(ofType type: String) -> String? {
    for part in type.split(whereSeparator: { "|?, <>".contains($0) }) {
      guard part.hasPrefix("signalbox.") else { continue }
      let name = part.dropFirst("signalbox.".count)
      let bare = name.hasSuffix("[]") ? name.dropLast(2) : name
      if let table = (tables + pluginTables + optionTables).first(where: { $0.name == bare }) {
        return table.name
      }
    }
    return nil
  }
}
