internal import Signalbox
internal import SignalboxScripting

/// Finds names that are not part of a plugin's closed set, such as steps that no coordinator
/// declares.
enum NamesRule: LintRule {
  static func findings(in context: LintContext) -> [LintFinding] {
    context.names.flatMap { set in
      let known = set.known.union(declared(under: set.declaredIn, in: context))
      return context.texts.flatMap { text in
        text.sourceIndex.mentions.compactMap { finding(of: $0, set, known, text) }
      }
    }
  }

  private static func finding(
    of mention: LuaIndex.Mention, _ set: NameSet, _ known: Set<String>, _ text: LintContext.Text
  ) -> LintFinding? {
    // A method that the file itself defines is different from the plugin's method.
    if case .method(let name) = mention.target, text.sourceIndex.methods.contains(name) {
      return nil
    }
    guard !known.contains(mention.text), let spelling = set.spelling(of: mention),
      !text.sourceIndex.ignoredLines.contains(mention.line)
    else { return nil }
    return LintFinding(
      "unknown\(set.noun.prefix(1).uppercased())\(set.noun.dropFirst())",
      "\(spelling): no \(set.noun) with this name is declared",
      hint: nameHint(for: mention.text, in: known), file: text.path, line: mention.line)
  }

  /// Returns the names that definitions list under a key. Definitions that are created only while a
  /// scenario runs are included.
  private static func declared(under key: String?, in context: LintContext) -> Set<String> {
    guard let key else { return [] }
    return context.texts.reduce(into: []) { names, text in
      names.formUnion(text.sourceIndex.entries[key] ?? [])
      names.formUnion(text.sourceIndex.keys[key] ?? [])
    }
  }
}
