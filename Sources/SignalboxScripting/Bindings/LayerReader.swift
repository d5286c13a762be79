internal import LuaRuntime
internal import Signalbox

/// Reads what scripts say of a layer beside its style, and of an alert's buttons.
struct LayerReader {
  let spec: SpecReader

  /// A style's name, or `{ style =, detents =, covering =, interactive = }`.
  func style(_ frame: LuaFrame) throws(LuaError) -> (style: TransitionStyle, traits: LayerTraits) {
    guard frame.kind(-1) == .table else {
      return (try spec.session.style(at: -1, in: frame, path: spec.path), LayerTraits())
    }
    var style = TransitionStyle.sheet
    var traits = LayerTraits()
    try frame.forEachPair(-1) { pair throws(LuaError) in
      switch try spec.key(pair) {
      case "style": style = try spec.session.style(at: -1, in: pair, path: spec.path)
      case "covering": traits.isCovering = try spec.boolean("style.covering", pair)
      case "interactive": traits.isInteractive = try spec.boolean("style.interactive", pair)
      case "detents": traits.detents = try detents("style.detents", pair)
      case let other:
        let known = ["style", "covering", "interactive", "detents"].map { "style.\($0)" }
        throw spec.unknownKey("style.\(other)", known: known)
      }
    }
    return (style, traits)
  }

  /// `{ "medium", "large", 0.3, 240 }`.
  func detents(_ key: String, _ frame: LuaFrame) throws(LuaError) -> [Detent] {
    try spec.table(key, frame)
    var list: [Detent] = []
    for place in 0..<frame.rawLength(-1) {
      try frame.withElement(-1, at: place + 1) { element throws(LuaError) in
        let value =
          [.string, .integer, .float].contains(element.kind(-1))
          ? try ValueBridge.value(at: -1, in: element, path: spec.path) : nil
        guard let detent = value.flatMap({ Detent($0) }) else {
          throw spec.wrong(
            "\(key)[\(place + 1)]", element,
            expected: "\"medium\", \"large\" or a number above 0")
        }
        list.append(detent)
      }
    }
    return list
  }

  /// `{ "Cancel", { "Delete", "deleteIt" } }`, in order. One without a handler calls the caller's
  /// method of its name, if there is one.
  func buttons(
    _ key: String, _ frame: LuaFrame, of caller: CoordinatorID
  ) throws(LuaError) -> [AlertButton] {
    let session = spec.session
    return try spec.actions(key, frame).map { action in
      AlertButton(action.label) { [weak session] in
        guard let session, !session.isClosed else { return }
        guard let function = session.function(of: action.handler, of: caller) else {
          if case .method(ScriptedAction.methodName(of: action.label)) = action.handler { return }
          throw session.missingMethod(
            action.handler, of: caller, for: "button \"\(action.label)\"")
        }
        try session.call(function, of: caller) { _ in 0 }
      }
    }
  }
}

/// Reads the list of `setStack`.
struct StackReader {
  let spec: SpecReader

  func entries(at index: Int, in frame: LuaFrame) throws(LuaError) -> [StackEntry] {
    guard frame.kind(index) == .table else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(spec.path): screens is \(spec.session.shortText(frame, index)), expected a "
          + "list of routes")
    }
    var entries: [StackEntry] = []
    for place in 0..<frame.rawLength(index) {
      try frame.withElement(index, at: place + 1) { element throws(LuaError) in
        entries.append(try entry("screens[\(place + 1)]", element))
      }
    }
    return entries
  }

  private func entry(_ key: String, _ frame: LuaFrame) throws(LuaError) -> StackEntry {
    let handles = spec.session.handles
    if frame.kind(-1) == .string { return .route(try frame.string(-1)) }
    if let bits = frame.handle(-1, handles.screen) { return .screen(ScreenID(bits: bits)) }
    if let description = frame.object(-1, handles.screenDescription) {
      return .content(description.content)
    }
    guard frame.kind(-1) == .table else {
      throw spec.wrong(
        key, frame, expected: "a route, { route =, args =, new = }, a screen(…) or a handle")
    }
    var route: String?
    var arguments = NavigationArguments()
    var isNew = false
    try frame.forEachPair(-1) { pair throws(LuaError) in
      switch try spec.key(pair) {
      case "route": route = try spec.text("\(key).route", pair)
      case "args":
        arguments = try ValueBridge.arguments(at: -1, in: pair, path: "\(spec.path): \(key).args")
      case "new": isNew = try spec.boolean("\(key).new", pair)
      case let other:
        throw spec.unknownKey("\(key).\(other)", known: ["route", "args", "new"])
      }
    }
    guard let route else {
      throw LuaError(
        code: ReasonCode.badArgument.name, "badArgument: \(spec.path): \(key) names no route")
    }
    return isNew ? .new(route, arguments) : .route(route, arguments)
  }
}
