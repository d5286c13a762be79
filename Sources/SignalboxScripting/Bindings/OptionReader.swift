internal import LuaRuntime
internal import Signalbox

/// Reads the options table of one operation.
struct OptionReader {
  unowned let session: ScriptSession
  private let operation: String
  private let allowed: [OperationOption]
  /// The option behind a symbol's number.
  private let options: [Int32: OperationOption]
  private let takeOver: Int32
  /// The option of all operations by which the caller looks at the outcome itself.
  static let takeOver = "try"

  init(session: ScriptSession, signature: OperationSignature) {
    self.session = session
    operation = signature.name
    allowed = signature.options
    let symbols = session.engine.symbols
    options = Dictionary(
      uniqueKeysWithValues: allowed.map { (symbols.intern($0.rawValue).rawValue, $0) })
    takeOver = symbols.intern(Self.takeOver).rawValue
  }

  /// - Returns: Whether the caller looks at the outcome itself.
  func read(
    _ frame: LuaFrame, _ position: Int, into call: inout OperationCall
  ) throws(LuaError) -> Bool {
    if frame.isNil(position) { return false }
    guard frame.kind(position) == .table else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(operation): options are \(session.shortText(frame, position)), "
          + "expected a table")
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
      if option == .completion { takesOver = true }
    }
    if let unknownStyle {
      guard takesOver else { throw unknownStyle }
      call.refusal = session.refusal(of: unknownStyle, operation)
    }
    return takesOver
  }

  private func unknown(_ pair: LuaFrame) -> LuaError {
    let name = session.shortText(pair, -2)
    let bare = pair.kind(-2) == .string ? String(name.dropFirst().dropLast()) : name
    let hint =
      nameHint(for: bare, in: allowed.map(\.rawValue) + [Self.takeOver]).map { "; \($0)" } ?? ""
    return LuaError(
      code: ReasonCode.unknownOption.name,
      "unknownOption: \(operation) has no option \(name)\(hint)")
  }

  private func set(
    _ option: OperationOption, _ frame: LuaFrame, of caller: CoordinatorID,
    _ options: inout OperationOptions
  ) throws(LuaError) {
    switch option {
    case .animated:
      if try !boolean(option, frame) { options.duration = 0 }
    case .duration:
      options.duration = try TimeReader.milliseconds(
        at: -1, in: frame, path: "\(operation): option \"duration\"")
    case .style, .detents, .covering, .interactive, .buttons:
      try setLayer(option, frame, of: caller, &options)
    case .completion: options.completion = session.completion(try function(option, frame))
    case .onDismiss: options.onDismiss = session.onDismiss(try function(option, frame))
    case .onFinish: options.onFinish = session.onFinish(try function(option, frame))
    case .equals: options.equals = session.equality(try function(option, frame))
    case .count:
      guard frame.kind(-1) == .integer else { throw wrong(option, frame, "a whole number") }
      options.count = try frame.integer(-1)
    case .to, .layer:
      guard let bits = frame.handle(-1, session.handles.layer) else {
        throw wrong(option, frame, "a layer of app:layers()")
      }
      options.layer = LayerID(bits: bits)
      if option == .to { options.switches.insert(.layerStays) }
    case .mainCoordinator:
      guard let coordinator = frame.coordinator(-1, session.handles) else {
        throw wrong(option, frame, "a coordinator")
      }
      options.mainCoordinator = coordinator
    case .current:
      guard frame.kind(-1) == .string else { throw wrong(option, frame, "a page's id") }
      options.current = session.passingName(try frame.string(-1))
    case .key:
      guard frame.kind(-1) == .string else { throw wrong(option, frame, "a string") }
      options.key = try frame.string(-1)
    case .progress:
      guard [.integer, .float].contains(frame.kind(-1)), case let part = try frame.number(-1),
        part >= 0, part <= 1
      else { throw wrong(option, frame, "a number from 0 to 1") }
      options.progress = part
    case .target, .which, .scope, .onBusy, .phase:
      try choose(option, frame, &options)
    case .popChildren, .all, .keepModals, .dismissModals, .withDismiss, .withNavigation,
      .selfIfNone, .recreate, .cancel, .singleTop, .atomic, .keepStack:
      try toggle(option, try boolean(option, frame), &options)
    }
  }

  private func toggle(
    _ option: OperationOption, _ isOn: Bool, _ options: inout OperationOptions
  ) throws(LuaError) {
    let flag: OperationOptions.Switches =
      switch option {
      case .popChildren: .popChildren
      case .all: .all
      case .keepModals: .keepModals
      case .dismissModals: .dismissModals
      case .withDismiss: .withoutDismiss
      case .withNavigation: .withNavigation
      case .selfIfNone: .selfIfNone
      case .recreate: .recreate
      case .keepStack: .keepStack
      case .singleTop: .singleTop
      case .atomic: .skipRefused
      default: .cancel
      }
    if isOn != [.withDismiss, .atomic].contains(option) {
      options.switches.insert(flag)
    } else if option == .dismissModals {
      options.switches.insert(.withoutDismissModals)
    } else if option == .withNavigation {
      options.switches.insert(.withoutNavigation)
    }
  }

  /// What says how a layer looks; a style may be a table that says several things.
  private func setLayer(
    _ option: OperationOption, _ frame: LuaFrame, of caller: CoordinatorID,
    _ options: inout OperationOptions
  ) throws(LuaError) {
    let reader = LayerReader(spec: SpecReader(session: session, path: operation))
    switch option {
    case .detents: options.layerTraits.detents = try reader.detents("detents", frame)
    case .covering: options.layerTraits.isCovering = try boolean(option, frame)
    case .interactive: options.layerTraits.isInteractive = try boolean(option, frame)
    case .buttons: options.buttons = try reader.buttons("buttons", frame, of: caller)
    default:
      let layer = try reader.style(frame)
      options.style = layer.style
      if layer.traits != LayerTraits() {
        options.layerTraits = options.layerTraits.over(layer.traits)
      }
    }
  }

  private func choose(
    _ option: OperationOption, _ frame: LuaFrame, _ options: inout OperationOptions
  ) throws(LuaError) {
    guard case .choice(let choices) = option.kind else { return }
    let expected = choices.map { "\"\($0)\"" }.joined(separator: " or ")
    guard frame.kind(-1) == .string, case let word = try frame.string(-1), choices.contains(word)
    else { throw wrong(option, frame, expected) }
    switch option {
    case .phase: options.phase = GesturePhase(rawValue: word) ?? .whole
    case .onBusy where word == "drop": options.switches.insert(.dropWhenBusy)
    case .onBusy where word == "error": options.switches.insert(.refuseWhenBusy)
    case .target: options.switches.insert(word == "front" ? .targetFront : .targetOwn)
    case .which where word == "first": options.switches.insert(.firstMatch)
    case .scope where word == "self": options.switches.insert(.scopeSelf)
    default: break  // The word of the default.
    }
  }

  private func boolean(_ option: OperationOption, _ frame: LuaFrame) throws(LuaError) -> Bool {
    guard frame.kind(-1) == .boolean else { throw wrong(option, frame, "true or false") }
    return frame.boolean(-1)
  }

  private func function(
    _ option: OperationOption, _ frame: LuaFrame
  ) throws(LuaError) -> LuaFunction {
    guard frame.kind(-1) == .function else { throw wrong(option, frame, "a function") }
    return try frame.function(-1)
  }

  private func wrong(
    _ option: OperationOption, _ frame: LuaFrame, _ expected: String
  ) -> LuaError {
    LuaError(
      code: ReasonCode.badArgument.name,
      "badArgument: \(operation): option \"\(option.rawValue)\" is "
        + "\(session.shortText(frame, -1)), expected \(expected)")
  }
}

