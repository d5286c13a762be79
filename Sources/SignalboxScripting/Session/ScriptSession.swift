internal import LuaRuntime
public import Signalbox

/// A script session, which owns a Lua state and connects it to an engine.
///
/// The session creates an engine, or uses a host's engine with the engine's coordinators and state
/// (``init(engine:_:)``). A session is not `Sendable` and has one owner at a time. Closing or
/// releasing the session releases all script values. Benchmark: `W1`.
public final class ScriptSession {
  /// The engine that the scripts control.
  public let engine: NavigationEngine
  private var hookStack = HookStack()
  /// The hooks of all scopes, combined so that a script call loads only the hook that it needs.
  /// Benchmark: `W1`.
  @exclusivity(unchecked) package private(set) var hooks = SessionHooks() {
    didSet { luaState.output = printer.output }
  }
  /// The locations of the guards that scripts have added, including removed guards, in the order
  /// in which they were added.
  public var guardLocations: [ScriptLocation] { registrar.guardLocations }
  /// The finish notice of the coordinator that finished last, whether it is scripted or native, or
  /// `nil` if none has finished.
  public var lastFinish: FinishNotice? { engine.lastFinish }
  /// The rejections and errors that no code has observed, oldest first. After 100 errors, a last
  /// error with the code `tooManyErrors` reports that further errors are omitted.
  public var unhandled: [ScriptError] { errors.list.map(\.error) }
  /// The application that a script has declared with `application`, or `nil` if there is none.
  /// `app:launch()` starts its main coordinator.
  public var application: ApplicationDefinition? { registrar.application }

  let luaState: LuaState
  /// The reference through which script values find their session.
  private(set) lazy var link = SessionLink(self)
  var configuration: ScriptConfiguration
  let handles = HandleTypes()
  /// The object that calls script functions.
  private(set) lazy var methods = MethodCaller(self)
  /// The data that the inputs at the prompt share.
  package private(set) lazy var prompt = PromptContext(self)
  private(set) lazy var registrar = DefinitionRegistrar(self)
  private(set) lazy var moduleLoader = ModuleLoader(self)
  var definitions: [String: CoordinatorDefinition] { registrar.definitions }
  var instances: InstanceTable { methods.instances }
  /// The functions, methods and values that hosts define for scripts.
  public private(set) lazy var host = HostDefinitions(self)
  /// The plugins. No plugin is loaded before ``PluginHost/loadAtStart()`` is called or a script
  /// requires a plugin.
  public var plugins: PluginHost {
    if let pluginHost { return pluginHost }
    let host = PluginHost(configuration.plugins, session: self)
    pluginHost = host
    return host
  }

  private(set) var pluginHost: PluginHost?
  /// The state that ``reset(modules:)`` restores, or `nil` before ``prepareForReuse()``.
  var beginning: SessionBeginning?
  /// The calls that have been made since ``beginRecord()``, or `nil` before that method is called.
  package internal(set) var record: SessionRecord?
  var isClosed: Bool { inputs.isClosed }
  /// The identifier of the hooks that connect the engine to the session.
  private var engineHooks: EngineHookID?
  private(set) lazy var errors = UnhandledErrors(self)
  /// The object that runs inputs.
  package private(set) lazy var inputs = InputRunner(self)

  /// Creates a session.
  ///
  /// - Parameter configuration: The limits, plugins and modules.
  /// - Throws: `memory` if the limit is too low for Lua itself.
  public init(_ configuration: ScriptConfiguration = ScriptConfiguration()) throws(ScriptError) {
    self.configuration = configuration
    engine =
      configuration.hostEngine
      ?? NavigationEngine(
        journalCapacity: configuration.journalCapacity, undoCapacity: configuration.undoCapacity)
    do {
      var limits = LuaConfiguration(
        memoryLimit: configuration.memoryLimit,
        interruption: configuration.countsInstructions ? .budget : .interruptible)
      limits.takesCheckpoints = configuration.isReused
      limits.countsHeap = configuration.countsHeap
      luaState = try LuaState(limits)
    } catch {
      throw ScriptError(
        .memory, code: error.code, "not enough memory: a session needs about 1 MB")
    }
    connect()
  }

