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
/// nothing alive. Host functions hold this object, so it exists before the types do. What only some
/// scripts meet is opened when it is first needed. Guarded by bench: W7iso.
// Unwrapped implicitly because `open(in:)` fills all of them before any script runs.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
final class HandleTypes {
  private unowned var session: ScriptSession!
  private(set) var router: LuaHandleType!
  private(set) var coordinator: LuaHandleType!
  private(set) var screen: LuaHandleType!
  private(set) var app: LuaHandleType!
  private(set) lazy var layer = handles("layer", sources.layer)
  private(set) lazy var event = handles("event", sources.event)
  private(set) lazy var ticket = objects(OperationTicket.self, "operation", sources.ticket)
  private(set) lazy var link = objects(ChainLink.self, "chain link", sources.link)
  private(set) lazy var definition: LuaObjectType<CoordinatorDefinition> = makeDefinition()
  private(set) lazy var screenDescription: LuaObjectType<ScreenDescription> = makeDescription()
  /// Those that every call of an operation looks for.
  private(set) var routerTag = LuaHandleTag()
  private(set) var coordinatorTag = LuaHandleTag()

  /// Whether handles have a member of that name by themselves.
  func knows(_ name: String, _ receiver: ScriptReceiver) -> Bool {
    let sources = sources
    let source =
      switch receiver {
      case .app: sources.app
      case .router: sources.router
      case .screen: sources.screen
      case .layer: sources.layer
      }
    return source.has(name)
  }

  /// Opens the types in the session's Lua state.
  func open(in session: ScriptSession) {
    self.session = session
    let sources = sources
    let coordinatorSetters = CoordinatorBinding.setters(session, self)
    router = handles("router", sources.router) { members in
      for setter in coordinatorSetters { members.setter(setter.name, setter.body) }
    }
    coordinator = handles("coordinator", sources.coordinator) { members in
      for setter in coordinatorSetters { members.setter(setter.name, setter.body) }
      members.index = CoordinatorBinding.index(session, sources.router)
      members.newIndex = CoordinatorBinding.newIndex(session)
    }
    routerTag = router.tag
    coordinatorTag = coordinator.tag
    screen = handles("screen", sources.screen)
    app = handles("app", sources.app) { members in
      let setters = AppBinding.setters(session) + TravelBinding.setters(session)
      for setter in setters { members.setter(setter.name, setter.body) }
    }
    if session.configuration.isReused { openAll(session.engine.symbols) }
  }

  /// What is opened now is never opened again, and names that readers of options remember by their
  /// symbols keep those.
  private func openAll(_ symbols: SymbolTable) {
    _ = (layer, event, ticket, link, definition, screenDescription)
    for name in OperationOption.allCases.map(\.name) + [OptionReader.takeOver] {
      _ = symbols.intern(name)
    }
  }

  private func handles(
    _ name: String, _ source: MemberSource, _ add: (inout LuaTypeMembers) -> Void = { _ in }
  ) -> LuaHandleType {
    session.luaState.makeHandleType(name: name) { _, members in
      fill(&members, from: source)
      add(&members)
    }
  }

  private func objects<Object: AnyObject>(
    _ type: Object.Type, _ name: String, _ source: MemberSource
  ) -> LuaObjectType<Object> {
    session.luaState.makeObjectType(type, name: name) { _, members in
      fill(&members, from: source)
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

  /// Finds methods and properties; any other name is an error with the nearest one.
  private func fill(_ members: inout LuaTypeMembers, from source: MemberSource) {
    if session.configuration.isReused { source.addAll(to: &members) }
    members.find = source.find
    members.toString = Self.text(session)
    members.index = OperationBinder.unknownMember(of: source)
  }

  // MARK: - Members

  /// Where the members of types that are opened now come from. Not kept: members hold this object.
  private var sources: Sources { Self.sources(session) }

  /// Where the members of each kind of handle come from.
  private struct Sources {
    let router, coordinator, screen, layer, event, app, ticket, link: MemberSource
  }

  private static func sources(_ session: ScriptSession) -> Sources {
    let calls: [OperationSignature.Receiver] = [.navigation, .tabs, .any]
    return Sources(
      router: MemberSource("router", session, operations: calls) {
        MemberSource.Own(getters: CoordinatorBinding.routerGetters($0))
      },
      coordinator: MemberSource("coordinator", session, operations: []) {
        MemberSource.Own(getters: CoordinatorBinding.getters($0))
      },
      screen: MemberSource("screen", session, operations: []) {
        let binder = OperationBinder(session: $0, handles: $0.handles)
        return MemberSource.Own(
          methods: binder.screenMethods(), getters: ScreenBinding.getters($0))
      },
      layer: MemberSource("layer", session, operations: []) {
        MemberSource.Own(getters: LayerBinding.getters($0))
      },
      event: MemberSource("event", session, operations: []) {
        MemberSource.Own(getters: EventBinding.getters($0))
      },
      app: MemberSource("app", session, operations: [.application, .user]) {
        MemberSource.Own(
          methods: AppBinding.methods($0, $0.handles) + TravelBinding.methods($0)
            + [PauseBinding.method($0)],
          getters: AppBinding.getters($0) + TravelBinding.getters($0))
      },
      ticket: MemberSource("operation", session, operations: []) {
        MemberSource.Own(getters: TicketBinding.getters($0))
      },
      link: MemberSource("chain link", session, operations: calls) {
        MemberSource.Own(getters: ChainBinding.getters($0))
      })
  }

  /// The members of each kind of handle, for the test that holds the reference complete.
  static func memberNames(_ session: ScriptSession) -> [String: Set<String>] {
    let sources = sources(session)
    let all = [
      sources.router, sources.coordinator, sources.screen, sources.layer, sources.event,
      sources.app, sources.ticket, sources.link,
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.kind, Set($0.names)) })
      .merging(["host": Set(HostBinding.names)]) { own, _ in own }
  }

  private static func text(_ session: ScriptSession) -> LuaNativeBody {
    { [unowned session] frame in
      frame.push(argument: 1)
      frame.push(session.handleText(frame))
      return 1
    }
  }
}

/// Guarded by bench: W1.
extension LuaFrame {
  /// The coordinator that a router or coordinator handle names.
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

  /// Pushes a table of what `push` pushes for each element.
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
