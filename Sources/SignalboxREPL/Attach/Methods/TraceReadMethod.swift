package import Signalbox
package import SignalboxProtocol

/// The method `trace/read`, which returns recorded steps of the session.
package enum TraceReadMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var from: Int

    package static let fields = [
      MessageField(
        "from", .index(minimum: 0),
        "the index of a step, from 0; the result contains up to a hundred steps around this step")
    ]

    package init(from: Int) { self.from = from }
  }

  /// A part of the recording.
  package struct Part: MessageFields {
    package var first: Int
    package var count: Int
    package var groupCount: Int
    package var steps: NavigationValue

    package static let fields = [
      MessageField("first", .integer(minimum: 0), "the index of the part's first step"),
      MessageField("count", .integer(minimum: 0), "the number of steps in the part"),
      MessageField(
        "groupCount", .integer(minimum: 0), "the number of groups that begin in the part"),
      MessageField(
        "steps", .any, "the steps, and the screens, coordinators, layers and views that they share"),
    ]

    package init(first: Int, count: Int, groupCount: Int, steps: NavigationValue) {
      (self.first, self.count) = (first, count)
      (self.groupCount, self.steps) = (groupCount, steps)
    }
  }

  package struct Result: MessageFields {
    package var session: Int
    package var count: Int
    @Sparse package var dropped: Int = 0
    package var part: Part?
    package var present: Int?
    package var view: NavigationValue?
    package var time: Int
    @Sparse package var scheduleChanges: Int = 0
    @Sparse package var undoable: Int = 0
    @Sparse package var redoable: Int = 0
    @Sparse package var isLaunched: Bool = false
    package var folder: String?

    package static let fields = [
      MessageField(
        "session", .integer(minimum: 1),
        "the number of the session; a reload begins another session, whose steps are numbered from "
          + "0"),
      MessageField("count", .integer(minimum: 0), "the number of all steps so far"),
      MessageField(
        "dropped", .integer(minimum: 0), optional: true,
        "the number of steps at the beginning that have been discarded"),
      MessageField(
        "part", .fields(Part.fields), optional: true,
        "the steps; omitted if the requested step does not exist yet"),
      MessageField(
        "present", .integer(minimum: 0), optional: true,
        "the index of the step that led to the current state; omitted if there is none"),
      MessageField(
        "view", .any, optional: true,
        "the current titles, actions, timers and asynchronous work, as in a recording"),
      MessageField(
        "time", .integer(minimum: 0), "virtual milliseconds since the engine was created"),
      MessageField(
        "scheduleChanges", .integer(minimum: 0), optional: true,
        "the number of changes to timers and asynchronous work since the recording began"),
      MessageField(
        "undoable", .integer(minimum: 0), optional: true,
        "the number of operations that can be undone"),
      MessageField(
        "redoable", .integer(minimum: 0), optional: true,
        "the number of operations that can be redone"),
      MessageField(
        "isLaunched", .boolean, optional: true, "whether an application has been launched"),
      MessageField(
        "folder", .string, optional: true,
        "the absolute path of the host's folder, to which paths in the steps are relative"),
    ]

    package init(session: Int, count: Int, time: Int) {
      (self.session, self.count, self.time) = (session, count, time)
    }
  }

  package static let name = "trace/read"
  package static let summary =
    "Returns recorded steps, in the format of the inspector's pages, and the current state. The "
    + "first request begins the recording, unless the host has already begun it. `trace/changed` "
    + "then reports when the session has changed."
  package static let example = MethodExample<Params, Result>(Params(from: 0))
}