extension ScriptSession {
  /// Reads the name of a transition style.
  func style(
    at index: Int, in frame: LuaFrame, path: String
  ) throws(LuaError) -> TransitionStyle {
    guard frame.kind(index) == .string else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(path): style is \(shortText(frame, index)), expected a style's name")
    }
    do throws(NavigationError) {
      return try engine.transitionStyle(named: frame.text(index))
    } catch {
      throw LuaError(
        code: error.code.name,
        "\(error.code.name): \(path): \(error.message)"
          + (error.hint.map { "; \($0)" } ?? ""))
    }
  }

  // MARK: - Callbacks of options

  func completion(_ function: LuaFunction) -> (Outcome) -> Void {
    { [weak self] outcome in
      guard let self, !isClosed else { return }
      call(function) { [self] frame throws(LuaError) in
        frame.push(outcome.status.rawValue)
        if let reason = outcome.reason {
          frame.push(reason.name)
        } else {
          try pushValue(outcome, frame)
        }
        return 2
      }
    }
  }

  func onDismiss(_ function: LuaFunction) -> (FinishReason) -> Void {
    { [weak self] reason in
      guard let self, !isClosed else { return }
      call(function) { frame in
        frame.push(reason.name)
        return 1
      }
    }
  }

  func onFinish(_ function: LuaFunction) -> (FinishNotice) -> Void {
    { [weak self] notice in
      guard let self, !isClosed else { return }
      call(function) { frame throws(LuaError) in
        try ValueBridge.push(notice.result, onto: frame)
        frame.push(notice.reason.name)
        return 2
      }
    }
  }

  /// An error in a script's comparison is reported and counts as different.
  func equality(
    _ function: LuaFunction
  ) -> (NavigationArguments, NavigationArguments) -> Bool {
    { [weak self] present, given in
      guard let self, !isClosed else { return false }
      do {
        return try machine.call(
          function,
          { frame throws(LuaError) in
            try ValueBridge.push(present, onto: frame)
            try ValueBridge.push(given, onto: frame)
            return 2
          }, results: 1, { $0.boolean(1) })
      } catch {
        report(error)
        return false
      }
    }
  }

  /// Calls a function of a script that nobody waits for; an error is reported.
  func call(_ function: LuaFunction, _ push: (LuaFrame) throws(LuaError) -> Int) {
    do {
      try machine.call(function, { frame throws(LuaError) in try push(frame) }, results: 0) { _ in }
    } catch {
      report(error)
    }
  }
}
