internal import LuaRuntime
internal import Signalbox

/// The types of what scripts hold: light handles on what the engine knows, and a few objects.
///
/// The same coordinator, screen or layer is always the same Lua value, and holding one keeps
/// nothing alive.
final class HandleTypes {
  private(set) var router: LuaHandleType
  private(set) var coordinator: LuaHandleType
  private(set) var screen: LuaHandleType
  private(set) var layer: LuaHandleType
  private(set) var app: LuaHandleType
  private(set) var ticket: LuaObjectType<OperationTicket>
  private(set) var definition: LuaObjectType<CoordinatorDefinition>
  private(set) var screenDescription: LuaObjectType<ScreenDescription>

  init(session: ScriptSession) {
    let binder = OperationBinder(session: session)
    let machine = session.machine
    let text: LuaNativeBody = { [unowned session] frame in
      frame.push(argument: 1)
      frame.push(session.handleText(frame))
      return 1
    }
    let methods = binder.methods(for: [.navigation, .tabs, .any])
    router = machine.makeHandleType(
      name: "router", methods: methods,
      getters: CoordinatorBinding.routerGetters(session),
      setters: CoordinatorBinding.setters(session),
      index: binder.unknownMember(of: "router", methods.map(\.0)),
      toString: text)
    coordinator = machine.makeHandleType(
      name: "coordinator",
      getters: CoordinatorBinding.getters(session),
      setters: CoordinatorBinding.setters(session),
      index: CoordinatorBinding.index(session, methods),
      newIndex: CoordinatorBinding.newIndex(session),
      toString: text)
    let screenMethods = binder.screenMethods()
    screen = machine.makeHandleType(
      name: "screen", methods: screenMethods, getters: ScreenBinding.getters(session),
      index: binder.unknownMember(
        of: "screen", screenMethods.map(\.0) + ScreenBinding.getters(session).map(\.0)),
      toString: text)
    layer = machine.makeHandleType(
      name: "layer", getters: LayerBinding.getters(session),
      index: binder.unknownMember(of: "layer", LayerBinding.getters(session).map(\.0)),
      toString: text)
    let appMethods = binder.methods(for: [.application, .user]) + AppBinding.methods(session)
    let appGetters = AppBinding.getters(session)
    app = machine.makeHandleType(
      name: "app", methods: appMethods, getters: appGetters,
      index: binder.unknownMember(of: "app", appMethods.map(\.0) + appGetters.map(\.0)),
      toString: text)
    ticket = machine.makeObjectType(
      OperationTicket.self, name: "operation", getters: TicketBinding.getters(session),
      toString: text)
    definition = machine.makeObjectType(
      CoordinatorDefinition.self, name: "coordinator definition",
      index: DefinitionBinding.index(session), newIndex: DefinitionBinding.newIndex(session),
      toString: text)
    screenDescription = machine.makeObjectType(
      ScreenDescription.self, name: "screen description",
      toString: text)
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
