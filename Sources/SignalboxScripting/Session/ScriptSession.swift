internal import LuaRuntime
public import Signalbox

/// One script session: an engine, a Lua state of its own, and what connects the two.
///
/// Not `Sendable`: one owner at a time. Closing it, or letting go of it, releases everything that
/// scripts hold. Guarded by bench: W1.
public final class ScriptSession {
  /// The engine that the scripts drive.
  public let engine: NavigationEngine
  private var hookStack = HookStack()
  /// The hooks of all scopes: stored, so that a call of a script loads the one that it needs.
  /// Guarded by bench: push-pop.
  @exclusivity(unchecked) package private(set) var hooks = SessionHooks() {
    didSet { luaState.output = printer.output }
  }
  /// Where the guards of scripts begin that were added, in order; those taken back are among them.
  public var guardPlaces: [ScriptLocation] { loaded.guardPlaces }
  /// The coordinator that finished last, of a script or native.
  public var lastFinish: FinishNotice? { engine.lastFinish }
  /// The unobserved rejections and errors, oldest first.
  public internal(set) var unhandled: [ScriptError] = []
  /// What `application` named; `app:launch()` starts its main coordinator.
  public var application: ApplicationDefinition? { loaded.application }

  let luaState: LuaState
  /// What the values of scripts know it by.
  private(set) lazy var link = SessionLink(self)
  var configuration: ScriptConfiguration
  let handles = HandleTypes()
  /// What inputs of the prompt share.
  package private(set) lazy var prompt = PromptContext(self)
  var definitions: [String: CoordinatorDefinition] { loaded.definitions }
  var loaded = LoadedScripts()
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
  /// What ``reset(modules:)`` goes back to.
  var beginning: Beginning?
  /// What was done since ``beginRecord()``.
  package internal(set) var record: SessionRecord?
  private(set) var isClosed = false
  /// What the engine calls of the session.
  private var engineHooks: EngineHookID?
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
      limits.keepsHeapSnapshot = configuration.isReused
      limits.countsHeap = configuration.countsHeap
      luaState = try LuaState(limits)
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
    if let engineHooks { engine.removeHooks(engineHooks) }
    engine.stopRecording()
    engine.stopRecording(isKept: true)
    engine.symbols.onIntern = nil
    removeAllHooks()
    forgetScripts()
    hostDefinitions.removeAll()
    luaState.close()
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
    prompt.removeLocals()
    (loaded.definitions, loaded.modules) = ([:], [:])
  }

  /// How often scripts have called into the host, for the tests that hold this down.
  package var bridgeCalls: Int { luaState.bridgeCalls }

  /// Clears the unobserved rejections and errors.
  public func clearUnhandled() { unhandled.removeAll() }

  private func connect() {
    let luaState = luaState
    for (number, name) in engine.symbols.all.enumerated() where !name.isEmpty {
      luaState.defineAtom(name, Int32(number))
    }
    luaState.output = printer.output
    // Made here, as nothing may refer to a session that ends.
    _ = prompt
    connectEngine()
    handles.open(in: self)
    bindGlobals()
  }

  /// Connects the callbacks of the engine.
  func connectEngine() {
    engine.symbols.onIntern = { [unowned luaState] name, symbol in
      // Lua interns strings of up to 40 bytes (manual, LUAI_MAXSHORTLEN); longer names stay
      // strings.
      if name.utf8.count <= 40 { luaState.defineAtom(name, symbol.rawValue) }
    }
    takeInputs()
    luaState.onPressure = { [unowned self] in releaseHistory(withNames: $0) }
    engineHooks = engine.addHooks(
      EngineHooks(
        onHandlerFailure: { [unowned self] error in self.report(error) },
        shouldStop: { [unowned self] in mustStop }))
  }

  // MARK: - Errors of callbacks

  /// Keeps an error of a handler without a caller.
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

  /// Keeps and reports an uncaught error; past a limit, only that there are more.
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

  /// Notes an error that an operation's rejection hides, so that a stop still ends everything.
  func remember(_ error: LuaError) {
    switch error.kind {
    case .interrupted, .deadline, .budget, .memory: stop = stop ?? error
    case .syntax, .runtime, .closed, .host: break
    }
  }

  /// Whether the input that runs must end.
  package var mustStop: Bool { stop != nil || isPerforming && luaState.isStopped }

  /// Ends a loop of the host over what a script gave, where the input that runs must end.
  ///
  /// - Throws: `timeout` or `interrupted`.
  package func checkStop() throws(ScriptError) {
    guard mustStop else { return }
    throw ScriptError(stop ?? luaState.stopError([]))
  }

  /// Runs inputs of their own while the one that runs waits.
  func whileWaiting<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    let kept = (stop, isPerforming)
    (stop, isPerforming) = (nil, false)
    defer { (stop, isPerforming) = kept }
    try luaState.pause(body)
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
      let result = try luaState.withDeadline(timeout, body)
      if let stop { throw stop }
      return result
    } catch {
      // An uncaught rejection hides what stopped the operation.
      let error = ScriptError(stop ?? error)
      // A script around it gets the value itself.
      throw isOutermost ? shown(error) : error
    }
  }

  /// An error with the value that a script has raised, where that is a table that says nothing itself.
  private func shown(_ error: ScriptError) -> ScriptError {
    guard case .table? = error.raisedValue, let value = error.raisedValue, !isClosed,
      error.message == LuaError.nameless("table"), (try? luaState.check(value)) != nil
    else { return error }
    var error = error
    error.message = ValuePrinter(session: self, limits: .prompt(width: 80)).text(of: value).text
    return error
  }

  /// Whether an input from outside runs, so that another one would become a part of it.
  package var isRunning: Bool { isPerforming }

  /// Withdraws a stop that came too late for what it was meant for.
  package func dropLateStop() {
    // Whatever runs next would end at once: this does, and it does nothing else.
    try? run([], name: "stop")
  }

  // MARK: - Memory

  /// Bytes that count against the memory limit.
  package var memoryHeld: Int { luaState.memoryHeld }

  /// Bytes that the memory limit leaves.
  package var room: Int { luaState.room }

  /// Rejects to take so many bytes for a script where the limit leaves no room for them.
  ///
  /// - Throws: `memory`.
  package func take(_ bytes: Int) throws(ScriptError) {
    do throws(LuaError) { try luaState.take(bytes) } catch { throw ScriptError(error) }
  }

  /// Drops what was done and what can be undone, the older half first, until a quarter of the limit
  /// is free or nothing is left of either.
  ///
  /// - Parameter withNames: Whether no call is being put together, whose names would be taken back.
  func releaseHistory(withNames: Bool) {
    let enough = configuration.memoryLimit / 4 * 3
    while luaState.memoryHeld > enough {
      let hasRecord = record?.releaseOlderHalf() ?? false
      let hasHistory = engine.releaseOlderHalf()
      if withNames { engine.releaseUnusedNames() }
      guard hasHistory || hasRecord else { return }
    }
  }

  /// Compiles a text into a function that runs it; its globals are its own.
  ///
  /// - Parameter name: How messages call it, usually its path.
  /// - Throws: `syntax` where the text does not parse.
  public func load(_ source: [UInt8], name: String) throws(ScriptError) -> ScriptFunction {
    guard !isClosed else { throw ScriptError(.closed, "the session is closed") }
    do throws(LuaError) {
      let function = try luaState.load(
        source, chunkName: "@\(name)", environment: luaState.makeEnvironment())
      return ScriptFunction(function, self)
    } catch {
      throw ScriptError(error)
    }
  }

  // MARK: - Running

  /// The release of Lua that runs, such as `Lua 5.4.4`.
  public static var luaRelease: String { LuaState.release }

  /// Runs a script once, in an environment of its own.
  ///
  /// - Parameters:
  ///   - source: Lua text in UTF-8; a byte order mark and a first line of `#` are skipped.
  ///   - name: How messages call it, usually its path.
  ///   - arguments: What the script finds in `...` and in `arg`, from 1.
  ///   - timeout: The wall-clock time that it may take.
  ///   - sharesEnvironment: Whether its globals stay visible at the prompt.
  ///   - isRepeated: Whether other sessions may run the same text: what it compiles to is then kept.
  public func run(
    _ source: [UInt8], name: String, arguments: [String] = [], timeout: Duration? = nil,
    sharesEnvironment: Bool = false, isRepeated: Bool = true
  ) throws(ScriptError) {
    _ = try perform(timeout: timeout) { () throws(LuaError) in
      let environment = sharesEnvironment ? prompt.globals : luaState.makeEnvironment()
      try environment.set("arg", texts: [name] + arguments, from: 0)
      let function = try luaState.load(
        source, chunkName: "@\(name)", environment: environment,
        isFile: isRepeated)
      return try luaState.run(function, arguments.map { .string($0) })
    }
  }

  /// Runs one input of the prompt: an expression, whose values come back, or statements.
  ///
  /// Globals live on between inputs, and so do locals that are declared in no block.
  public func evaluate(
    _ input: String, name: String = "stdin", timeout: Duration? = nil
  ) -> Evaluation {
    switch prompt.answer(input, name: name, timeout: timeout).outcome {
    case .values(let values): .values(values.map { text(of: $0) })
    case .incomplete: .incomplete
    case .failed(let error): .failed(error)
    }
  }

  // MARK: - Interruption

  /// Makes Ctrl-C stop this session's scripts, where the handler is installed.
  public func becomeInterruptTarget() { luaState.becomeInterruptTarget() }

  /// Makes Ctrl-C stop scripts instead of the process.
  public static func installInterruptHandler() { LuaState.installInterruptHandler() }

  /// Gives Ctrl-C back what it did before.
  public static func removeInterruptHandler() { LuaState.removeInterruptHandler() }

  /// Whether Ctrl-C came while no script ran, since the last time this was asked.
  public static func takePendingInterrupt() -> Bool { LuaState.takePendingInterrupt() }

  /// Whether Ctrl-C came while no script ran, and it was not taken yet.
  package static var hasPendingInterrupt: Bool { LuaState.hasPendingInterrupt }

  /// Runs `body`, during which Ctrl-C is meant for another process.
  package static func whileInterruptsAreForOthers<R, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    try LuaState.whileInterruptsAreForOthers(body)
  }

  /// Reports stops that are ignored for 750 ms, on a thread of its own, for the rest of the process.
  ///
  /// Ctrl-C is reported once for each time that it came; SIGTERM and a deadline of the session that
  /// Ctrl-C reaches again and again, as long as they are ignored.
  package static func reportOverdueStops(_ report: @escaping @Sendable (OverdueStop) -> Void) {
    LuaState.reportOverdueStops { stop in
      switch stop {
      case .deadline: report(.deadline)
      case .termination: report(.termination)
      case .interrupt: report(.interrupt)
      case .secondInterrupt: report(.secondInterrupt)
      }
    }
  }

  /// Makes the first SIGTERM stop scripts for good, so that the host can write what waits and end.
  ///
  /// It counts as an interrupt as well; a second one ends the process where it is.
  public static func installTerminationHandler() { LuaState.installTerminationHandler() }

  /// Whether SIGTERM came: scripts of the session that Ctrl-C reaches end at once from then on.
  public static var isTerminating: Bool { LuaState.isTerminating }

  /// Does for SIGHUP what ``installTerminationHandler()`` does for SIGTERM, unless it is ignored,
  /// as `nohup` asks for.
  package static func installHangUpHandler() { LuaState.installHangUpHandler() }

  /// The signal that ends the process, SIGTERM or SIGHUP; `nil` where none came.
  package static var terminationSignal: Int32? { LuaState.terminationSignal }

  /// How often Ctrl-C was received since its handler was installed, whatever was running.
  package static var interruptCount: Int { LuaState.interruptCount }

  // MARK: - Modules

  /// `require`: runs a module once and gives its value from then on.
  func require(_ frame: LuaFrame) throws(LuaError) -> Int {
    let name = try frame.string(1)
    if try pushLibrary(name, frame) { return 1 }
    if let module = loaded.modules[name] {
      guard let value = module.value else {
        throw LuaError(
          code: ScriptError.moduleCode, "require: module \"\(name)\" requires itself")
      }
      frame.push(value)
      return 1
    }
    guard let module = try find(name) else {
      frame.push(try pluginModule(name))
      return 1
    }
    loaded.modules[name] = LoadedModule()
    do throws(LuaError) {
      let function = try luaState.load(
        module.source, chunkName: "@\(module.path)", environment: luaState.makeEnvironment(),
        isFile: true)
      let value = try luaState.result(of: function, .string(name), .string(module.path))
      loaded.modules[name] = LoadedModule(value: value == .nil ? true : value)
      frame.push(value == .nil ? true : value)
      return 1
    } catch {
      loaded.modules[name] = nil
      throw error
    }
  }

  /// Pushes what Lua itself has loaded under a name, `_G` or one of its libraries, which goes before
  /// files of that name as in Lua. Lua stack: +1 where it returns true.
  func pushLibrary(_ name: String, _ frame: LuaFrame) throws(LuaError) -> Bool {
    if name == "_G" {
      frame.pushCallersEnvironment()
      return true
    }
    guard let library = try luaState.library(named: name) else { return false }
    frame.push(library)
    return true
  }

  /// The script's own module; `nil` where there is none.
  private func find(_ name: String) throws(LuaError) -> ScriptModule? {
    do throws(ScriptError) {
      return try configuration.modules?.module(named: name)
    } catch {
      throw LuaError(code: ScriptError.moduleCode, "require: \(error.message)")
    }
  }

  /// The module of a plugin; a script's own goes before it.
  private func pluginModule(_ name: String) throws(LuaError) -> LuaValue {
    if let value = try plugins.module(name) { return value }
    guard let source = configuration.modules else {
      throw LuaError(
        code: ScriptError.moduleCode,
        "require: module \"\(name)\" not found: this session has no module folders")
    }
    let places = source.searched(for: name).map { "\n  no file \($0)" }.joined()
    let hint = plugins.hint(for: name).map {
      "\n  no plugin \"\(PluginHost.plugin(of: name))\"; \($0)"
    }
    throw LuaError(
      code: ScriptError.moduleCode,
      "require: module \"\(name)\" not found:\(places)\(hint ?? "")")
  }

  // MARK: - Reuse

  /// What a session was when it was prepared.
  struct Beginning {
    let engine: EngineBeginning
    let hostDefinitions: HostDefinitions.Contents
    let loaded: LoadedScripts
    /// What each of those definitions said.
    let contents: [(definition: CoordinatorDefinition, contents: CoordinatorDefinition.Contents)]
    let restorePlugins: () -> Void
  }

  /// Keeps the session as it is now, so that ``reset(modules:)`` can put it back: what hosts and
  /// scripts have defined so far stays.
  ///
  /// Once in the life of a session whose configuration says `isReused`. Cost: O(memory that scripts
  /// hold), which is copied.
  /// - Returns: False where that cannot be kept: something runs, waits or was shown, an operation was
  ///   called, an object was passed to the engine, a callback failed, or a plugin of the host is loaded.
  public func prepareForReuse() -> Bool {
    guard !isClosed, beginning == nil, !isRunning, prompt.depth == 0, unhandled.isEmpty,
      luaState.identities.isEmpty, instances.isEmpty, let restorePlugins = plugins.restoring,
      let start = EngineBeginning(of: engine)
    else { return false }
    _ = prompt.globals
    guard luaState.takeHeapSnapshot() else { return false }
    beginning = Beginning(
      engine: start, hostDefinitions: hostDefinitions.contents, loaded: loaded,
      contents: definitions.values.map { ($0, $0.contents) }, restorePlugins: restorePlugins)
    return true
  }

  /// Begins the random numbers of scripts again: the same two numbers give the same sequence.
  package func seedRandom(_ first: UInt64, _ second: UInt64) { luaState.seedRandom(first, second) }

  /// Puts the session back to where ``prepareForReuse()`` was called: what scripts did and hosts set
  /// since then is gone, and every value of scripts from that time is dead.
  /// Cost: O(memory of scripts at that time) and O(what the engine holds).
  ///
  /// - Parameter modules: Where `require` finds modules from now on.
  /// - Returns: False where that is not possible, because something runs or waits, or a
  ///   snapshot is held: the session has to be closed then.
  public func reset(modules: (any ModuleSource)?) -> Bool {
    guard let beginning, !isClosed, !isRunning, prompt.depth == 0 else { return false }
    removeAllHooks()
    prompt.removeLocals()
    configuration.modules = modules
    unhandled = []
    record = nil
    instances.removeAll()
    luaState.identities.removeAll()
    engine.symbols.onIntern = nil
    hostDefinitions.restore(beginning.hostDefinitions)
    loaded = beginning.loaded
    for (definition, contents) in beginning.contents { definition.contents = contents }
    guard beginning.engine.restore(), luaState.restoreHeapSnapshot() else { return false }
    beginning.restorePlugins()
    connectEngine()
    return true
  }
}

