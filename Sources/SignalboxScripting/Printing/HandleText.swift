internal import LuaRuntime
internal import Signalbox

/// Formats handles and other userdata as text.
struct HandleText {
  let session: ScriptSession
  private var engine: NavigationEngine { session.engine }
  private var handles: HandleTypes { session.handles }

  /// Returns the text for the userdata on top of the stack.
  func text(_ frame: LuaFrame) -> String {
    if let bits = frame.handle(-1, handles.coordinator) {
      return session.text(of: CoordinatorID(bits: bits))
    }
    if let bits = frame.handle(-1, handles.router) {
      return "router of \(session.text(of: CoordinatorID(bits: bits)))"
    }
    if let bits = frame.handle(-1, handles.screen) {
      let screen = ScreenID(bits: bits)
      guard let node = engine.node(of: screen) else { return "screen (\(screen), gone)" }
      let shown = node.arguments.isEmpty ? "" : " \(node.arguments)"
      return "\(node.name)\(shown) (\(screen))"
    }
    if let bits = frame.handle(-1, handles.layer) {
      let layer = LayerID(bits: bits)
      let style = engine.layers.first { $0.id == layer }?.style
      return style.map { "\($0) layer (\(layer))" } ?? "layer (\(layer), gone)"
    }
    if frame.handle(-1, handles.app) != nil { return "app" }
    if let bits = frame.handle(-1, handles.event) {
      let number = Int(truncatingIfNeeded: bits)
      return engine.event(numbered: number)?.description ?? "event \(number), dropped"
    }
    if let ticket = frame.object(-1, handles.ticket) {
      return "operation (\(ticket.outcome?.description ?? "queued"))"
    }
    if let link = frame.object(-1, handles.link) { return ChainBinding.text(of: link, session) }
    if let definition = frame.object(-1, handles.definition) {
      return "\(definition.kind == .tabs ? "tabs" : "coordinator") \"\(definition.name)\""
    }
    if let description = frame.object(-1, handles.screenDescription) {
      return "screen \"\(description.name)\""
    }
    return "userdata"
  }
}
