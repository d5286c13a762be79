internal import Signalbox
internal import SignalboxScripting

/// Finds router calls whose route no coordinator declares.
enum RoutesRule: LintRule {
  static func findings(in context: LintContext) -> [LintFinding] {
    var known = Set(context.types.flatMap(\.routes).map(\.name))
    known.formUnion(context.types.flatMap(\.pages.keys))
    // These keys include the routes of extensions, and of definitions that are created while a
    // scenario runs.
    for text in context.texts { known.formUnion(text.sourceIndex.keys["routes"] ?? []) }
    return context.texts.flatMap { text in
      text.sourceIndex.calls.compactMap { call -> LintFinding? in
        guard RouterCalls.isRouteCall(call), let name = call.literal, !known.contains(name),
          !text.sourceIndex.ignoredLines.contains(call.line)
        else { return nil }
        return LintFinding(
          "unknownRoute", "\(call.method): no loaded coordinator has a route \"\(name)\"",
          hint: nameHint(for: name, in: known), file: text.path, line: call.line,
          column: text.column(at: call.start))
      }
    }
  }
}
