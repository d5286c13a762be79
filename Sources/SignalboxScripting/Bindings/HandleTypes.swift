internal import LuaRuntime
internal import Signalbox

/// A named host function of a type of handles.
///
/// Not a tuple: Swift stores functions inside of generic values in a slower form.
struct Member {
  let name: String
  let body: LuaNativeBody

  init(_ name: String, _ body: @escaping LuaNativeBody) {
    self.name = name
    self.body = body
  }
}

/// The types of what scripts hold: light handles on what the engine knows, and a few objects.
///
/// The same coordinator, screen or layer is always the same Lua value, and holding one keeps
/// nothing alive. Host functions hold this object, so it exists before the types do.
// Unwrapped implicitly because `open(in:)` fills all of them before any script runs.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
final class HandleTypes {
  private(set) var router: LuaHandleType!
  private(set) var coordinator: LuaHandleType!
  private(set) var screen: LuaHandleType!
  private(set) var layer: LuaHandleType!
  private(set) var app: LuaHandleType!
  private(set) var event: LuaHandleType!
  private(set) var ticket: LuaObjectType<OperationTicket>!
  private(set) var link: LuaObjectType<ChainLink>!
  private(set) var definition: LuaObjectType<CoordinatorDefinition>!
  private(set) var screenDescription: LuaObjectType<ScreenDescription>!
  /// Those that every call of an operation looks for.
  private(set) var routerTag = LuaHandleTag()
  private(set) var coordinatorTag = LuaHandleTag()

  /// The members of each kind of handle, for the test that holds the reference complete.
  private(set) var memberNames: [String: Set<String>] = [:]

  /// Opens the types in the session's machine.
  func open(in session: ScriptSession) {
    let machine = session.machine
    let binder = OperationBinder(session: session, handles: self)
    let text = Self.text(session)
    let operations = binder.methods(for: [.navigation, .tabs, .any])
    let setters = CoordinatorBinding.setters(session, self)
    router = machine.makeHandleType(name: "router") { _, members in
      add(&members, operations, CoordinatorBinding.routerGetters(session), text, "router")
      for setter in setters { members.setter(setter.name, setter.body) }
    }
    coordinator = machine.makeHandleType(name: "coordinator") { _, members in
      add(&members, [], CoordinatorBinding.getters(session), text, "coordinator")
      for setter in setters { members.setter(setter.name, setter.body) }
      members.index = CoordinatorBinding.index(session, operations)
      members.newIndex = CoordinatorBinding.newIndex(session)
    }
    routerTag = router.tag
    coordinatorTag = coordinator.tag
    screen = machine.makeHandleType(name: "screen") { _, members in
      add(&members, binder.screenMethods(), ScreenBinding.getters(session), text, "screen")
    }
    layer = machine.makeHandleType(name: "layer") { _, members in
      add(&members, [], LayerBinding.getters(session), text, "layer")
    }
    event = machine.makeHandleType(name: "event") { _, members in
      add(&members, [], EventBinding.getters(session), text, "event")
    }
    app = machine.makeHandleType(name: "app") { _, members in
      let methods =
        binder.methods(for: [.application, .user]) + AppBinding.methods(session, self)
        + TravelBinding.methods(session)
      let getters = AppBinding.getters(session) + TravelBinding.getters(session)
      add(&members, methods, getters, text, "app")
      let setters = AppBinding.setters(session) + TravelBinding.setters(session)
      for setter in setters { members.setter(setter.name, setter.body) }
    }
    openObjects(in: session, operations, text)
  }

  private func openObjects(
    in session: ScriptSession, _ operations: [Member], _ text: @escaping LuaNativeBody
  ) {
    let machine = session.machine
    ticket = machine.makeObjectType(OperationTicket.self, name: "operation") { _, members in
      add(&members, [], TicketBinding.getters(session), text, "operation")
    }
    link = machine.makeObjectType(ChainLink.self, name: "chain link") { _, members in
      add(&members, operations, ChainBinding.getters(session), text, "chain link")
    }
    definition = machine.makeObjectType(
      CoordinatorDefinition.self, name: "coordinator definition"
    ) { _, members in
      members.toString = text
      members.index = DefinitionBinding.index(session)
      members.newIndex = DefinitionBinding.newIndex(session)
    }
    screenDescription = machine.makeObjectType(
      ScreenDescription.self, name: "screen description"
    ) { _, members in
      members.toString = text
    }
  }

  /// Adds methods and properties; any other name is an error with the nearest one.
  private func add(
    _ members: inout LuaTypeMembers, _ methods: [Member], _ getters: [Member],
    _ text: @escaping LuaNativeBody, _ kind: String
  ) {
    for member in methods { members.method(member.name, member.body) }
    for member in getters { members.getter(member.name, member.body) }
    members.toString = text
    let names = (methods + getters).map(\.name)
    members.index = OperationBinder.unknownMember(of: kind, names)
    memberNames[kind] = Set(names)
  }

  private static func text(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame in
      frame.push(argument: 1)
      frame.push(session.handleText(frame))
      return 1
    }
  }
}

extension LuaFrame {
  /// The coordinator that a router or coordinator handle names.
  @inline(__always)
  func coordinator(_ index: Int, _ handles: HandleTypes) -> CoordinatorID? {
    if let bits = handle(index, handles.routerTag) { return CoordinatorID(bits: bits) }
    return handle(index, handles.coordinatorTag).map { CoordinatorID(bits: $0) }
  }

  func push(_ coordinator: CoordinatorID?, _ handles: HandleTypes) {
    guard let coordinator else { return push() }
    push(handle: coordinator.bits, handles.coordinator)
  }
}
