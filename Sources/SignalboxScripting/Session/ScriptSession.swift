internal import LuaRuntime
public import Signalbox

/// One script session: an engine, a Lua machine of its own, and what connects the two.
///
/// Not `Sendable`: one owner at a time. Closing it, or letting go of it, releases everything that
/// scripts hold.
public final class ScriptSession {
  /// The engine that the scripts drive.
  public let engine: NavigationEngine
  private var hookStack = HookStack()
  /// The hooks of all scopes: stored, so that a call of a script loads the one that it needs.
  /// Guarded by bench: push-pop.
  @exclusivity(unchecked) package private(set) var hooks = SessionHooks() {
    didSet { machine.output = printer.output }
  }
  /// Where the guards of scripts begin that were added, in order; those taken back are among them.
  public internal(set) var guardPlaces: [ScriptLocation] = []
  /// The coordinator that finished last, of a script or native.
  public var lastFinish: FinishNotice? { engine.lastFinish }
  /// The refusals and errors that nobody looked at, oldest first.
  public internal(set) var unhandled: [ScriptError] = []
  /// What `application` named; `app:launch()` starts its main coordinator.
  public internal(set) var application: ApplicationDefinition?

  let machine: LuaMachine
  /// What the values of scripts know it by.
  private(set) lazy var link = SessionLink(self)
  var configuration: ScriptConfiguration
  let handles = HandleTypes()
  private(set) lazy var promptEnvironment = machine.makeEnvironment()
  /// The locals that inputs of the prompt share.
  let promptScope = PromptScope()
  /// The scripts that wait at the prompt, innermost last.
  var pauses: [ScriptPause] = []
  var definitions: [String: CoordinatorDefinition] = [:]
  let instances = InstanceTable()
  let hostDefinitions = HostDefinitions()
  /// The plugins; none is loaded before ``PluginHost/loadAtStart()`` or a script's `require`.
  public var plugins: PluginHost {
    if let pluginHost { return pluginHost }
    let host = PluginHost(configuration.plugins, session: self)
    pluginHost = host
    return host
  }

  private(set) var pluginHost: PluginHost?
  /// What ``renew(modules:)`` goes back to.
  var beginning: Beginning?
  /// What was done since ``beginRecord()``.
  package internal(set) var record: SessionRecord?
  private(set) var isClosed = false
  var modules: [String: LoadedModule] = [:]
  @exclusivity(unchecked) var running = RunningMethods()
  /// Why everything has to end: set when a callback was stopped, until the run is over.
  private var stop: LuaError?
  /// Whether an input from outside runs.
  private(set) var isPerforming = false

  /// - Throws: `memory` when the limit leaves no room for Lua itself.
  public init(_ configuration: ScriptConfiguration = ScriptConfiguration()) throws(ScriptError) {
    self.configuration = configuration
    engine = NavigationEngine(
      journalCapacity: configuration.journalCapacity, undoCapacity: configuration.undoCapacity)
    do {
      var limits = LuaConfiguration(
        memoryLimit: configuration.memoryLimit,
        interruption: configuration.countsInstructions ? .budget : .interruptible)
      limits.keepsImage = configuration.isReused
      limits.countsHeap = configuration.countsHeap
      machine = try LuaMachine(limits)
    } catch {
      throw ScriptError(
        .memory, code: error.code, "not enough memory: a session takes about 1 MB")
    }
    connect()
  }

  deinit { release() }

  /// Ends the session, its plugins first; every later use fails cleanly. Does nothing the second
  /// time. One that is only let go of does not run the `teardown` of its plugins. A `teardown` that
  /// fails is reported to ``SessionHooks/onUnhandled``.
  public func close() {
    guard !isClosed else { return }
    for error in tearDownPlugins() { report(error) }
    release()
  }

  /// Ends the plugins, for hosts that report why a `teardown` failed; ``close()`` does it as well.
  ///
  /// - Returns: Why a `teardown` failed.
  public func tearDownPlugins() -> [ScriptError] { pluginHost?.tearDown() ?? [] }

  /// The wall-clock time that ``tearDownPlugins()`` may take; zero where no plugin is loaded.
  public var timeToTearDown: Duration { pluginHost?.timeToTearDown ?? .zero }

  private func release() {
    isClosed = true
    engine.onHandlerFailure = nil
    engine.shouldStop = nil
    engine.stopRecording()
    engine.stopRecording(isKept: true)
    engine.symbols.onIntern = nil
    removeAllHooks()
    forgetScripts()
    hostDefinitions.removeAll()
    machine.close()
  }

  // MARK: - Hooks

  /// Takes the lines of `print`.
  package var printer: ScriptPrinter { hooks.printer ?? ScriptPrinter(text: { print($0) }) }

  /// Runs a body with more hooks; they are removed when it returns or throws.
  public func withHooks<Result, Failure: Error>(
    _ hooks: SessionHooks, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let scope = addHooks(hooks)
    defer { removeHooks(scope) }
    return try body()
  }

  /// Adds hooks inside of those that the session has.
  ///
  /// - Returns: What ``removeHooks(_:)`` takes, in any order; the session's end removes all.
  @discardableResult
  public func addHooks(_ hooks: SessionHooks) -> HookScope {
    defer { self.hooks = hookStack.sum }
    return hookStack.add(hooks)
  }

