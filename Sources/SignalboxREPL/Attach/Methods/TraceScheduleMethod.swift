package import Signalbox
package import SignalboxProtocol

/// The method `trace/schedule`, which returns the timers and the asynchronous work of the session.
package enum TraceScheduleMethod: ProtocolMethod {
  package typealias Params = NoFields

  package struct Result: MessageFields {
    package var items: NavigationValue
    @Sparse package var dropped: Int = 0

    package static let fields = [
      MessageField(
        "items", .any,
        "the timers and work items in the order in which they began: the time and the step of the "
          + "beginning (`b`, `i`) and of the end (`e`, `j`), and the owner (`o`), the deadline of a "
          + "timer (`d`), 1 for asynchronous work (`w`) and for cancelled items (`x`), and, for "
          + "unfinished work, its number (`n`) and the results (`r`) that `work/end` accepts "
          + "for it"),
      MessageField(
        "dropped", .integer(minimum: 0), optional: true,
        "the number of earlier items that are no longer kept"),
    ]

    package init(items: NavigationValue) { self.items = items }
  }

  package static let name = "trace/schedule"
  package static let summary =
    "Returns when each timer and each asynchronous work item of the session began and ended. "
    + "Begins the recording, as `trace/read` does."
  package static let example = MethodExample<Params, Result>(NoFields())
}
