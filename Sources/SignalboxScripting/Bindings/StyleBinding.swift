internal import LuaRuntime
internal import Signalbox

/// `presentationStyle "card" { covering = false, interactive = true }`.
extension ScriptSession {
  ///
  /// - Parameters:
  ///   - first: Where the name stands.
  ///   - host: The plugin that defines it.
  func definePresentationStyle(
    _ frame: LuaFrame, from first: Int = 1, for host: PluginRegistrar? = nil
  ) throws(LuaError) -> Int {
    let name = try definitionName("presentationStyle", frame, at: first)
    if frame.count > first {
      return try finishPresentationStyle(name, at: first + 1, frame, host)
    }
    frame.pushFunction("presentationStyle") { [unowned self] frame throws(LuaError) in
      try finishPresentationStyle(name, at: 1, frame, host)
    }
    return 1
  }

  private func finishPresentationStyle(
    _ name: String, at index: Int, _ frame: LuaFrame, _ host: PluginRegistrar?
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
    let style = PresentationStyle(
      name: name, isCovering: isCovering, isInteractive: isInteractive)
    if let host {
      do throws(ScriptError) { try host.style(style) } catch { throw LuaError(error) }
      return 0
    }
    do throws(NavigationError) {
      _ = try engine.register(style)
    } catch {
      throw LuaError(error)
    }
    return 0
  }
}