extension ScriptValue {
  /// Virtual milliseconds of a span: a number of them, or a text such as `"350ms"`, `"2s"`, `"1h"`.
  public var milliseconds: Int? {
    let span = number ?? text.flatMap(TimeReader.parse)
    guard let span, span >= 0, span < 1e15 else { return nil }
    return Int(span.rounded())
  }
}

/// What a script calls the application.
public struct ApplicationDefinition: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The type of the coordinator that `app:launch()` starts.
  public let main: String
}

/// What files have defined and loaded.
struct LoadedScripts {
  var definitions: [String: CoordinatorDefinition] = [:]
  var modules: [String: LoadedModule] = [:]
  var application: ApplicationDefinition?
  var guardPlaces: [ScriptLocation] = []
}

/// What an input of the prompt came to.
public enum Evaluation {
  /// Its results as people read them; none for a statement.
  case values([String])
  /// More lines are needed to make it whole.
  case incomplete
  case failed(ScriptError)
}

/// A stop that what runs ignores.
package enum OverdueStop: Sendable {
  /// A deadline has passed.
  case deadline
  /// SIGTERM came.
  case termination
  /// Ctrl-C came.
  case interrupt
  /// Ctrl-C came once more after the first was reported.
  case secondInterrupt
}

/// A module that has been required.
struct LoadedModule {
  /// `nil` while it loads.
  var value: LuaValue?
}