  /// Creates a session for the engine of a host. The session must be used in the engine's
  /// isolation.
  ///
  /// Scripts can access the engine's coordinators, routes and state, and can add definitions. When
  /// the session ends, the engine continues. Coordinators that scripts have defined remain visible
  /// but no longer respond, and recordings that scripts have started end.
  ///
  /// ```swift
  /// let session = try ScriptSession(engine: engine)
  /// let server = try SessionServer(session, at: [.unix(path)])
  /// ```
  ///
  /// - Parameters:
  ///   - engine: An engine that no other session uses.
  ///   - configuration: The limits, plugins and modules. The capacities of the journal and of undo
  ///     are ignored, because the engine determines them. The session cannot be reused or reloaded.
  /// - Throws: `engineInUse` if another session uses the engine, and `memory` if the limit is too
  ///   low for Lua itself.
  public convenience init(
    engine: NavigationEngine, _ configuration: ScriptConfiguration = ScriptConfiguration()
  ) throws(ScriptError) {
    guard engine.symbols.onIntern == nil else {
      throw ScriptError(
        .runtime, code: "engineInUse", "engineInUse: another script session uses this engine",
        hint: "close that session first, or use it instead of a new one")
    }
    var configuration = configuration
    (configuration.hostEngine, configuration.isReused) = (engine, false)
    try self.init(configuration)
  }

  deinit { release() }

  /// Ends the session, starting with its plugins. After that, running a script fails with the error
  /// `closed`. Further calls to this method have no effect. If a session is released without being
  /// closed, the `teardown` functions of its plugins do not run. Errors in `teardown` are reported
  /// to ``SessionHooks/onUnhandled``.
  public func close() {
    guard !isClosed else { return }
    for error in tearDownPlugins() { errors.report(error) }
    release()
  }

  /// Ends the plugins, for hosts that report errors in `teardown`. ``close()`` ends them as well.
  ///
  /// - Returns: The errors of the `teardown` functions.
  public func tearDownPlugins() -> [ScriptError] { pluginHost?.tearDown() ?? [] }

  /// The maximum wall-clock time that ``tearDownPlugins()`` takes, or zero if no plugin is loaded.
  public var timeToTearDown: Duration { pluginHost?.timeToTearDown ?? .zero }

  private func release() {
    inputs.close()
    if let engineHooks { engine.removeHooks(engineHooks) }
    engine.stopRecording()
    // A host's recording of its own engine does not end with the session.
    if configuration.hostEngine == nil || record != nil { engine.stopRecording(isKept: true) }
    engine.symbols.onIntern = nil
    removeAllHooks()
    forgetScripts()
    host.removeAll()
    luaState.close()
  }

  // MARK: - Hooks

  /// The destination for the lines that `print` writes.
  package var printer: ScriptPrinter { hooks.printer ?? ScriptPrinter(text: { print($0) }) }

  /// Runs a closure with additional hooks, which are removed when the closure returns or throws.
  ///
  /// - Parameters:
  ///   - hooks: The functions to call while the closure runs.
  ///   - body: A closure that is called immediately. Its result is returned, and its error is
  ///     rethrown.
  public func withHooks<Result, Failure: Error>(
    _ hooks: SessionHooks, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let scope = addHooks(hooks)
    defer { removeHooks(scope) }
    return try body()
  }

  /// Adds hooks in a new innermost scope.
  ///
  /// - Parameter hooks: The functions to call until they are removed.
  /// - Returns: The scope, which can be passed to ``removeHooks(_:)``. Scopes can be removed in any
  ///   order.
  @discardableResult
  public func addHooks(_ hooks: SessionHooks) -> HookScope {
    defer { self.hooks = hookStack.sum }
    return hookStack.add(hooks)
  }

  /// Removes hooks. Has no effect if the hooks have already been removed.
  ///
  /// - Parameter scope: The scope that ``addHooks(_:)`` returned.
  public func removeHooks(_ scope: HookScope) {
    hookStack.remove(scope)
    hooks = hookStack.sum
  }

  /// Removes all hooks, because they may retain the session.
  func removeAllHooks() {
    hookStack.removeAll()
    hooks = hookStack.sum
  }

