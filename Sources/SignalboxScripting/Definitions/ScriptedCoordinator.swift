internal import LuaRuntime
internal import Signalbox

/// A coordinator whose behavior is defined in a script.
final class ScriptedCoordinator: CoordinatorDelegate {
  /// The session, which the engine may outlive.
  private weak var owner: ScriptSession?
  let id: CoordinatorID
  /// The definition from which the coordinator was created, which does not change when a newer
  /// definition with the same name is registered.
  let definition: CoordinatorDefinition
  /// The fields of `self` in the coordinator's methods, or `nil` if there are none. The fields are
  /// released together with the coordinator.
  private(set) var fields: LuaTable?
  private let instances: InstanceTable

  init(session: ScriptSession, id: CoordinatorID, definition: CoordinatorDefinition) {
    owner = session
    self.id = id
    self.definition = definition
    instances = session.instances
    instances.insert(self)
  }

  deinit { instances.removeReleased(id) }

  /// The session, or `nil` after it has ended.
  private var session: ScriptSession? {
    owner.flatMap { $0.isClosed ? nil : $0 }
  }

  func setField(_ name: String, _ value: LuaValue, in session: ScriptSession) throws(LuaError) {
    let fields = fields ?? session.luaState.makeTable()
    self.fields = fields
    try fields.set(name, value)
  }

  fileprivate func restore(_ fields: LuaTable?) { self.fields = fields }

  func start(animated: Bool) throws { try begin("start", animated) }

  func startEmpty(animated: Bool) throws { try begin("startEmpty", animated) }

  private func begin(_ method: StaticString, _ animated: Bool) throws {
    let session = try owner.living(definition.name)
    do throws(LuaError) {
      try call(method, in: session) { $0.push(animated) }
    } catch {
      session.inputs.remember(error)
      throw NavigationError(error, in: "\(definition.name): \(method) failed")
    }
  }

  func didRestore() throws {
    try call("restored", in: owner.living(definition.name))
  }

  func didFinish(_ notice: FinishNotice) {
    notify("didFinish") { frame throws(LuaError) in
      try ValueBridge.push(notice.result, onto: frame)
      frame.push(notice.reason.name)
    }
  }

  func childDidFinish(_ notice: FinishNotice) {
    notify("childFinished") { frame throws(LuaError) in
      frame.push(notice.type)
      try ValueBridge.push(notice.result, onto: frame)
      frame.push(notice.reason.name)
    }
  }

  /// Calls a method if the definition contains it.
  private func call(
    _ method: StaticString, in session: ScriptSession,
    _ push: (LuaFrame) throws(LuaError) -> Void = { _ in }
  ) throws(LuaError) {
    session.methods.begin(id)
    defer { session.methods.end() }
    _ = try session.luaState.call(method: method, of: definition.methods) {
      frame throws(LuaError) in
      frame.push(id, session.handles)
      try push(frame)
    }
  }

  /// Calls a method if the definition contains it. If the method raises an error, the error is
  /// reported.
  private func notify(_ method: StaticString, _ push: (LuaFrame) throws(LuaError) -> Void) {
    guard let session else { return }
    do throws(LuaError) {
      try call(method, in: session, push)
    } catch {
      session.errors.report(error)
    }
  }

  /// Whether the coordinator has a `currentPageChanged` method.
  var observesCurrentPage: Bool {
    session.map { $0.methods.method("currentPageChanged", of: self) != nil } ?? false
  }

  func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws {
    guard let session, let function = session.methods.method("currentPageChanged", of: self) else {
      return
    }
    try session.methods.call(function, of: id) { frame in
      if let page { frame.push(page) } else { frame.push() }
      frame.push(source.rawValue)
    }
  }

  // MARK: - Screens

  func title(of screen: ScreenID) -> String? {
    guard let session else { return nil }
    let engine = session.engine
    let title: ScriptedRoute.Title?
    if let description = engine.payload(of: screen) as? ScreenDescription {
      title = description.title
    } else {
      title = route(of: screen)?.title
    }
    switch title {
    case nil: return nil
    case .text(let text): return text
    case .function(let function):
      return session.methods.text(of: function, arguments: engine.arguments(of: screen))
    }
  }

  func actions(of screen: ScreenID) -> [String] { scriptedActions(of: screen).map(\.label) }

  func perform(action: String, on screen: ScreenID) throws {
    let session = try owner.living(definition.name)
    guard let found = scriptedActions(of: screen).first(where: { $0.label == action }) else {
      return
    }
    if let onUse = session.hooks.onUse {
      onUse(.action(type: definition.name, screen: name(of: screen), label: action))
    }
    try session.methods.perform(found, of: id, on: screen)
  }

