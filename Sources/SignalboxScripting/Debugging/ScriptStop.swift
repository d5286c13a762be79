internal import LuaRuntime
internal import Signalbox

/// A script that waits for a debugger: its threads, functions and variables.
///
/// The object is valid until the function that received it returns.
package final class ScriptStop {
  /// The reasons why the script waits.
  package struct Reasons: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// A line has begun on which some file has a breakpoint.
    package static let line = Reasons(rawValue: 1)
    /// A step has ended.
    package static let step = Reasons(rawValue: 2)
    /// The target line has begun.
    package static let target = Reasons(rawValue: 4)
    /// The debugger was notified.
    package static let notice = Reasons(rawValue: 8)
    /// An incident occurred. See ``ScriptStop/incident``.
    package static let incident = Reasons(rawValue: 16)

    init(_ reasons: LuaDebugger.Reasons) {
      self = []
      if reasons.contains(.line) { insert(.line) }
      if reasons.contains(.step) { insert(.step) }
      if reasons.contains(.target) { insert(.target) }
      if reasons.contains(.notice) { insert(.notice) }
    }
  }

  /// A function that is running or waiting.
  package struct Frame: Hashable, Sendable {
    /// The identifier for ``DebuggedValues/scopes(of:)``.
    package let id: Int
    /// The name of the function, if known.
    package let name: String
    package let location: ScriptLocation
    package let chunk: ScriptChunk
  }

  /// A script's coroutine, or the code that the host runs, which has the number 0.
  package struct Thread: Hashable, Sendable {
    package let number: Int
    /// Whether the script waits in this thread.
    package let isStopped: Bool
  }

  package let reasons: Reasons
  package let incident: ScriptIncident?
  package let position: ScriptDebugger.Position
  /// Whether the script ends instead of continuing.
  package var endsRun = false

  let session: ScriptSession
  private let debugger: LuaDebugger
  private let stack: LuaStack
  private let texts: LoadedTexts
  /// The chunks of the functions on the stack, keyed by the addresses of the chunk names in Lua.
  private var chunks: [UInt: ScriptChunk] = [:]
  private var frames: [(stack: LuaStack, level: Int)] = []
  /// The values of the script's variables.
  package private(set) lazy var values = DebuggedValues(of: self)
  private(set) var isOver = false

  /// The maximum number of functions that ``frames(of:)`` returns.
  package static let maxFrames = 1_000

  init(
    _ session: ScriptSession, _ debugger: LuaDebugger, _ stop: LuaStop, _ texts: LoadedTexts,
    reasons: Reasons, incident: ScriptIncident?, position: ScriptDebugger.Position
  ) {
    (self.session, self.debugger, self.texts) = (session, debugger, texts)
    (self.reasons, self.incident, self.position) = (reasons, incident, position)
    stack = stop.stack
  }

  func end() {
    isOver = true
    (frames, chunks) = ([], [:])
    values.end()
  }

  /// The location at which the script waits, or `nil` if it is unknown.
  package var location: ScriptLocation? {
    stack.innermost.flatMap { $0.location.map(ScriptLocation.init) }
  }

  /// The source of the function in which the script waits, or `nil` if it is unknown.
  package var chunk: ScriptChunk? {
    stack.frames(maxCount: 1).first.map { chunk(of: $0.frame, stack, $0.level) }
  }

  private func chunk(of frame: LuaTraceFrame, _ stack: LuaStack, _ level: Int) -> ScriptChunk {
    let address = stack.chunkAddress(at: level)
    if let known = chunks[address] { return known }
    let chunk = texts.chunk(of: frame, stack.chunkName(at: level))
    chunks[address] = chunk
    return chunk
  }

  /// Whether a callback waits, in which case operations are queued until it has returned.
  package var isInCallback: Bool { session.engine.isInCallback }

  // MARK: - Threads and functions

  /// The code that the host runs, and the coroutines with active functions.
  package var threads: [Thread] {
    let coroutines = debugger.coroutines.filter { $0.stack == stack || $0.stack.innermost != nil }
    let isCoroutine = coroutines.contains { $0.stack == stack }
    return [Thread(number: 0, isStopped: !isCoroutine)]
      + coroutines.map { Thread(number: $0.number, isStopped: $0.stack == stack) }
  }

  /// The number of the thread in which the script waits.
  package var stoppedThread: Int { threads.first(where: \.isStopped)?.number ?? 0 }

  /// Returns the functions of a thread, innermost first, or `nil` if there is no such thread.
  package func frames(of thread: Int) -> [Frame]? {
    let found: LuaStack?
    if thread == 0 {
      // If the error occurred in a coroutine of the host, the stack of that coroutine is used.
      found = stoppedThread == 0 ? stack : debugger.baseStack
    } else {
      found = debugger.coroutines.first { $0.number == thread }?.stack
    }
    guard let found else { return nil }
    return found.frames(maxCount: Self.maxFrames).map { level, frame in
      Frame(
        id: id(of: found, level), name: Self.name(of: frame),
        location: ScriptLocation(file: frame.source, line: frame.line ?? 0),
        chunk: chunk(of: frame, found, level))
    }
  }

  private func id(of stack: LuaStack, _ level: Int) -> Int {
    if let index = frames.firstIndex(where: { $0.stack == stack && $0.level == level }) {
      return index + 1
    }
    frames.append((stack, level))
    return frames.count
  }

  private static func name(of frame: LuaTraceFrame) -> String {
    switch (frame.role, frame.name) {
    case (.chunk, _): "main chunk"
    case (.function, let name?): name
    case (.function, nil): "function at line \(frame.definitionLine)"
    }
  }

  /// Returns a function with its variables, or `nil` if there is none.
  func activation(_ frame: Int) -> LuaActivation? {
    guard !isOver, frames.indices.contains(frame - 1) else { return nil }
    let (stack, level) = frames[frame - 1]
    return stack.activation(at: level)
  }

  /// The identifier of the function in which the script waits, or `nil` if there is none.
  package var innermostFrame: Int? { frames(of: stoppedThread)?.first?.id }

  // MARK: - Evaluation

  /// The result of evaluating an expression or statements.
  package enum Answer {
    case value(DebuggedVariable)
    /// The statements returned no value.
    case none
    /// The expression would have run a script function, which was not allowed.
    case calls
    case failed(String)
  }

  /// Evaluates an expression or statements with the variables of a function.
  ///
  /// - Parameters:
  ///   - text: The expression or the statements.
  ///   - frame: The identifier of the function, or `nil` for the function in which the script
  ///     waits.
  ///   - runsFunctions: Whether script functions, such as metamethods, can run. If `false`, the
  ///     result for an expression that calls one is ``Answer/calls``.
  package func evaluate(
    _ text: String, in frame: Int?, timeout: Duration, runsFunctions: Bool = true
  ) -> Answer {
    func answer() -> PromptAnswer { self.answer(to: text, in: frame, timeout: timeout) }
    let answer = runsFunctions ? answer() : debugger.whileFunctionsAreForbidden(answer)
    switch answer.outcome {
    case .failed(let error):
      let isForbidden = !runsFunctions && error.message.hasSuffix(LuaDebugger.forbiddenCall)
      return isForbidden ? .calls : .failed(error.description)
    case .incomplete: return .failed("the expression is incomplete")
    case .values([]):
      // Lua's nil is omitted at the end of the values of an expression.
      return answer.isExpression
        ? .value(values.variable(text, .nil, evaluateName: text, frame)) : .none
    case .values(let found):
      let held = (try? session.held(found)) ?? []
      guard held.count > 1 else {
        return .value(values.variable(text, held.first ?? .nil, evaluateName: text, frame))
      }
      let texts = held.map { values.text(of: $0) }
      return .value(
        DebuggedVariable(name: text, value: texts.joined(separator: ", "), type: "values"))
    }
  }

  /// Returns whether a condition is true in the function in which the script waits.
  ///
  /// - Throws: The error of the condition.
  package func holds(
    _ condition: String, timeout: Duration
  ) throws(ScriptError) -> Bool {
    switch result(of: condition, in: innermostFrame, timeout: timeout) {
    case .failed(let error): throw error
    case .incomplete: throw ScriptError(.syntax, "the condition is incomplete")
    case .values(let values): return !([.nil, .boolean(false)].contains(values.first ?? .nil))
    }
  }

  func result(
    of text: String, in frame: Int?, timeout: Duration
  ) -> PromptAnswer.Outcome {
    answer(to: text, in: frame, timeout: timeout).outcome
  }

  private func answer(to text: String, in frame: Int?, timeout: Duration) -> PromptAnswer {
    guard let id = frame ?? innermostFrame, let activation = activation(id) else {
      return PromptAnswer(
        outcome: .failed(
          ScriptError(
            .runtime, "cannot evaluate the expression: the selected function is not running")))
    }
    do throws(LuaError) {
      let pause = try ScriptPause(session, [activation], reason: nil)
      var answer = PromptAnswer(outcome: .incomplete)
      session.prompt.wait(with: pause) {
        answer = session.prompt.answer(text, name: "debugger", timeout: timeout)
      }
      return answer
    } catch {
      return PromptAnswer(outcome: .failed(ScriptError(error)))
    }
  }

  // MARK: - Completion

  /// Returns the sorted names that can continue a chain of names such as `self.rou`.
  package func completions(of chain: [String], in frame: Int?) -> [String] {
    guard let id = frame ?? innermostFrame, let activation = activation(id) else { return [] }
    let prefix = chain.last ?? ""
    guard chain.count > 1 else {
      let own = activation.locals.map(\.name) + activation.upvalues
      let names = Set(own + session.prompt.names + globalNames(activation))
      return names.filter { $0.hasPrefix(prefix) && $0 != "_ENV" }.sorted()
    }
    // Names are looked up only in tables, so that no script code runs.
    guard var value = lookUp(chain[0], activation) else { return [] }
    for name in chain.dropFirst().dropLast() {
      guard let next = (try? value.table?.get(name)) ?? nil, next != .nil else { return [] }
      value = next
    }
    return Set(members(of: value)).filter { $0.hasPrefix(prefix) }.sorted()
  }

  private func globalNames(_ activation: LuaActivation) -> [String] {
    let table = globals(of: activation)
    return ((try? table?.pairs) ?? []).compactMap { $0.key.text }
  }

  private func lookUp(_ name: String, _ activation: LuaActivation) -> LuaValue? {
    if let local = activation.locals.first(where: { $0.name == name }) {
      return activation.value(of: local)
    }
    if let index = activation.upvalues.firstIndex(of: name) {
      return try? activation.function.upvalue(index + 1)
    }
    if let value = try? globals(of: activation)?.get(name), value != .nil { return value }
    let value = session.luaState.value(named: name)
    return value == .nil ? nil : value
  }

  private func members(of value: LuaValue) -> [String] {
    switch session.value(of: value) {
    case .table: ((try? value.table?.pairs) ?? []).compactMap { $0.key.text }
    case .handle(let handle):
      Array(ScriptReference.memberNames(of: handle.kindName))
        + session.host.methodNames(on: handle.kindName)
    default: []
    }
  }

  /// Returns the table of a function's globals, or `nil` if the function uses none.
  func globals(of activation: LuaActivation) -> LuaTable? {
    guard let index = activation.upvalues.firstIndex(of: "_ENV") else { return nil }
    return ((try? activation.function.upvalue(index + 1)) ?? .nil).table
  }
}
