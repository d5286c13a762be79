internal import SignalboxScripting

/// A plugin's set of valid names, and the positions at which scripts use such names (`host:names`).
struct NameSet {
  /// The noun with which findings refer to a name, such as `step`.
  let noun: String
  let known: Set<String>
  /// The key in definitions under which names are listed, or `nil` if definitions list no names.
  let declaredIn: String?
  private let fields: Set<String>
  private let calls: [String: Int]

  /// Returns a mention of a name as the script spells it, such as `step = "pay"`, or `nil` if
  /// scripts do not use names of this set at its position.
  func spelling(of mention: LuaIndex.Mention) -> String? {
    switch mention.target {
    case .field(let name): fields.contains(name) ? "\(name) = \"\(mention.text)\"" : nil
    case .method(let name):
      calls[":" + name] == mention.place ? "\(name) \"\(mention.text)\"" : nil
    case .function(let name):
      calls[name] == mention.place ? "\(name) \"\(mention.text)\"" : nil
    }
  }

  /// Returns the sets of the plugins that a session has loaded, except sets that can contain names
  /// that the plugin does not know.
  static func all(in session: ScriptSession, timeout: Duration) throws(ScriptError) -> [NameSet] {
    var sets: [NameSet] = []
    for member in session.host.extensions(of: .names) {
      guard let table = member.value.table, let function = table["known"].function else { continue }
      let path = "names \"\(member.name)\": `known`"
      let value = try function.call([], timeout: timeout).first ?? .nil
      if value == .nil { continue }
      guard let list = value.table?.list, case let known = list.compactMap(\.text),
        known.count == list.count
      else {
        throw .badArgument(
          "\(path) returned \(session.text(of: value)), expected a list of names or nil")
      }
      var calls: [String: Int] = [:]
      for pair in table["calls"].table?.pairs ?? [] {
        if let name = pair.key.text, case .integer(let place) = pair.value { calls[name] = place }
      }
      sets.append(
        NameSet(
          noun: member.name, known: Set(known), declaredIn: table["declaredIn"].text,
          fields: Set(table["fields"].table.map { $0.list.compactMap(\.text) } ?? []), calls: calls)
      )
    }
    return sets
  }
}
