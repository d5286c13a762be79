internal import Signalbox
internal import SignalboxScripting

/// The global function `count`, which returns the number of elements of a list that match a value.
enum ElementCount {
  /// The reference entry of the global.
  static let entry = ScriptReference.Entry.function(
    "count", [.init("list", "any[]"), .init("what", "any")], returns: "integer",
    "the number of elements of a list that equal a value, whose name or style equals it, or for "
      + "which a function returns true: `count(app:layers(), \"sheet\")`")

  /// Defines the global in a session.
  static func define(in session: ScriptSession, owner: ScriptOwner) throws(ScriptError) {
    try session.host.define(entry.name, owner: owner) { call throws(ScriptError) in
      [.integer(try count(call))]
    }
  }

  private static func count(_ call: ScriptCall) throws(ScriptError) -> Int {
    let (table, what) = (call[1].table, call[2])
    guard let elements = table?.list, elements.count == table?.pairs.count else {
      throw .badArgument("count: got \(call.session.text(of: call[1])), expected a list")
    }
    guard !what.isNil else {
      throw .badArgument(
        "count: got no value to count, expected a name, another value or a function",
        hint: "count(app:layers(), \"sheet\")")
    }
    guard let function = what.function else {
      return elements.count { matches($0, what, in: call.session) }
    }
    var count = 0
    for element in elements where try function.call([element]).first?.isTrue ?? false { count += 1 }
    return count
  }

  /// Returns whether an element equals a value, or has a name or a style that equals it.
  private static func matches(
    _ element: ScriptValue, _ value: ScriptValue, in session: ScriptSession
  ) -> Bool {
    if element == value { return true }
    switch element {
    case .integer, .number: return element.number == value.number
    case .table(let table): return table["name"] == value || table["style"] == value
    case .handle(let handle): return name(of: handle, in: session).map { .string($0) } == value
    default: return false
    }
  }

  /// Returns the name of a screen or an event, the style of a layer, or the type of a coordinator.
  private static func name(of handle: ScriptHandle, in session: ScriptSession) -> String? {
    let engine = session.engine
    switch handle {
    case .app: return nil
    case .coordinator(let id), .router(let id): return engine.typeName(of: id)
    case .screen(let id): return engine.node(of: id)?.name
    case .layer(let id): return engine.layers.first { $0.id == id }?.style
    case .event(let number): return engine.event(numbered: number)?.name
    }
  }
}
