extension ScriptReference {
  /// The methods of coordinators that the engine calls.
  package static let lifecycle: [Entry] = [
    .function(
      "start", [Parameter("animated", "boolean")],
      "called when the coordinator starts: shows its first screen with `self.router:startFlow(…)`"),
    .function(
      "startEmpty", [Parameter("animated", "boolean")],
      "called when `start` has returned without showing a screen"),
    .function("restored", [], "called when `app:restoreState` has restored the coordinator"),
    .function(
      "didFinish", [Parameter("result", "any"), Parameter("reason", "string")],
      "called when the coordinator has finished"),
    .function(
      "childFinished",
      [Parameter("type", "string"), Parameter("result", "any"), Parameter("reason", "string")],
      "called when a child has finished; `type` is the name of its definition"),
    .function(
      "currentPageChanged",
      [
        Parameter("page", "string?"),
        Parameter("source", "\"user\"|\"operation\"|\"pages\""),
      ], "called when another page is selected"),
    .function(
      "onBack", [Parameter("screen", "signalbox.Screen")], returns: "signalbox.Answer",
      "asked before the user goes back; `\"handled\"` or `true` keeps the screen"),
    .function(
      "shouldDismiss", [Parameter("screen", "signalbox.Screen")], returns: "boolean",
      "asked before the user dismisses a layer; `false` keeps it"),
  ]

  /// Names in definitions that no handle has: `?coordinator.start`, `?route.title`, `?style.sheet`.
  static let topics: [(name: String, summary: String, entries: [Entry])] = [
    ("coordinator", "", lifecycle),
    topic("definition", DefinitionReader.coordinators.description),
    topic("route", RouteReader.schema.description), topic("page", PageReader.schema.description),
    (
      "style",
      "The values of `style`, in addition to the styles that `presentationStyle` "
        + "defines.",
      styles.map { .value($0.name, "", $0.summary) }
    ),
  ]

  private static func topic(
    _ name: String, _ table: TableDescription
  ) -> (name: String, summary: String, entries: [Entry]) {
    (name, table.summary, table.fields)
  }
}
