internal import LuaRuntime
internal import Signalbox

/// Reads the arguments of an operation according to its signature. Benchmark: `W1`.
final class CallReader {
  /// The properties of a parameter that are needed to read a valid argument.
  private struct Step {
    let kind: OperationParameter.Kind
    let isOptional: Bool
  }

  private unowned let session: ScriptSession
  let signature: OperationSignature
  private let steps: ContiguousArray<Step>
  /// The reader for options, which is created when a call has options for the first time, because
  /// scripts call most operations without options.
  private lazy var options = OptionReader(session: session, signature: signature)

  init(session: ScriptSession, operation: Int) {
    self.session = session
    signature = OperationCatalog.signature(at: operation)
    steps = ContiguousArray(
      signature.parameters.map { Step(kind: $0.kind, isOptional: $0.isOptional) })
  }

  /// Reads the arguments into a call.
  ///
  /// - Parameter first: The index of the operation's first argument.
  /// - Returns: Whether the caller handles the outcome itself, using `try` or `completion`.
  @inline(__always)
  func read(
    _ frame: LuaFrame, from first: Int, into call: inout OperationCall
  ) throws(LuaError) -> Bool {
    var position = first
    let count = frame.count
    for index in 0..<steps.count {
      let step = steps[index]
      if position > count || frame.isNil(position) {
        if !step.isOptional { throw absent(signature.parameters[index], frame, position) }
        position += 1
        continue
      }
      if step.isOptional, position == count, frame.kind(position) == .table,
        !step.kind.takesTable
      {
        continue
      }
      if step.kind == .destination, case let atom = frame.atom(position), atom >= 0 {
        call.name = Symbol(rawValue: atom)
      } else {
        try read(signature.parameters[index], frame, position, &call)
      }
      position += 1
    }
    guard position <= count else { return false }
    let takesOver = try options.read(frame, position, into: &call)
    guard position >= count else {
      throw LuaError.badArgument(
        "\(signature.name) accepts at most \(counted(position - first + 1, "argument")), "
          + "got \(count - first + 1)")
    }
    return takesOver
  }

  /// Reads an options table that is the only argument.
  ///
  /// - Returns: Whether the caller handles the outcome itself, using `try` or `completion`.
  func readOptions(
    _ frame: LuaFrame, at position: Int, into call: inout OperationCall
  ) throws(LuaError) -> Bool {
    try options.read(frame, position, into: &call)
  }

  private func read(
    _ parameter: OperationParameter, _ frame: LuaFrame, _ position: Int,
    _ call: inout OperationCall
  ) throws(LuaError) {
    switch parameter.kind {
    case .destination: try destination(parameter, frame, position, &call)
    case .arguments:
      do throws(LuaError) {
        call.arguments = try ValueBridge.arguments(
          at: position, in: frame, path: "\(signature.name): \(parameter.name)")
      } catch {
        throw explained(error, frame, position)
      }
    case .count:
      guard frame.kind(position) == .integer else { throw wrong(parameter, frame, position) }
      call.count = try frame.integer(position)
    case .screen: try screen(parameter, frame, position, &call)
    case .value:
      do throws(LuaError) {
        call.value = try ValueBridge.value(
          at: position, in: frame, path: "\(signature.name): \(parameter.name)")
      } catch {
        throw explained(error, frame, position)
      }
    case .page, .route, .field: call.name = try name(parameter, frame, position)
    case .type:
      if let definition = frame.object(position, session.handles.definition) {
        call.name = session.engine.symbols.intern(definition.name)
      } else {
        call.name = try name(parameter, frame, position)
      }
    case .coordinator:
      guard let coordinator = frame.coordinator(position, session.handles) else {
        throw wrong(parameter, frame, position)
      }
      call.subject = .coordinator(coordinator)
    case .pages:
      call.pages = try PageReader(session: session).pages(
        at: position, in: frame, path: signature.name)
    case .text:
      guard frame.kind(position) == .string else { throw wrong(parameter, frame, position) }
      let text = try frame.string(position)
      // Links and snapshots are parsed, which requires memory in addition to that of the text.
      try frame.take(NavigationValue.weight(ofJSON: text))
      call.text = text
    case .stack:
      let spec = SpecReader(session: session, path: self.signature.name)
      call.stack = try StackReader(spec: spec).entries(at: position, in: frame)
    case .steps:
      guard frame.kind(position) == .function else { throw wrong(parameter, frame, position) }
      let function = try frame.function(position)
      call.steps = try session.engine.record { [session] () throws(LuaError) in
        try session.luaState.perform(function)
      }
    }
  }

  @inline(__always)
  private func name(
    _ parameter: OperationParameter, _ frame: LuaFrame, _ position: Int
  ) throws(LuaError) -> Symbol {
    let atom = frame.atom(position)
    if atom >= 0 { return Symbol(rawValue: atom) }
    guard frame.kind(position) == .string else { throw wrong(parameter, frame, position) }
    return session.engine.symbols.passing(try frame.string(position))
  }

