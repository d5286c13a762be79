internal import LuaRuntime
internal import Signalbox

/// Implements `presentationStyle "card" { covering = false, interactive = true }`.
extension ScriptSession {
  ///
  /// - Parameters:
  ///   - first: The index of the name.
  ///   - host: The plugin that defines the style, if any.
  func definePresentationStyle(
    _ frame: LuaFrame, from first: Int = 1, for host: PluginRegistrar? = nil
  ) throws(LuaError) -> Int {
    try named("presentationStyle", frame, from: first) {
      [unowned self] name, index, frame throws(LuaError) in
      try finishPresentationStyle(name, at: index, frame, host)
    }
  }

  static let presentationStyles = DefinitionSchema<PresentationStyle>(
    "PresentationStyleTable", "The keys of `presentationStyle \"name\"`.",
    [
      .boolean(
        "covering", { $0.isCovering = $1 }, "whether the layer below disappears (default false)"),
      .boolean(
        "interactive", { $0.isInteractive = $1 },
        "whether the user can swipe the layer away (default false)"),
      .boolean(
        "push", { $0.isPush = $1 },
        "whether the style pushes onto the stack, with a transition of the style's name (default "
          + "false)"),
    ])

  private func finishPresentationStyle(
    _ name: String, at index: Int, _ frame: LuaFrame, _ host: PluginRegistrar?
  ) throws(LuaError) -> Int {
    let spec = SpecReader(session: self, path: "presentationStyle \"\(name)\"")
    guard frame.kind(index) == .table else {
      throw LuaError.badArgument(
        "\(spec.path) is followed by \(shortText(frame, index)), expected "
          + "{ covering = false, interactive = true }")
    }
    var style = PresentationStyle(name: name)
    try Self.presentationStyles.read(at: index, in: frame, spec, into: &style)
    if style.isPush, style.isCovering || style.isInteractive {
      throw LuaError.badArgument(
        "\(spec.path) has push and \(style.isCovering ? "covering" : "interactive"), which only a "
          + "presentation has; remove one of them")
    }
    if let host {
      try raised { () throws(ScriptError) in try host.style(style) }
    } else {
      _ = try rejected { () throws(NavigationError) in try engine.register(style) }
    }
    return 0
  }
}