  func forgetScripts() {
    prompt.removeLocals()
    registrar.removeAll()
    moduleLoader.removeAll()
  }

  /// The number of calls from scripts to the host so far, for tests that limit this number.
  package var bridgeCalls: Int { luaState.bridgeCalls }

  /// The errors in ``unhandled`` with their numbers. A reader that remembers the number of the next
  /// error recognizes new errors, even if errors have been removed.
  package var numberedErrors: [NumberedError] { errors.list }

  /// The number of the next error in ``numberedErrors``.
  package var nextErrorNumber: Int { errors.total }

  /// Removes all rejections and errors from ``unhandled``.
  public func clearUnhandled() { errors.list = [] }

  private func connect() {
    let luaState = luaState
    for (number, name) in engine.symbols.all.enumerated() where !name.isEmpty {
      luaState.defineAtom(name, Int32(number))
    }
    luaState.output = printer.output
    // These objects are created here, because no object may refer to a session that is ending.
    _ = (inputs, prompt, methods, registrar, moduleLoader, errors, host)
    connectEngine()
    handles.open(in: self)
    bindGlobals()
  }

  /// Connects the engine's callbacks to the session.
  func connectEngine() {
    engine.symbols.onIntern = { [unowned luaState] name, symbol in
      // Lua interns strings of up to 40 bytes (LUAI_MAXSHORTLEN). Longer names remain strings.
      if name.utf8.count <= 40 { luaState.defineAtom(name, symbol.rawValue) }
    }
    ScriptInputs.enableReplay(in: self)
    luaState.onPressure = { [unowned self] in releaseHistory(withNames: $0) }
    engineHooks = engine.addHooks(
      EngineHooks(
        onHandlerFailure: { [unowned self] error in errors.report(error) },
        shouldStop: { [inputs] in inputs.mustStop }))
  }

  /// Withdraws a stop that arrived after the run for which it was intended.
  package func dropLateStop() {
    // The stop ends this run, which has no other effect.
    try? run([], name: "stop")
  }

  // MARK: - Reloading

  /// Starts the record of calls that ``reload(_:)`` repeats. Earlier calls are not included,
  /// because the reloaded files repeat them.
  ///
  /// - Throws: `rejected` if the current state cannot be saved.
  public func beginRecord() throws(ScriptError) {
    do throws(NavigationError) {
      let record = SessionRecord(
        engine, beginning: try engine.snapshot().json, capacity: configuration.recordCapacity)
      try HostRecording.beginWithPasswords(on: engine) { record.add($0) }
      self.record = record
    } catch {
      throw ScriptError(error)
    }
  }

