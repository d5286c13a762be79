internal import Signalbox

/// What the reference says of one word or member, for help in place.
package struct ReferenceCard: Hashable, Sendable {
  /// How it is written: `app:open(url, opts?)`.
  package var signature: String
  package var summary: String
  /// What each argument is: name, type, summary.
  package var parameters: [Parameter] = []
  /// The options that its last table may have.
  package var options: [String] = []
  /// What it gives; empty for nothing.
  package var gives = ""

  package struct Parameter: Hashable, Sendable {
    package let name: String
    package let type: String
    package let summary: String
  }
}

extension ScriptReference {
  /// The card of a word (`after`), a member (`app.open`, `router:navigate`) or a function of a library
  /// (`clock.advance`); `nil` where there is none.
  package static func card(
    _ path: [String], with supplements: [ScriptSupplement] = []
  ) -> ReferenceCard? {
    guard let first = path.first, path.count <= 2 else { return nil }
    guard path.count == 2 else { return word(first, supplements) }
    if let library = libraries.first(where: { $0.name == first }) {
      return library.functions.first { $0.name == path[1] }.map { card($0, "\(first).") }
    }
    return member(path[1], of: first, supplements)
  }

  /// The kinds of handles that have a member of that name.
  package static func owners(
    of member: String, with supplements: [ScriptSupplement] = []
  ) -> [String] {
    types.map(\.kind).filter { self.member(member, of: $0, supplements) != nil }
  }

  /// All paths that have a card.
  package static func paths(with supplements: [ScriptSupplement] = []) -> [[String]] {
    var paths = globals.map { [$0.name] } + [["app"]]
    for library in libraries { paths += library.functions.map { [library.name, $0.name] } }
    for type in types { paths += memberNames(of: type.kind).map { [type.kind, $0] } }
    for supplement in supplements {
      paths += supplement.words.map { [$0.name] } + supplement.methods.map { ["app", $0.name] }
    }
    return paths
  }

  private static func word(_ name: String, _ supplements: [ScriptSupplement]) -> ReferenceCard? {
    let entries = globals + supplements.flatMap(\.words)
    if let entry = entries.first(where: { $0.name == name }) { return card(entry, "") }
    if let library = libraries.first(where: { $0.name == name }) {
      return ReferenceCard(
        signature: name, summary: library.summary,
        gives: library.functions.map(\.name).joined(separator: ", "))
    }
    guard let type = types.first(where: { $0.kind == name }) else { return nil }
    return ReferenceCard(
      signature: name, summary: type.summary,
      gives: memberNames(of: name).sorted().joined(separator: ", "))
  }

  private static func member(
    _ name: String, of kind: String, _ supplements: [ScriptSupplement]
  ) -> ReferenceCard? {
    guard let type = types.first(where: { $0.kind == kind }) else { return nil }
    if let signature = signatures(for: type.receivers).first(where: { $0.name == name }) {
      return card(signature, of: kind)
    }
    let added = kind == "app" ? supplements.flatMap(\.methods) : []
    return (type.members + added).first { $0.name == name }.map { entry in
      card(entry, entry.parameters == nil ? "\(kind)." : "\(kind):")
    }
  }

  private static func card(_ entry: Entry, _ prefix: String) -> ReferenceCard {
    let names = entry.parameters?.map { $0.isOptional ? "\($0.name)?" : $0.name }
    let call = names.map { "(\($0.joined(separator: ", ")))" } ?? ""
    return ReferenceCard(
      signature: "\(prefix)\(entry.name)\(call)", summary: entry.summary,
      parameters: (entry.parameters ?? []).map {
        ReferenceCard.Parameter(name: $0.name, type: $0.type, summary: $0.summary)
      }, gives: entry.type)
  }

  private static func card(_ signature: OperationSignature, of kind: String) -> ReferenceCard {
    var names = signature.parameters.map { $0.isOptional ? "\($0.name)?" : $0.name }
    if !signature.options.isEmpty { names.append("opts?") }
    return ReferenceCard(
      signature: "\(kind):\(signature.name)(\(names.joined(separator: ", ")))",
      summary: signature.summary,
      parameters: signature.parameters.map {
        ReferenceCard.Parameter(name: $0.name, type: type(of: $0.kind), summary: $0.summary)
      }, options: signature.options.map(\.name), gives: signature.result)
  }
}
