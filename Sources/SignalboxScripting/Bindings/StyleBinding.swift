internal import LuaRuntime
internal import Signalbox

/// `presentationStyle "card" { covering = false, interactive = true }`.
extension ScriptSession {
  func definePresentationStyle(_ frame: LuaFrame) throws(LuaError) -> Int {
    let name = try definitionName("presentationStyle", frame)
    if frame.count > 1 { return try finishPresentationStyle(name, at: 2, frame) }
    frame.pushFunction("presentationStyle") { [unowned self] frame throws(LuaError) in
      try finishPresentationStyle(name, at: 1, frame)
    }
    return 1
  }

  private func finishPresentationStyle(
    _ name: String, at index: Int, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    let spec = SpecReader(session: self, path: "presentationStyle \"\(name)\"")
    guard frame.kind(index) == .table else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(spec.path) is followed by \(shortText(frame, index)), expected "
          + "{ covering = false, interactive = true }")
    }
    var (isCovering, isInteractive) = (false, false)
    try frame.forEachPair(index) { pair throws(LuaError) in
      switch try spec.key(pair) {
      case "covering": isCovering = try spec.boolean("covering", pair)
      case "interactive": isInteractive = try spec.boolean("interactive", pair)
      case let other: throw spec.unknownKey(other, known: ["covering", "interactive"])
      }
    }
    do throws(NavigationError) {
      _ = try engine.register(
        PresentationStyle(name: name, isCovering: isCovering, isInteractive: isInteractive))
    } catch {
      throw LuaError(error)
    }
    return 0
  }
}
