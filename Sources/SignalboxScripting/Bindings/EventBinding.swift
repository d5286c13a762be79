internal import LuaRuntime
internal import Signalbox

/// The members of an event. An event is represented by a handle that contains its position in the
/// journal, so that passing an event to an observer costs no more than passing a number. The
/// event's fields are read when a script accesses them.
enum EventBinding {
  static let kind = HandleKind(
    "Event", "event",
    "An event, which can be read while the engine's journal contains it. By default, the journal "
      + "keeps the newest 100,000 events.",
    [
      text(
        "kind",
        "the event's kind, such as `entry.pushed`, or nil after the journal has dropped "
          + "the event"
      ) { $0.kind.name },
      text("subject", "the identifier of the event's subject, such as `s17`") {
        $0.subject.description
      },
      text("name", "the subject's name") { $0.name },
      text("other", "a second subject, such as the owner") { $0.other?.description ?? "" },
      text("reason", "the reason for the event, or a detail such as a link's URL") {
        $0.explanation
      },
      text("text", "the complete event as text") { $0.description },
      HandleMember(.value("sequence", "integer", "the sequence number of the event, from 1")) {
        session, frame in
        frame.push(Int(truncatingIfNeeded: frame.handle(1, session.handles.event) ?? 0))
      },
      value("time", "integer?", "the virtual time of the event in milliseconds") { event, frame in
        frame.push(event.milliseconds)
      },
      value(
        "operation", "integer?",
        "the number of the operation that the event belongs to, or 0 "
          + "if it belongs to none"
      ) {
        event, frame in frame.push(event.operation)
      },
      value("isHidden", "boolean?", "whether a layer covers the event's subject") { event, frame in
        frame.push(event.isHidden)
      },
    ])

  private static func value(
    _ name: String, _ type: String, _ summary: String,
    _ read: @escaping @Sendable (NavigationEvent, LuaFrame) -> Void
  ) -> HandleMember {
    HandleMember(.value(name, type, summary)) { session, frame in
      guard let bits = frame.handle(1, session.handles.event),
        let event = session.engine.event(numbered: Int(truncatingIfNeeded: bits))
      else { return frame.push() }
      read(event, frame)
    }
  }

  /// Creates a member that pushes a string, or nil if the event has no such string.
  private static func text(
    _ name: String, _ summary: String, _ read: @escaping @Sendable (NavigationEvent) -> String
  ) -> HandleMember {
    value(name, "string?", summary) { event, frame in
      let text = read(event)
      if text.isEmpty { frame.push() } else { frame.push(text) }
    }
  }
}

/// Adds the observers that scripts define.
struct EventObservation {
  let session: ScriptSession
  private var engine: NavigationEngine { session.engine }
  private var handles: HandleTypes { session.handles }

  /// Returns the kinds of events that a filter selects: all kinds if the filter is nil, the kinds
  /// with a given name or prefix such as `"screen"`, or the kinds that match an element of a list.
  func kinds(at index: Int, _ frame: LuaFrame) throws(LuaError) -> Set<NavigationEvent.Kind> {
    switch frame.kind(index) {
    case .none, .nil: return Set(NavigationEvent.Kind.allCases)
    case .string: return try kinds(named: frame.text(index))
    case .table:
      var kinds = Set<NavigationEvent.Kind>()
      for place in 0..<frame.rawLength(index) {
        try frame.withElement(index, at: place + 1) { element throws(LuaError) in
          guard element.kind(-1) == .string else {
            throw LuaError.badArgument(
              "element \(place + 1) of the list is \(session.shortText(element, -1)), expected an "
                + "event's name")
          }
          kinds.formUnion(try self.kinds(named: element.text(-1)))
        }
      }
      return kinds
    default:
      throw LuaError.badArgument(
        "expected an event's name or a list of names, got "
          + session.shortText(frame, index))
    }
  }

  private func kinds(named name: String) throws(LuaError) -> Set<NavigationEvent.Kind> {
    let kinds = NavigationEvent.Kind.allCases.filter {
      $0.name == name || $0.name.hasPrefix(name + ".")
    }
    if !kinds.isEmpty { return Set(kinds) }
    let hint = nameHint(for: name, in: NavigationEvent.Kind.allCases.map(\.name))
    throw LuaError.badArgument(
      "there is no event \(quotation(name))\(hint.map { "; \($0)" } ?? "")")
  }

  /// Implements `app:on(event, fn)`, which returns a function that ends the observation.
  /// Benchmark: `W1h`.
  @discardableResult
  func observe(_ frame: LuaFrame) throws(LuaError) -> (id: ObserverID, kinds: String) {
    guard !frame.isNil(2) else {
      throw LuaError.badArgument(
        "on: expected an event's name and a function")
    }
    let kinds = try self.kinds(at: 2, frame)
    let function = try frame.function(3)
    let type: LuaHandleType = handles.event
    let observer = engine.observeNumbers(
      Array(kinds), owner: try session.methods.owner(of: 3, in: frame, for: "app:on")
    ) {
      sequence throws(LuaError) in
      // The engine may outlive its session.
      try function.luaState?.perform(function) { $0.push(handle: UInt64(sequence), type) }
    }
    frame.pushFunction("stop") { [unowned engine = engine] _ in
      engine.stopObserving(observer)
      return 0
    }
    return (observer, kinds.map(\.name).sorted().joined(separator: " "))
  }
}
