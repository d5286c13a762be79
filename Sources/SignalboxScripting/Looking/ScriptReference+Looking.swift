internal import Signalbox

/// A described name, for whoever suggests names while somebody types.
package struct ReferenceName: Hashable, Sendable {
  package let name: String
  /// `(to, args?, opts?)` of a function; empty for a value.
  package let signature: String
  /// One sentence without a full stop.
  package let summary: String
  /// What it is or gives first, in LuaCATS notation; empty where it is nothing or not known.
  package let type: String
  /// The types of its arguments, in LuaCATS notation.
  package let parameters: [String]

  package var isFunction: Bool { !signature.isEmpty }
}

extension ScriptReference {
  /// The described members of a kind of handle, operations and gestures last.
  package static func described(of kind: String) -> [ReferenceName] {
    guard let type = types.first(where: { $0.kind == kind }) else { return [] }
    let members = type.members.map(named)
    let known = Set(members.map(\.name))
    return members
      + signatures(for: type.receivers).filter { !known.contains($0.name) }.map(named)
  }

  /// The described words that every script starts with, `app` first.
  package static var describedGlobals: [ReferenceName] {
    let app = ReferenceName(
      name: "app", signature: "", summary: "the application and its user", type: "signalbox.App",
      parameters: [])
    return [app] + globals.map(named)
      + libraries.map { library in
        ReferenceName(
          name: library.name, signature: "", summary: library.summary, type: "", parameters: [])
      }
  }

  /// The described functions of a library, one of Lua's own included.
  package static func described(ofLibrary name: String) -> [ReferenceName] {
    libraries.first { $0.name == name }?.functions.map(named)
      ?? LuaLibrary.functions[name] ?? []
  }

  /// The keys of a table that definitions are made of, such as `RouteTable`.
  package static func described(ofTable name: String) -> [ReferenceName] {
    guard let table = (tables + pluginTables).first(where: { $0.name == name }) else { return [] }
    return table.fields.map(named) + (table.parent.map(described(ofTable:)) ?? [])
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
      if let table = (tables + pluginTables).first(where: { $0.name == bare }) {
        return table.name
      }
    }
    return nil
  }

  private static func named(_ entry: Entry) -> ReferenceName {
    let parameters = entry.parameters?.map { $0.name + ($0.isOptional ? "?" : "") }
    return ReferenceName(
      name: entry.name, signature: parameters.map { "(\($0.joined(separator: ", ")))" } ?? "",
      summary: entry.summary, type: entry.type, parameters: entry.parameters?.map(\.type) ?? [])
  }

  private static func named(_ signature: OperationSignature) -> ReferenceName {
    let isDefaulted = signature.name == "launch"
    var names = signature.parameters.map { $0.name + ($0.isOptional || isDefaulted ? "?" : "") }
    if !signature.options.isEmpty { names.append("opts?") }
    let result =
      switch signature.mode {
      case .query: signature.name.hasSuffix("Root") ? "boolean" : "signalbox.Coordinator?"
      case .change: signature.continues ? "signalbox.Coordinator" : "signalbox.Router"
      }
    return ReferenceName(
      name: signature.name, signature: "(\(names.joined(separator: ", ")))",
      summary: signature.summary, type: result, parameters: [])
  }
}
