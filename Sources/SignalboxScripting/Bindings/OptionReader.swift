internal import LuaRuntime
internal import Signalbox

/// Reads an operation's options table.
struct OptionReader {
  unowned let session: ScriptSession
  private let operation: String
  private let allowed: [OperationOption]
  /// The options of the operation, keyed by symbol number.
  private let options: [Int32: OperationOption]
  private let takeOver: Int32
  /// The name of the option, common to all operations, with which callers handle the outcome
  /// themselves.
  static let takeOver = "try"

  init(session: ScriptSession, signature: OperationSignature) {
    self.session = session
    operation = signature.name
    allowed = signature.options
    let symbols = session.engine.symbols
    options = Dictionary(
      uniqueKeysWithValues: allowed.map { (symbols.intern($0.name).rawValue, $0) })
    takeOver = symbols.intern(Self.takeOver).rawValue
  }

  /// - Returns: Whether the caller handles the outcome itself, using `try` or `completion`.
  func read(
    _ frame: LuaFrame, _ position: Int, into call: inout OperationCall
  ) throws(LuaError) -> Bool {
    if frame.isNil(position) { return false }
    guard frame.kind(position) == .table else {
      throw LuaError.badArgument(
        "\(operation): options are \(session.shortText(frame, position)), expected a table")
    }
    var takesOver = false
    var unknownStyle: LuaError?
    try frame.forEachPair(position) { pair throws(LuaError) in
      let atom = pair.atom(-2)
      if atom == takeOver {
        takesOver = takesOver || pair.boolean(-1)
        return
      }
      guard let option = options[atom] else { throw unknown(pair) }
      do throws(LuaError) {
        try set(option, pair, of: call.caller, &call.options)
      } catch {
        guard error.code == ReasonCode.unknownStyle.name else { throw error }
        unknownStyle = error
      }
      if case .function(.completion) = option.kind { takesOver = true }
    }
    if let unknownStyle {
      guard takesOver else { throw unknownStyle }
      call.rejection = NavigationError(unknownStyle, in: operation)
    }
    return takesOver
  }

  private func unknown(_ pair: LuaFrame) -> LuaError {
    let name = session.shortText(pair, -2)
    let bare = pair.kind(-2) == .string ? String(name.dropFirst().dropLast()) : name
    let hint =
      nameHint(for: bare, in: allowed.map(\.name) + [Self.takeOver]).map { "; \($0)" } ?? ""
    return LuaError(
      code: ReasonCode.unknownOption.name,
      "unknownOption: \(operation) has no option \(name)\(hint)")
  }

  private func set(
    _ option: OperationOption, _ frame: LuaFrame, of caller: CoordinatorID,
    _ options: inout OperationOptions
  ) throws(LuaError) {
    var value: NavigationValue?
    switch option.kind {
    case .boolean: if frame.kind(-1) == .boolean { value = .boolean(frame.boolean(-1)) }
    case .integer: if frame.kind(-1) == .integer { value = .integer(try frame.integer(-1)) }
    case .fraction:
      if [.integer, .float].contains(frame.kind(-1)) { value = .number(try frame.number(-1)) }
    case .text, .choice: if frame.kind(-1) == .string { value = .string(try frame.string(-1)) }
    case .duration:
      value = .integer(
        try TimeReader.milliseconds(
          at: -1, in: frame, path: "\(operation): option \"\(option.name)\""))
    case .arguments:
      value = .table(
        try ValueBridge.arguments(
          at: -1, in: frame, path: "\(operation): option \"\(option.name)\""))
    case .detents: value = .list(try layer.detents(option.name, frame).map(\.value))
    case .fields: value = .list(try layer.fields(option.name, frame).map(\.value))
    case .style:
      let layer = try layer.style(frame)
      options.style = layer.style
      if layer.traits != LayerTraits() {
        options.layerTraits = options.layerTraits.over(layer.traits)
      }
      return
    case .buttons:
      options.buttons = try layer.buttons(option.name, frame, of: caller)
      return
    case .page:
      guard frame.kind(-1) == .string else { throw wrong(option, frame) }
      options.current = session.engine.symbols.passing(try frame.string(-1))
      return
    case .layer(let stays):
      guard let bits = frame.handle(-1, session.handles.layer) else { throw wrong(option, frame) }
      if stays { options.switches.insert(.layerStays) }
      options.layer = LayerID(bits: bits)
      return
    case .coordinator:
      guard let coordinator = frame.coordinator(-1, session.handles) else {
        throw wrong(option, frame)
      }
      options.mainCoordinator = coordinator
      return
    case .function(let kind):
      guard frame.kind(-1) == .function else { throw wrong(option, frame) }
      return set(kind, try frame.function(-1), &options)
    }
    guard let value, option.set(&options, value) else { throw wrong(option, frame) }
  }

  /// The reader for layer properties. It also reads styles, because a style can be a table that
  /// sets several of these properties.
  private var layer: LayerReader {
    LayerReader(spec: SpecReader(session: session, path: operation))
  }

  private func set(
    _ kind: OperationOption.Function, _ function: LuaFunction, _ options: inout OperationOptions
  ) {
    switch kind {
    case .completion: options.completion = session.methods.completion(function)
    case .onDismiss: options.onDismiss = session.methods.onDismiss(function)
    case .onFinish: options.onFinish = session.methods.onFinish(function)
    case .equals: options.equals = session.methods.equality(function)
    }
  }

  private func wrong(_ option: OperationOption, _ frame: LuaFrame) -> LuaError {
    LuaError.badArgument(
      "\(operation): option \"\(option.name)\" is "
        + "\(session.shortText(frame, -1)), expected \(option.kind.expectation)")
  }
}

extension TransitionStyle {
  /// Creates the transition style whose name is the value at `index`.
  init(
    at index: Int, in frame: LuaFrame, path: String, _ session: ScriptSession
  ) throws(LuaError) {
    guard frame.kind(index) == .string else {
      throw LuaError.badArgument(
        "\(path): style is \(session.shortText(frame, index)), expected a style's name")
    }
    do throws(NavigationError) {
      self = try session.engine.transitionStyle(named: frame.text(index))
    } catch {
      throw LuaError(
        code: error.code.name,
        "\(error.code.name): \(path): \(error.message)"
          + (error.hint.map { "; \($0)" } ?? ""))
    }
  }
}
