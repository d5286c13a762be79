internal import Signalbox

/// A sequence of a recording's steps, in the format that ``TraceData`` describes.
struct TraceChunk {
  /// The state, the view and the groups before the first step of a chunk.
  struct Before {
    var state: NavigationValue?
    var view: NavigationValue?
    var groups: [String]
  }

  /// A pool in which equal values are stored only once.
  private struct Pool {
    private(set) var values: [NavigationValue] = []
    /// The size of the values in bytes.
    private(set) var size = 0
    private var indices: [NavigationValue: Int] = [:]

    mutating func index(of value: NavigationValue) -> Int {
      if let index = indices[value] { return index }
      indices[value] = values.count
      values.append(value)
      size += TraceChunk.size(of: value)
      return values.count - 1
    }
  }

  /// The indices of the state and the view before the first step.
  private var start: NavigationArguments = [:]
  private var groups = Pool()
  private var screens = Pool()
  private var stacks = Pool()
  private var coordinators = Pool()
  private var layers = Pool()
  private var states = Pool()
  private var views = Pool()
  private var steps: [NavigationValue] = []
  /// The state, the view and the groups after the last step.
  private(set) var last: Before
  /// The number of groups that begin in the chunk.
  private(set) var groupCount = 0

  init(after before: Before) {
    last = before
    if let state = before.state { start["s"] = .integer(index(ofState: state)) }
    if let view = before.view { start["v"] = .integer(views.index(of: view)) }
  }

  /// The number of steps.
  var count: Int { steps.count }

  /// The size of the steps without the parts that they share, in bytes.
  private var stepSize = 0

  /// The size of the chunk's strings and numbers, in bytes.
  var size: Int {
    [groups, screens, stacks, coordinators, layers, states, views].reduce(stepSize) {
      $0 + $1.size
    }
  }

  private static func size(of value: NavigationValue) -> Int {
    switch value {
    case .boolean, .integer, .number, .object: 8
    case .string(let text): text.utf8.count + 2
    case .list(let values): values.reduce(2) { $0 + size(of: $1) }
    case .table(let fields):
      fields.fields.reduce(2) { $0 + $1.name.utf8.count + size(of: $1.value) }
    }
  }

  /// The chunk as JSON.
  var value: NavigationValue {
    .fields([
      ("start", .table(start)), ("groups", .list(groups.values)),
      ("screens", .list(screens.values)),
      ("stacks", .list(stacks.values)), ("coordinators", .list(coordinators.values)),
      ("layers", .list(layers.values)), ("states", .list(states.values)),
      ("views", .list(views.values)), ("steps", .list(steps)),
    ])
  }

  /// Adds a step.
  mutating func add(_ entry: TraceData.Entry, _ allViews: [Int: SessionTrace.View]) {
    let (step, call) = (entry.step, entry.call)
    let own = entry.number.flatMap { allViews[$0] }
    let names = step?["groups"]?.list?.compactMap(\.text) ?? []
    if names != last.groups, !names.isEmpty { groupCount += 1 }
    last.groups = names
    if let state = call?.recorded.state { last.state = state }
    if let view = own?.fields["view"] { last.view = view }
    var fields: NavigationArguments = ["c": step?["call"] ?? .string(call?.call ?? "")]
    fields["n"] = entry.number.map { .integer($0) }
    fields["e"] = step?["effect"]
    fields["r"] = step?["microseconds"]
    fields["at"] = step?["at"]
    fields["p"] = step?["phase"]
    fields["g"] = names.isEmpty ? nil : .integer(groups.index(of: .texts(names)))
    fields["f"] = entry.isFailed ? 1 : nil
    fields["v"] = own?.fields["view"].map { .integer(views.index(of: $0)) }
    fields["x"] = own?.fields["events"]
    fields["xd"] = own?.fields["omittedEvents"]
    if let call { add(call, step, to: &fields) }
    steps.append(.table(fields))
    stepSize += Self.size(of: .table(fields))
  }

  private mutating func add(
    _ call: SessionTrace.Step, _ step: NavigationArguments?, to fields: inout NavigationArguments
  ) {
    let recorded = call.recorded
    fields["at"] = fields["at"] ?? recorded.place.map { .string($0) }
    fields["t"] = .integer(recorded.milliseconds)
    fields["o"] = recorded.outcome == "done" ? nil : .string(recorded.outcome)
    fields["by"] = recorded.caller.map { .string($0) }
    fields["l"] = lua(recorded, of: fields["c"]?.text ?? "").map { .string($0) }
    fields["i"] = inner(call, step)
    fields["d"] = changes(call)
    fields["s"] = recorded.state.map { .integer(index(ofState: $0)) }
    fields["m"] = recorded.state == nil ? 1 : nil
  }

  /// Returns the call as a statement of a scenario. The result is `nil` if the text of the call is
  /// sufficient to write the statement, or if there is no such statement.
  private func lua(_ call: RecordedCall, of text: String) -> String? {
    let lua = call.lua { path in
      guard path.contains("/") else { return "app.main.router" }
      let type = (path.split(separator: "/").last ?? "").prefix { $0 != "#" }
      return "app:coordinator(\(NavigationValue.string(String(type)))).router"
    }
    guard let lua, lua != text, text != "launch" else { return nil }
    let words = text.split(separator: " ", maxSplits: 1)
    let isObvious = words.count == 2 && lua == "app:\(words[0])(\(words[1]))"
    return isObvious ? nil : lua
  }

  // MARK: - Parts

  /// Returns the calls that callbacks made, with their script lines if the step contains the lines.
  private func inner(
    _ call: SessionTrace.Step, _ step: NavigationArguments?
  ) -> NavigationValue? {
    guard !call.inner.isEmpty else { return nil }
    var places = (step?["calls"]?.list ?? []).compactMap(\.table)[...]
    return .list(
      call.inner.map { text in
        // Steps contain only the first calls, and not all kinds of calls.
        let verb = places.first?["call"]?.text?.prefix { $0 != " " } ?? ""
        guard !verb.isEmpty, text.contains(":\(verb)(") else {
          return .fields([("call", .string(text))])
        }
        return .fields([("call", .string(text)), ("at", places.removeFirst()["at"])])
      })
  }

  private func changes(_ call: SessionTrace.Step) -> NavigationValue? {
    guard !call.changes.isEmpty else { return nil }
    return .list(
      call.changes.map { change in
        [
          .string(change.kind.rawValue), .string(change.path), .texts(change.removed),
          .texts(change.added),
        ]
      })
  }

  /// Stores the parts of a state, and returns the index of the state.
  private mutating func index(ofState state: NavigationValue) -> Int {
    let coordinators = (state.table?["coordinators"]?.list ?? []).map { value in
      let shared = sharingStack(value)
      return NavigationValue.integer(self.coordinators.index(of: shared))
    }
    let layers = (state.table?["layers"]?.list ?? []).map { value in
      let shared = sharingStack(value)
      return NavigationValue.integer(self.layers.index(of: shared))
    }
    return states.index(of: [.list(coordinators), .list(layers)])
  }

  /// Replaces the stack of a coordinator or layer with the index of the stack.
  private mutating func sharingStack(_ value: NavigationValue) -> NavigationValue {
    guard var fields = value.table, let stack = fields["stack"]?.list else { return value }
    var index = -1
    for screen in stack {
      let top = screens.index(of: screen)
      index = stacks.index(of: [.integer(index), .integer(top)])
    }
    fields["stack"] = .integer(index)
    return .table(fields)
  }
}