  func role(of action: String, on screen: ScreenID) -> AlertButton.Role? {
    scriptedActions(of: screen).first { $0.label == action }?.role
  }

  func prepare(
    action: String, texts: [String: String], on screen: ScreenID
  ) -> () throws -> Void {
    guard let found = scriptedActions(of: screen).first(where: { $0.label == action }) else {
      return {}
    }
    return { [weak owner, id, definition, name = name(of: screen)] in
      let session = try owner.living(definition.name)
      session.hooks.onUse?(.action(type: definition.name, screen: name, label: action))
      try session.methods.perform(found, of: id, on: screen, texts)
    }
  }

  private func name(of screen: ScreenID) -> String {
    guard let engine = session?.engine else { return "" }
    return engine.name(of: screen).map { engine.symbols[$0] } ?? ""
  }

  /// Calls the route's `onBack` handler or, if the route has none, the coordinator's `onBack`
  /// method. Returns `false` if neither exists.
  func handleBack(on screen: ScreenID) throws -> Bool {
    guard let session else { return false }
    let own = definition.method("onBack").map(ScriptedHandler.function)
    guard let handler = route(of: screen)?.onBack ?? own else { return false }
    guard let function = session.methods.function(of: handler, of: id) else {
      throw session.methods.missing(handler, of: id, for: "onBack")
    }
    return try session.methods.ask(function, of: id, about: screen) {
      [definition] frame throws(LuaError) in
      try AnswerReader(session: session).back(1, frame, "onBack of \(definition.name)")
    }
  }

  /// Calls the method `shouldDismiss`. Only the result `false` prevents the dismissal.
  func shouldDismiss(_ screen: ScreenID) -> Bool {
    guard let session, let function = definition.method("shouldDismiss") else { return true }
    do throws(LuaError) {
      return try session.methods.ask(function, of: id, about: screen) {
        [definition] frame throws(LuaError) in
        try AnswerReader(session: session).permission(
          1, frame, "shouldDismiss of \(definition.name)")
      }
    } catch {
      session.errors.report(error)
      return true
    }
  }

  private func scriptedActions(of screen: ScreenID) -> [ScriptedAction] {
    if let description = session?.engine.payload(of: screen) as? ScreenDescription {
      return description.actions
    }
    return route(of: screen)?.actions ?? []
  }

  /// Returns the screen's route in the current definition or, if it has no such route, in the
  /// definition from which the coordinator was created.
  private func route(of screen: ScreenID) -> ScriptedRoute? {
    guard let session,
      let name = session.engine.name(of: screen).map({ session.engine.symbols[$0] })
    else { return nil }
    if session.engine.isTabView(screen) {
      return (session.definitions[definition.name]?.tabView ?? definition.tabView)?.route
    }
    return (session.definitions[definition.name] ?? definition).routes[name]
      ?? definition.routes[name]
  }
}

/// The scripted coordinators that have not been released, keyed by identifier. The references are
/// weak.
final class InstanceTable {
  private struct Entry {
    weak var coordinator: ScriptedCoordinator?
  }

  private var entries: [CoordinatorID: Entry] = [:]

  subscript(id: CoordinatorID) -> ScriptedCoordinator? { entries[id]?.coordinator }

  func insert(_ coordinator: ScriptedCoordinator) {
    entries[coordinator.id] = Entry(coordinator: coordinator)
  }

  /// Removes a coordinator that has been released, unless another coordinator has been assigned the
  /// same identifier.
  func removeReleased(_ id: CoordinatorID) {
    if entries[id]?.coordinator == nil { entries[id] = nil }
  }

  /// The coordinators at one point in time, with their fields.
  struct Contents {
    fileprivate let coordinators: [(coordinator: ScriptedCoordinator, fields: LuaTable?)]

    /// The definitions from which the coordinators were created.
    var definitions: [CoordinatorDefinition] { coordinators.map(\.coordinator.definition) }
  }

  var contents: Contents {
    Contents(coordinators: entries.values.compactMap { $0.coordinator.map { ($0, $0.fields) } })
  }

  /// Restores saved contents. Cost: O(current coordinators + saved coordinators).
  func restore(_ contents: Contents) {
    entries = [:]
    for (coordinator, fields) in contents.coordinators {
      coordinator.restore(fields)
      insert(coordinator)
    }
  }

  /// Whether there is no scripted coordinator.
  var isEmpty: Bool { entries.isEmpty }
}
