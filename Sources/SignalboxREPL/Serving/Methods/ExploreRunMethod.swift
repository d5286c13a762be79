package import Signalbox
package import SignalboxProtocol

/// The method `explore/run`, which explores every path through an application.
package enum ExploreRunMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var file: String
    package var goal: String?
    package var findsAll: Bool?
    package var maxDepth: Int?
    package var maxStates: Int?
    package var maxTime: Int?

    package static let fields = [
      MessageField("file", .string, "a file with properties, or an application"),
      MessageField(
        "goal", .string, optional: true,
        "expectations of `app:expect`, such as `front = \"payment\"`: the result then "
          + "contains the shortest path to a state that satisfies them, instead of properties"),
      MessageField(
        "findsAll", .boolean, optional: true,
        "whether the result contains a path to each state that satisfies the goal"),
      MessageField(
        "maxDepth", .integer(minimum: 1), optional: true, "the maximum number of actions on a path"),
      MessageField(
        "maxStates", .integer(minimum: 1), optional: true,
        "the number of states after which the exploration stops (default: the file's limit, or "
          + "1000000)"),
      MessageField(
        "maxTime", .integer(minimum: 1), optional: true,
        "the number of milliseconds after which the exploration stops"),
    ]

    package init(file: String, maxDepth: Int? = nil) {
      (self.file, self.maxDepth) = (file, maxDepth)
    }
  }

  /// An action and its changes.
  package struct Step: MessageFields {
    package var action: String
    @Sparse package var changes: [String] = []

    package static let fields = [
      MessageField("action", .string, "the action as Lua source"),
      MessageField("changes", .list(.string), optional: true, "the changes, one sentence each"),
    ]
  }

  /// A path to a violation.
  package struct Counterexample: MessageFields {
    @Sparse package var steps: [Step] = []
    package var finding: String
    @Sparse package var screen: String = ""
    package var location: String?

    package static let fields = [
      MessageField(
        "steps", .list(.fields(Step.fields)), optional: true, "the actions after the start"),
      MessageField("finding", .string, "the problem after the last step"),
      MessageField(
        "screen", .string, optional: true, "the visible screen after the last step, as text"),
      MessageField("location", .string, optional: true, "the file and line of the error"),
    ]
  }

  /// A property and the result of checking it.
  package struct Property: MessageFields {
    package var title: String
    package var answer: String
    package var location: String?
    package var counterexample: Counterexample?
    package var source: String?

    package static let fields = [
      MessageField("title", .string, "the property, or the rule"),
      MessageField(
        "answer", .choice(["holds", "holdsSoFar", "violated", "undecided"]),
        "the result; `holdsSoFar` if a limit ended the exploration"),
      MessageField("location", .string, optional: true, "the file and line of the property"),
      MessageField(
        "counterexample", .fields(Counterexample.fields), optional: true,
        "the shortest path to a violation"),
      MessageField(
        "source", .string, optional: true,
        "the path as a scenario file, which fails until the violation is fixed"),
    ]
  }

  /// A path to a state that satisfies the goal.
  package struct Path: MessageFields {
    @Sparse package var steps: [Step] = []
    @Sparse package var stack: [String] = []
    @Sparse package var front: String = ""
    package var source: String

    package static let fields = [
      MessageField(
        "steps", .list(.fields(Step.fields)), optional: true, "the actions after the start"),
      MessageField(
        "stack", .list(.string), optional: true,
        "the screens of the topmost coordinator, the root first"),
      MessageField("front", .string, optional: true, "the front screen"),
      MessageField("source", .string, "the path as a scenario file"),
    ]
  }

  package struct Result: MessageFields {
    package var states: Int
    package var transitions: Int
    package var depth: Int
    @Sparse package var exhaustive: Bool = false
    package var milliseconds: Int
    @Sparse package var properties: [Property] = []
    @Sparse package var paths: [Path] = []
    @Sparse package var notes: [String] = []
    package var failure: String?

    package static let fields = [
      MessageField("states", .integer(minimum: 0), "the number of states"),
      MessageField("transitions", .integer(minimum: 0), "the number of transitions"),
      MessageField(
        "depth", .integer(minimum: 0), "the number of actions on the longest of the shortest paths"),
      MessageField("exhaustive", .boolean, optional: true, "whether every path was followed"),
      MessageField("milliseconds", .integer(minimum: 0), "the elapsed wall-clock time"),
      MessageField(
        "properties", .list(.fields(Property.fields)), optional: true,
        "the properties of the file, then the rules that every application should follow"),
      MessageField(
        "paths", .list(.fields(Path.fields)), optional: true,
        "the paths to the goal; omitted if no state satisfies it"),
      MessageField("notes", .list(.string), optional: true, "remarks"),
      MessageField("failure", .string, optional: true, "the error that ended the exploration"),
    ]
  }

  package static let name = "explore/run"
  package static let summary =
    "Explores every path through an application in a separate process, as `signalbox explore` and "
    + "`signalbox path` do. Nothing is written. `explore/progress` is sent about four times a "
    + "second. `scenario/cancel` ends the exploration; the response then contains the results so "
    + "far."
  package static let example = MethodExample<Params, Result>(Params(file: "shop.lua", maxDepth: 2))
}
