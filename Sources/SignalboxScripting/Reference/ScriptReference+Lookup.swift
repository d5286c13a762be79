internal import Signalbox

extension ScriptReference {
  /// Returns the description of a name (`after`), a member (`app.open`, `router:navigate`) or a
  /// function of a library (`clock.advance`), with its signature; `nil` if there is none.
  package static func card(
    _ path: [String], with supplements: [ScriptSupplement] = []
  ) -> (call: String, entry: Entry)? {
    guard let first = path.first, path.count <= 2 else { return nil }
    guard path.count == 2 else {
      return word(first, supplements).map { ($0.name + $0.signature, $0) }
    }
    if let library = libraries.first(where: { $0.name == first }) {
      return library.functions.first { $0.name == path[1] }.map {
        ("\(first).\($0.name)\($0.signature)", $0)
      }
    }
    return member(path[1], of: first, supplements).map { entry in
      ("\(first)\(entry.isFunction ? ":" : ".")\(entry.name)\(entry.signature)", entry)
    }
  }

  /// Returns the kinds of handles and the topics that have a member of a name.
  package static func owners(
    of member: String, with supplements: [ScriptSupplement] = []
  ) -> [String] {
    let kinds = types.map(\.kind)
    return (kinds + topics.map(\.name).filter { !kinds.contains($0) })
      .filter { self.member(member, of: $0, supplements) != nil }
  }

  /// Returns all paths with a description.
  package static func paths(with supplements: [ScriptSupplement] = []) -> [[String]] {
    var paths = globals.map { [$0.name] } + [["app"]]
    for library in libraries { paths += library.functions.map { [library.name, $0.name] } }
    for type in types { paths += memberNames(of: type.kind).map { [type.kind, $0] } }
    for topic in topics { paths += topic.entries.map { [topic.name, $0.name] } }
    for supplement in supplements {
      paths += supplement.globals.map { [$0.name] } + supplement.methods.map { ["app", $0.name] }
    }
    return paths
  }

  private static func word(_ name: String, _ supplements: [ScriptSupplement]) -> Entry? {
    let entries = globals + supplements.flatMap(\.globals)
    if let entry = entries.first(where: { $0.name == name }) { return entry }
    if let library = libraries.first(where: { $0.name == name }) {
      return .value(name, library.functions.map(\.name).joined(separator: ", "), library.summary)
    }
    if let type = types.first(where: { $0.kind == name }) {
      return .value(name, memberNames(of: name).sorted().joined(separator: ", "), type.summary)
    }
    return topics.first { $0.name == name }.map { topic in
      .value(name, topic.entries.map(\.name).joined(separator: ", "), topic.summary)
    }
  }

  private static func member(
    _ name: String, of kind: String, _ supplements: [ScriptSupplement]
  ) -> Entry? {
    let type = types.first { $0.kind == kind }
    let members = type.map { operations(of: $0) + $0.entries } ?? []
    let added = kind == "app" ? supplements.flatMap(\.methods) : []
    let topic = topics.first { $0.name == kind }?.entries ?? []
    return (members + added + topic).first { $0.name == name }
  }

  /// Returns the nearest name for an unknown member of a kind of handle, or where an operation is
  /// that a script looks for in `app`.
  ///
  /// - Parameter names: The members of the kind.
  package static func hint(
    forMember name: String, of kind: String, in names: some Sequence<String>
  ) -> String? {
    if kind == "app", let index = OperationCatalog.index(of: name) {
      switch OperationCatalog.signature(at: index).receiver {
      case .any, .navigation, .tabs: return "call it on a router: app.top.router:\(name)(…)"
      case .application, .user: break
      }
    }
    return nameHint(for: name, in: names)
  }
}

extension ScriptReference.Entry {
  /// The kinds of handles that the first result, or the value, may be of; `nil` if it may be
  /// another value.
  package var handleKinds: Set<String>? {
    let first = (isFunction ? results.first ?? "" : type).prefix { $0 != "," && $0 != " " }
    guard !first.hasPrefix("fun(") else { return nil }
    var kinds: Set<String> = []
    for part in first.split(separator: "|") {
      guard let kind = ScriptReference.kind(ofType: String(part)), !part.hasSuffix("[]") else {
        return nil
      }
      kinds.insert(kind)
    }
    return kinds.isEmpty ? nil : kinds
  }
}
