internal import Signalbox
internal import SignalboxScripting

/// Finds globals that are read but not defined. Each file has its own globals.
enum GlobalsRule: LintRule {
  /// Names whose use indicates that code may define globals that are not visible in the source.
  private static let openings: Set<String> = ["_ENV", "_G"]

  static func findings(in context: LintContext) -> [LintFinding] {
    context.texts.flatMap { text -> [LintFinding] in
      let sourceIndex = text.sourceIndex
      guard sourceIndex.identifiers.isDisjoint(with: openings) else { return [] }
      let own = Set(sourceIndex.globals.filter(\.isWritten).map(\.name))
      let known = context.base.union(own)
      let unknown = sourceIndex.globals.filter {
        !$0.isWritten && !known.contains($0.name) && !sourceIndex.ignoredLines.contains($0.line)
      }
      return unknown.map { global in
        let near = nearestName(to: global.name, in: known)
        return LintFinding(
          "unknownGlobal", "nothing defines the global \"\(global.name)\"",
          hint: near.map { "did you mean \"\($0)\"?" }, file: text.path, line: global.line,
          column: text.column(at: global.start))
      }
    }
  }
}
