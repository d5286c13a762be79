internal import Signalbox
internal import SignalboxScripting

/// Calls of routers that name a route which no coordinator has.
enum RoutesCheck: CheckRule {
  static func findings(in scene: CheckScene) -> [CheckFinding] {
    var known = Set(scene.types.flatMap(\.routes).map(\.name))
    known.formUnion(scene.types.flatMap(\.pages.keys))
    // What is defined while a flow runs, or added to a definition.
    for text in scene.texts { known.formUnion(text.survey.keys["routes"] ?? []) }
    return scene.texts.flatMap { text in
      text.survey.calls.compactMap { call -> CheckFinding? in
        guard RouterCalls.isRouteCall(call), let name = call.literal, !known.contains(name),
          !text.survey.ignoredLines.contains(call.line)
        else { return nil }
        return CheckFinding(
          "unknownRoute", "\(call.method): no coordinator that is loaded has a route \"\(name)\"",
          hint: nameHint(for: name, in: known), file: text.path, line: call.line)
      }
    }
  }
}
