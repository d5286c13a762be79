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
/// nothing alive.
final class HandleTypes {
  let router: LuaHandleType
  let coordinator: LuaHandleType
  let screen: LuaHandleType
  let layer: LuaHandleType
  let app: LuaHandleType
  let ticket: LuaObjectType<OperationTicket>
  let definition: LuaObjectType<CoordinatorDefinition>
  let screenDescription: LuaObjectType<ScreenDescription>

  init(session: ScriptSession) {
    let machine = session.machine
    let binder = OperationBinder(session: session)
    let text = Self.text(session)
    let operations = binder.methods(for: [.navigation, .tabs, .any])
    router = machine.makeHandleType(name: "router") { _, members in
      members.add(operations, CoordinatorBinding.routerGetters(session), text, "router")
      for setter in CoordinatorBinding.setters(session) { members.setter(setter.name, setter.body) }
    }
    coordinator = machine.makeHandleType(name: "coordinator") { _, members in
      members.add([], CoordinatorBinding.getters(session), text, "coordinator")
      for setter in CoordinatorBinding.setters(session) { members.setter(setter.name, setter.body) }
      members.index = CoordinatorBinding.index(session, operations)
      members.newIndex = CoordinatorBinding.newIndex(session)
    }
    screen = machine.makeHandleType(name: "screen") { _, members in
      members.add(binder.screenMethods(), ScreenBinding.getters(session), text, "screen")
    }
    layer = machine.makeHandleType(name: "layer") { _, members in
      members.add([], LayerBinding.getters(session), text, "layer")
    }
    app = machine.makeHandleType(name: "app") { _, members in
      let methods =
        binder.methods(for: [.application, .user]) + AppBinding.methods(session)
        + TravelBinding.methods(session)
      let getters = AppBinding.getters(session) + TravelBinding.getters(session)
      members.add(methods, getters, text, "app")
      for setter in TravelBinding.setters(session) { members.setter(setter.name, setter.body) }
    }
    ticket = machine.makeObjectType(OperationTicket.self, name: "operation") { _, members in
      members.add([], TicketBinding.getters(session), text, "operation")
    }
    definition = machine.makeObjectType(CoordinatorDefinition.self, name: "coordinator definition") {
      _, members in
      members.toString = text
      members.index = DefinitionBinding.index(session)
      members.newIndex = DefinitionBinding.newIndex(session)
    }
    screenDescription = machine.makeObjectType(ScreenDescription.self, name: "screen description") {
      _, members in
      members.toString = text
    }
  }

  private static func text(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame in
      frame.push(argument: 1)
      frame.push(session.handleText(frame))
      return 1
    }
  }
}

extension LuaTypeMembers {
  /// Adds methods and properties; any other name is an error with the nearest one.
  fileprivate mutating func add(
    _ methods: [Member], _ getters: [Member], _ text: @escaping LuaNativeBody, _ kind: String
  ) {
    for member in methods { method(member.name, member.body) }
    for member in getters { getter(member.name, member.body) }
    toString = text
    index = OperationBinder.unknownMember(of: kind, (methods + getters).map(\.name))
  }
}

extension LuaFrame {
  /// The coordinator that a router or coordinator handle names.
  @inline(__always)
  func coordinator(_ index: Int, _ handles: HandleTypes) -> CoordinatorID? {
    if let bits = handle(index, handles.router) { return CoordinatorID(bits: bits) }
    return handle(index, handles.coordinator).map(CoordinatorID.init(bits:))
  }

  func push(_ coordinator: CoordinatorID?, _ handles: HandleTypes) {
    guard let coordinator else { return push() }
    push(handle: coordinator.bits, handles.coordinator)
  }
}
