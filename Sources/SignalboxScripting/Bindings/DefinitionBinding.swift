internal import LuaRuntime
internal import Signalbox

/// The members of a definition, such as `function Shop:start() … end`, `Shop:new { … }`,
/// `Shop:extend { … }` and `Shop.name`.
enum DefinitionBinding {
  static func index(_ session: ScriptSession) -> LuaNativeBody {
    let new = session.luaState.makeFunction("new", make(session))
    let extend = session.luaState.makeFunction("extend", extend(session))
    return { [unowned session] frame throws(LuaError) in
      let definition = try receiver(frame, session, "index")
      let key = frame.text(2)
      if frame.push(field: key, of: definition.methods) { return 1 }
      switch key {
      case "name": frame.push(definition.name)
      case "base":
        if let base = definition.base {
          frame.push(base, session.handles.definition)
        } else {
          frame.push()
        }
      case "new": frame.push(new)
      case "extend": frame.push(extend)
      default: frame.push()
      }
      return 1
    }
  }

  static func newIndex(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame throws(LuaError) in
      let definition = try receiver(frame, session, "newindex")
      guard frame.kind(2) == .string, frame.kind(3) == .function || frame.isNil(3) else {
        throw LuaError.badArgument(
          "\(definition.name).\(frame.text(2)) is \(session.shortText(frame, 3)), "
            + "expected a function: definitions contain methods; store values in self")
      }
      try definition.setMethod(frame.text(2), frame.value(3))
      return 0
    }
  }

  private static func receiver(
    _ frame: LuaFrame, _ session: ScriptSession, _ name: String
  ) throws(LuaError) -> CoordinatorDefinition {
    guard let definition = frame.object(1, session.handles.definition) else {
      throw LuaError("bad argument #1 to '\(name)' (coordinator definition expected)")
    }
    return definition
  }

  /// Returns the implementation of `Shop:new(args, { style = …, currentPage = … })`, which creates
  /// a coordinator without attaching it.
  private static func make(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame throws(LuaError) in
      let definition = try receiver(frame, session, "new")
      let arguments = try ValueBridge.arguments(
        at: 2, in: frame, path: "\(definition.name):new")
      let setup = try setup(of: definition, frame, session)
      let coordinator = try rejected { () throws(NavigationError) in
        try session.engine.makeCoordinator(definition.name, arguments, setup)
      }
      frame.push(coordinator, session.handles)
      return 1
    }
  }

  static let setups = DefinitionSchema<CoordinatorSetup>(
    "SetupTable", "The second argument of `Shop:new(args, …)`.",
    [
      .style(
        { ($0.style, $0.layerTraits) = ($1.style, $1.traits) },
        "the style in which other coordinators present the coordinator (default: as its definition "
          + "declares)"),
      .text(
        "currentPage", { $0.currentPage = $1 },
        "the page that a tab coordinator selects first (default: as its definition declares)"),
    ])

  /// Returns the style and the first page that a script sets for a new coordinator, or `nil` if the
  /// script passes no options.
  private static func setup(
    of definition: CoordinatorDefinition, _ frame: LuaFrame, _ session: ScriptSession
  ) throws(LuaError) -> CoordinatorSetup? {
    guard frame.count > 2, !frame.isNil(3) else { return nil }
    let spec = SpecReader(session: session, path: "\(definition.name):new")
    guard frame.kind(3) == .table else {
      throw LuaError.badArgument(
        "\(spec.path): options are \(session.shortText(frame, 3)), expected a table")
    }
    var setup = CoordinatorSetup()
    try setups.read(at: 3, in: frame, spec, into: &setup)
    return setup
  }

  /// Returns the implementation of `Shop:extend { … }`, which adds to the definition or replaces
  /// parts of it.
  private static func extend(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame throws(LuaError) in
      let definition = try receiver(frame, session, "extend")
      let reader = DefinitionReader(
        session: session, kind: definition.kind, name: definition.name)
      try reader.read(at: 2, in: frame, into: definition)
      try session.registrar.register(definition)
      frame.push(argument: 1)
      return 1
    }
  }
}