  /// Creates a new engine and Lua state, loads plugins and files, and then repeats the calls that
  /// have been made since ``beginRecord()`` until the result of a call differs.
  ///
  /// Handles and globals of the previous session are lost. Definitions that were made at the prompt
  /// are not part of a file, so calls that depend on such definitions have different results.
  ///
  /// - Parameter prepare: A closure that loads the files into the new session.
  /// - Throws: The errors of `prepare`, and an error if the engine belongs to a host, calls are not
  ///   recorded, or recorded calls were dropped. In all cases, the previous session is unchanged.
  public func reload(
    _ prepare: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> Reload {
    try SessionReloader(old: self).reload(prepare)
  }

  // MARK: - Memory

  /// The number of bytes that count toward the memory limit.
  package var memoryHeld: Int { luaState.memoryHeld }

  /// The number of bytes that remain before the memory limit is reached.
  package var room: Int { luaState.room }

  /// Reserves a number of bytes of memory for a script.
  ///
  /// - Throws: `memory` if the limit would be exceeded.
  package func take(_ bytes: Int) throws(ScriptError) {
    try returned { () throws(LuaError) in try luaState.take(bytes) }
  }

  /// Drops the older half of the record, the undo steps and the events, and all redo steps. This is
  /// repeated until a quarter of the limit is free or nothing is left to drop.
  ///
  /// - Parameter withNames: Whether to release names as well. Pass `false` while a call that
  ///   contains names is being created.
  func releaseHistory(withNames: Bool) {
    let enough = configuration.memoryLimit / 4 * 3
    while luaState.memoryHeld > enough {
      let hasRecord = record?.releaseOlderHalf() ?? false
      let hasHistory = engine.releaseOlderHalf()
      if withNames { engine.releaseUnusedNames() }
      guard hasHistory || hasRecord else { return }
    }
  }

  /// Compiles a script to a function that has its own globals.
  ///
  /// - Parameters:
  ///   - source: The Lua source as UTF-8. A byte order mark and a first line that begins with `#`
  ///     are skipped.
  ///   - name: The name of the script in messages, usually its path.
  /// - Throws: `syntax` if the source cannot be parsed, and `closed` if the session is closed.
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

  /// The Lua release, such as `Lua 5.4.4`.
  public static var luaRelease: String { LuaState.release }

  /// Runs a script once, in its own environment or in the environment of the prompt.
  ///
  /// - Parameters:
  ///   - source: The Lua source as UTF-8. A byte order mark and a first line that begins with `#`
  ///     are skipped.
  ///   - name: The name of the script in messages, usually its path.
  ///   - arguments: The values of `...` and, starting at index 1, of `arg`.
  ///   - timeout: The wall-clock time limit, or `nil` for no limit.
  ///   - sharesEnvironment: Whether the script's globals remain available at the prompt.
  ///   - isRepeated: Whether the compiled chunk is cached for other sessions.
  public func run(
    _ source: [UInt8], name: String, arguments: [String] = [], timeout: Duration? = nil,
    sharesEnvironment: Bool = false, isRepeated: Bool = true
  ) throws(ScriptError) {
    _ = try inputs.perform(timeout: timeout) { () throws(LuaError) in
      let environment = sharesEnvironment ? prompt.globals : luaState.makeEnvironment()
      try environment.set("arg", texts: [name] + arguments, from: 0)
      let function = try luaState.load(
        source, chunkName: "@\(name)", environment: environment,
        isFile: isRepeated)
      return try luaState.run(function, arguments.map { .string($0) })
    }
  }

  /// Runs an input at the prompt: an expression, statements, or statements followed by an
  /// expression. The values of the expression are returned.
  ///
  /// Globals, and locals that are declared outside blocks, remain available to later inputs.
  ///
  /// - Parameters:
  ///   - input: The text that the user typed, which may be an incomplete statement.
  ///   - name: The name of the input in messages.
  ///   - timeout: The wall-clock time limit, or `nil` for no limit.
  /// - Returns: The values as text, the error, or `incomplete` if the input requires further lines.
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

  /// Makes Ctrl-C stop this session's scripts, if the handler is installed.
  public func becomeInterruptTarget() { luaState.becomeInterruptTarget() }

  /// Seeds the random numbers of scripts. Equal seeds produce equal sequences.
  package func seedRandom(_ first: UInt64, _ second: UInt64) { luaState.seedRandom(first, second) }

  /// The identity of the state of `math.random`, which changes with each call of this function.
  package var randomIdentity: UInt64 { luaState.randomIdentity }
}

extension ScriptValue {
  /// The value as a duration, or `nil` if it does not represent a duration. A number is interpreted
  /// as milliseconds. A string is a duration such as `"350ms"`, `"2s"` or `"1h"`. The duration is
  /// rounded to whole milliseconds.
  public var duration: Duration? {
    let span = number ?? text.flatMap(TimeReader.parse)
    guard let span, span >= 0, span < 1e15 else { return nil }
    return .milliseconds(Int(span.rounded()))
  }
}

/// An application that a script has declared with `application`.
public struct ApplicationDefinition: Hashable, Sendable {
  /// The name of the application.
  public let name: String
  /// The type of the coordinator that `app:launch()` starts.
  public let main: String
}

/// The result of an input at the prompt.
public enum Evaluation {
  /// The values that the input returns, as text and without trailing nils. The array is empty if
  /// the input neither ends with an expression nor returns values.
  case values([String])
  /// The input is incomplete and requires further lines.
  case incomplete
  /// The input is not valid Lua, or raised an error.
  case failed(ScriptError)
}
