package import Signalbox
package import SignalboxProtocol

/// The method `trace/overview`, which returns an overview of the session so far: the screens and
/// the transitions between them, the leaked objects, and the coverage.
package enum TraceOverviewMethod: ProtocolMethod {
  package typealias Params = NoFields

  package struct Result: MessageFields {
    package var graph: NavigationValue
    @Sparse package var leaks: [String] = []
    package var coverage: NavigationValue?

    package static let fields = [
      MessageField(
        "graph", .any,
        "the screens that were in front, the declared screens, and the transitions between them, "
          + "with positions for an image"),
      MessageField(
        "leaks", .list(.string), optional: true,
        "descriptions of the objects that still exist although they are not in the tree"),
      MessageField(
        "coverage", .any, optional: true,
        "the declared routes, transitions, actions, links and guards, each with the number of its "
          + "uses so far; omitted if scripts define none"),
    ]

    package init(graph: NavigationValue) { self.graph = graph }
  }

  package static let name = "trace/overview"
  package static let summary =
    "Returns the screens that have been in front, the transitions between them, the numbers of "
    + "visits, the uses of declarations, and the objects that should no longer exist. Begins the recording, as `trace/read` "
    + "does."
  package static let example = MethodExample<Params, Result>(NoFields())
}
