internal import LuaRuntime
internal import Signalbox

/// The types of objects in scripts: lightweight handles for objects of the engine, and a few
/// userdata that own objects.
///
/// The same coordinator, screen or layer is always represented by the same Lua value, and a handle
/// does not retain its object. Host functions refer to this instance, so the instance is created
/// before the types. Unless the session is reused, rarely used types are opened when they are first
/// needed. Benchmark: `W7iso`.
// The properties are unwrapped implicitly, because `open(in:)` sets all of them before any script
// runs.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
final class HandleTypes {
  private unowned var session: ScriptSession!
  private(set) var router: LuaHandleType!
  private(set) var coordinator: LuaHandleType!
  private(set) var screen: LuaHandleType!
  private(set) var app: LuaHandleType!
  private(set) lazy var layer: LuaHandleType = handles(LayerBinding.kind)
  private(set) lazy var event: LuaHandleType = handles(EventBinding.kind)
  private(set) lazy var ticket: LuaObjectType<OperationTicket> = objects(
    OperationTicket.self, TicketBinding.kind)
  private(set) lazy var link: LuaObjectType<ChainLink> = objects(ChainLink.self, ChainBinding.kind)
  private(set) lazy var definition: LuaObjectType<CoordinatorDefinition> = makeDefinition()
  private(set) lazy var screenDescription: LuaObjectType<ScreenDescription> = makeDescription()
  /// The tags that identify the handles of routers and coordinators when operations are called.
  private(set) var routerTag = LuaHandleTag()
  private(set) var coordinatorTag = LuaHandleTag()

  /// Returns whether a kind of handle has a built-in member with the given name.
  func knows(_ name: String, _ receiver: ScriptReceiver) -> Bool {
    let kind =
      switch receiver {
      case .app: AppBinding.kind
      case .router: CoordinatorBinding.router
      case .screen: ScreenBinding.kind
      case .layer: LayerBinding.kind
      }
    return MemberSource(kind, session).has(name)
  }

  /// Opens the types in a session's Lua state.
  func open(in session: ScriptSession) {
    self.session = session
    router = handles(CoordinatorBinding.router)
    coordinator = handles(CoordinatorBinding.kind, binds: false) { members in
      members.index = CoordinatorBinding.index(
        session, MemberSource(CoordinatorBinding.router, session))
      members.newIndex = CoordinatorBinding.newIndex(session)
    }
    routerTag = router.tag
    coordinatorTag = coordinator.tag
    screen = handles(ScreenBinding.kind)
    app = handles(AppBinding.kind)
    if session.configuration.isReused { openAll(session.engine.symbols) }
  }

  /// Opens all types and interns the names of all options, so that they are part of the state that
  /// a reset restores.
  private func openAll(_ symbols: SymbolTable) {
    _ = (layer, event, ticket, link, definition, screenDescription)
    for name in OperationOption.allCases.map(\.name) + [OptionReader.takeOver] {
      _ = symbols.intern(name)
    }
  }

  private func handles(
    _ kind: HandleKind, binds: Bool = true, _ add: (inout LuaTypeMembers) -> Void = { _ in }
  ) -> LuaHandleType {
    session.luaState.makeHandleType(name: kind.kind) { _, members in
      fill(&members, from: MemberSource(kind, session, binds: binds))
      add(&members)
    }
  }

  private func objects<Object: AnyObject>(
    _ type: Object.Type, _ kind: HandleKind
  ) -> LuaObjectType<Object> {
    session.luaState.makeObjectType(type, name: kind.kind) { _, members in
      fill(&members, from: MemberSource(kind, session))
    }
  }

  private func makeDefinition() -> LuaObjectType<CoordinatorDefinition> {
    session.luaState.makeObjectType(
      CoordinatorDefinition.self, name: "coordinator definition"
    ) { _, members in
      members.toString = Self.text(session)
      members.index = DefinitionBinding.index(session)
      members.newIndex = DefinitionBinding.newIndex(session)
    }
  }

  private func makeDescription() -> LuaObjectType<ScreenDescription> {
    session.luaState.makeObjectType(
      ScreenDescription.self, name: "screen description"
    ) { _, members in
      members.toString = Self.text(session)
    }
  }

  /// Sets the functions that look up methods and properties. Access to an unknown name raises an
  /// error that suggests a similar name, if there is one.
  private func fill(_ members: inout LuaTypeMembers, from source: MemberSource) {
    if session.configuration.isReused { source.addAll(to: &members) }
    for member in source.kind.members {
      if let setter = member.makeSetter?(session) { members.setter(member.entry.name, setter) }
    }
    members.find = source.find
    members.toString = Self.text(session)
    members.index = source.unknownMember
  }

  private static func text(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame in
      frame.push(argument: 1)
      frame.push(HandleText(session: session).text(frame))
      return 1
    }
  }
}

/// Benchmark: `W1`.
extension LuaFrame {
  /// Returns the coordinator to which a router or coordinator handle refers, or `nil` for any other
  /// value.
  @inline(__always)
  func coordinator(_ index: Int, _ handles: HandleTypes) -> CoordinatorID? {
    if let bits = handle(index, handles.routerTag) { return CoordinatorID(bits: bits) }
    return handle(index, handles.coordinatorTag).map { CoordinatorID(bits: $0) }
  }

  func push(_ text: String?) {
    if let text { push(text) } else { push() }
  }

  func push(_ screen: ScreenID?, _ handles: HandleTypes) {
    if let screen { push(handle: screen.bits, handles.screen) } else { push() }
  }

  /// Pushes a list. The closure is called for each element and pushes a value.
  func push<Element>(list: [Element], _ push: (Element) -> Void) {
    pushTable(array: list.count)
    for (index, element) in list.enumerated() {
      push(element)
      append(at: index + 1)
    }
  }

  func push(_ coordinator: CoordinatorID?, _ handles: HandleTypes) {
    guard let coordinator else { return push() }
    push(handle: coordinator.bits, handles.coordinator)
  }
}