  /// Removes hooks; does nothing the second time.
  public func removeHooks(_ scope: HookScope) {
    hookStack.remove(scope)
    hooks = hookStack.sum
  }

  /// Hooks most likely hold on to the session.
  func removeAllHooks() {
    hookStack.removeAll()
    hooks = hookStack.sum
  }

  func forgetScripts() {
    definitions.removeAll()
    promptScope.removeAll()
    modules.removeAll()
  }

  /// How often scripts have called into the host, for the tests that hold this down.
  package var crossings: Int { machine.crossings }

  /// Forgets the refusals and errors that nobody looked at.
  public func clearUnhandled() { unhandled.removeAll() }

  private func connect() {
    let machine = machine
    for (number, name) in engine.symbols.all.enumerated() where !name.isEmpty {
      machine.defineAtom(name, Int32(number))
    }
    machine.output = printer.output
    listen()
    handles.open(in: self)
    bindGlobals()
  }

  /// Hears what the engine has to tell.
  func listen() {
    engine.symbols.onIntern = { [unowned machine] name, symbol in
      // Lua interns strings of up to 40 bytes (manual, LUAI_MAXSHORTLEN); longer names stay strings.
      if name.utf8.count <= 40 { machine.defineAtom(name, symbol.rawValue) }
    }
    takeInputs()
    machine.onPressure = { [unowned self] in releaseHistory(withNames: $0) }
    engine.onHandlerFailure = { [unowned self] error in self.report(error) }
    engine.shouldStop = { [unowned self] in mustStop }
  }

  // MARK: - Errors of callbacks

  /// Takes in an error of a handler that nobody else can see.
  func report(_ error: any Error) {
    let scriptError: ScriptError
    switch error {
    case let error as LuaError:
      remember(error)
      scriptError = ScriptError(error)
    case let error as ScriptError: scriptError = error
    case let error as NavigationError:
      scriptError = ScriptError(.rejected, code: error.code.name, error.description)
    default: scriptError = ScriptError(.runtime, String(describing: error))
    }
    keep(scriptError)
  }

  /// Keeps and reports an error that nobody caught; from a number on, that there are more.
  private func keep(_ error: ScriptError) {
    guard unhandled.count <= Self.mostUnhandled else { return }
    var error = error
    if unhandled.count == Self.mostUnhandled {
      error = ScriptError(
        .runtime, code: "tooManyErrors",
        "tooManyErrors: callbacks failed more than \(Self.mostUnhandled) times; the errors from "
          + "here on are not reported")
    } else {
      error = error.bounded
    }
    unhandled.append(error)
    hooks.onUnhandled?(error)
  }

  /// So many errors of callbacks are kept and reported of one input or test.
  private static let mostUnhandled = 100

  /// Notes an error that an operation's refusal hides, so that a stop still ends everything.
  func remember(_ error: LuaError) {
    switch error.kind {
    case .interrupted, .deadline, .budget, .memory: stop = stop ?? error
    case .syntax, .runtime, .closed, .host: break
    }
  }

  /// Whether the input that runs must end.
  package var mustStop: Bool { stop != nil || isPerforming && machine.isStopped }

  /// Ends a loop of the host over what a script gave, where the input that runs must end.
  ///
  /// - Throws: `timeout` or `interrupted`.
  package func checkStop() throws(ScriptError) {
    guard mustStop else { return }
    throw ScriptError(stop ?? machine.stopError([]))
  }

  /// Runs inputs of their own while the one that runs waits.
  func whileWaiting<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    let kept = (stop, isPerforming)
    (stop, isPerforming) = (nil, false)
    defer { (stop, isPerforming) = kept }
    try machine.pause(body)
  }

  /// Runs one input from outside: what stops inside a callback ends the whole input. One that begins
  /// within another is a part of it.
  func perform<Result>(
    timeout: Duration?, _ body: () throws(LuaError) -> Result
  ) throws(ScriptError) -> Result {
    guard !isClosed else { throw ScriptError(.closed, "the session is closed") }
    let isOutermost = !isPerforming
    if isOutermost { stop = nil }
    isPerforming = true
    defer {
      if isOutermost {
        stop = nil
        isPerforming = false
      }
    }
    do throws(LuaError) {
      let result = try machine.withDeadline(timeout, body)
      if let stop { throw stop }
      return result
    } catch {
      // A refusal that nobody caught hides what stopped the operation.
      let error = ScriptError(stop ?? error)
      // A script around it gets the value itself.
      throw isOutermost ? shown(error) : error
    }
  }

  /// An error with the value that a script has raised, where that is a table that says nothing itself.
  private func shown(_ error: ScriptError) -> ScriptError {
    guard case .table? = error.raisedValue, let value = error.raisedValue, !isClosed,
      error.message == LuaError.nameless("table"), (try? machine.check(value)) != nil
    else { return error }
    var error = error
    error.message = ValuePrinter(session: self, limits: .prompt(width: 80)).text(of: value).text
    return error
  }
}

/// What a script calls the application.
public struct ApplicationDefinition: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The type of the coordinator that `app:launch()` starts.
  public let main: String
}
