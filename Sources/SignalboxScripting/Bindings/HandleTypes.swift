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

  /// The members of what hosts can give further methods.
  private var receivers: [ScriptReceiver: MemberSource] = [:]

  /// Lets go of the members, whose functions hold these types.
  func close() { receivers = [:] }

  /// Whether handles have a member of that name by themselves.
  func knows(_ name: String, _ receiver: ScriptReceiver) -> Bool {
    receivers[receiver]?.find(name) != nil
  }

  /// Opens the types in the session's machine.
  func open(in session: ScriptSession) {
    let machine = session.machine
    let text = Self.text(session)
    let sources = Self.sources(session)
    receivers = [
      .app: sources.app, .router: sources.router, .screen: sources.screen, .layer: sources.layer,
    ]
    let setters = CoordinatorBinding.setters(session, self)
    router = machine.makeHandleType(name: "router") { _, members in
      fill(&members, from: sources.router, text)
      for setter in setters { members.setter(setter.name, setter.body) }
    }
    coordinator = machine.makeHandleType(name: "coordinator") { _, members in
      fill(&members, from: sources.coordinator, text)
      for setter in setters { members.setter(setter.name, setter.body) }
      members.index = CoordinatorBinding.index(session, sources.router)
      members.newIndex = CoordinatorBinding.newIndex(session)
    }
    routerTag = router.tag
    coordinatorTag = coordinator.tag
    screen = machine.makeHandleType(name: "screen") { _, members in
      fill(&members, from: sources.screen, text)
    }
    layer = machine.makeHandleType(name: "layer") { _, members in
      fill(&members, from: sources.layer, text)
    }
    event = machine.makeHandleType(name: "event") { _, members in
      fill(&members, from: sources.event, text)
    }
    app = machine.makeHandleType(name: "app") { _, members in
      fill(&members, from: sources.app, text)
      let setters = AppBinding.setters(session) + TravelBinding.setters(session)
      for setter in setters { members.setter(setter.name, setter.body) }
    }
    openObjects(in: session, sources, text)
  }

  private func openObjects(
    in session: ScriptSession, _ sources: Sources, _ text: @escaping LuaNativeBody
  ) {
    let machine = session.machine
    ticket = machine.makeObjectType(OperationTicket.self, name: "operation") { _, members in
      fill(&members, from: sources.ticket, text)
    }
    link = machine.makeObjectType(ChainLink.self, name: "chain link") { _, members in
      fill(&members, from: sources.link, text)
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

  /// Finds methods and properties; any other name is an error with the nearest one.
  private func fill(
    _ members: inout LuaTypeMembers, from source: MemberSource, _ text: @escaping LuaNativeBody
  ) {
    members.find = source.find
    members.toString = text
    members.index = OperationBinder.unknownMember(of: source)
  }

  // MARK: - Members

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
          methods: AppBinding.methods($0, $0.handles) + TravelBinding.methods($0),
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