  private func destination(
    _ parameter: OperationParameter, _ frame: LuaFrame, _ position: Int,
    _ call: inout OperationCall
  ) throws(LuaError) {
    let handles = session.handles
    if frame.kind(position) == .string {
      call.name = session.engine.symbols.passing(try frame.string(position))
    } else if let coordinator = frame.coordinator(position, handles) {
      call.subject = .coordinator(coordinator)
    } else if let bits = frame.handle(position, handles.screen) {
      call.subject = .screen(ScreenID(bits: bits))
    } else if let description = frame.object(position, handles.screenDescription) {
      call.subject = .content(description.content)
    } else if let definition = frame.object(position, handles.definition) {
      guard signature.receiver == .application else {
        throw LuaError.badArgument(
          "\(signature.name): \(definition.name) is a definition; "
            + "pass \(definition.name):new() or the name of a route that leads there")
      }
      call.name = session.engine.symbols.intern(definition.name)
    } else {
      throw wrong(parameter, frame, position)
    }
  }

  private func screen(
    _ parameter: OperationParameter, _ frame: LuaFrame, _ position: Int,
    _ call: inout OperationCall
  ) throws(LuaError) {
    if let bits = frame.handle(position, session.handles.screen) {
      call.subject = .screen(ScreenID(bits: bits))
    } else if frame.kind(position) == .function {
      let function = try frame.function(position)
      call.subject = .test { [weak session] in session?.methods.passes($0, function) ?? false }
    } else {
      call.name = try name(parameter, frame, position)
    }
  }

  // MARK: - Errors

  private func absent(
    _ parameter: OperationParameter, _ frame: LuaFrame, _ position: Int
  ) -> LuaError {
    if position <= frame.count { return wrong(parameter, frame, position) }
    return LuaError.badArgument(
      "\(signature.name): \(parameter.name) is missing, expected "
        + parameter.kind.expectation)
  }

  /// Returns the error for a table that is not plain data. The error has a hint if the table
  /// contains a callback that looks like an option.
  private func explained(
    _ error: LuaError, _ frame: LuaFrame, _ position: Int
  ) -> LuaError {
    var hint: String?
    guard frame.kind(position) == .table else { return error }
    _ = try? frame.forEachPair(position) { pair in
      guard hint == nil, pair.kind(-2) == .string,
        [.function, .userdata, .thread].contains(pair.kind(-1))
      else { return }
      hint = signature.hint(forArgument: pair.text(-2))
    }
    return hint.map { LuaError(code: error.code, "\(error.message); \($0)") } ?? error
  }

  private func wrong(
    _ parameter: OperationParameter, _ frame: LuaFrame, _ position: Int
  ) -> LuaError {
    LuaError.badArgument(
      "\(signature.name): \(parameter.name) is \(session.shortText(frame, position)), "
        + "expected \(parameter.kind.expectation)")
  }
}

extension OperationParameter.Kind {
  /// Whether the argument can be a table. If so, a table at the argument's position is not the
  /// options table.
  package var takesTable: Bool {
    switch self {
    case .arguments, .value, .pages, .stack: true
    case .destination, .route, .coordinator, .type, .count, .screen, .page, .field, .text, .steps:
      false
    }
  }

  /// The description of a valid argument, for error messages.
  var expectation: String {
    switch self {
    case .destination: "a route's name, a screen(…) or a coordinator"
    case .route: "a route's name"
    case .coordinator: "a coordinator"
    case .type: "the name of a coordinator type"
    case .arguments: "a table of named values"
    case .count: "an integer"
    case .screen: "a screen's name, its handle or a function"
    case .value: "plain data"
    case .page: "a page's id"
    case .field: "a field's name"
    case .pages: "a list of pages"
    case .text: "a string"
    case .stack: "a list of routes"
    case .steps: "a function"
    }
  }
}

/// The maximum length of an unknown name, in bytes.
private let longestUnknownName = 1_000

extension SymbolTable {
  /// Returns the symbol for a name that may be unknown. An unknown name of more than 1,000 bytes is
  /// truncated, as in rejections.
  func passing(_ name: String) -> Symbol {
    if let known = find(name) { return known }
    return internPassing(shortened(name, to: longestUnknownName))
  }
}

extension ScriptSession {
  /// Returns a short description of a value, for error messages.
  func shortText(_ frame: LuaFrame, _ index: Int) -> String {
    switch frame.kind(index) {
    case .none, .nil: "nil"
    case .table: "a table"
    case .function: "a function"
    case .thread: "a coroutine"
    case .userdata, .boolean, .integer, .float, .string:
      ValuePrinter(session: self).text(of: index, in: frame)
    }
  }
}
