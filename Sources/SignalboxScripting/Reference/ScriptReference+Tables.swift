extension ScriptReference {
  /// The described members of a kind of handle, operations and gestures last.
  package static func described(of kind: String) -> [Entry] {
    guard let type = types.first(where: { $0.kind == kind }) else { return [] }
    let known = Set(type.entries.map(\.name))
    return type.entries + operations(of: type).filter { !known.contains($0.name) }
  }

  /// The described globals of every script, `app` first.
  package static var describedGlobals: [Entry] {
    [.value("app", "signalbox.App", "the application and its user")] + globals
      + libraries.map { .value($0.name, "", $0.summary) }
  }

  /// The described functions of a library, one of Lua's own included.
  package static func described(ofLibrary name: String) -> [Entry] {
    libraries.first { $0.name == name }?.functions
      ?? LuaLibrary.functions[name] ?? []
  }

  /// The keys of a table that definitions are made of, such as `RouteTable`.
  package static func described(ofTable name: String) -> [Entry] {
    guard let table = (tables + pluginTables + optionTables).first(where: { $0.name == name })
    else { return [] }
    return table.fields + (table.parent.map(described(ofTable:)) ?? [])
  }

  /// The kind of handle that a type names, such as `screen` for `signalbox.Screen?`.
  package static func kind(ofType type: String) -> String? {
    let first = type.prefix { $0 != "|" && $0 != "," && $0 != "?" && $0 != " " }
    return types.first { $0.name == first }?.kind
  }

  /// The name of the table that a type names, such as `RouteTable`, the first of several.
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
