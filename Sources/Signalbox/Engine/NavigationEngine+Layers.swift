/// Layers beyond what their records say.
extension NavigationEngine {
  /// The layers of the window, the root layer first. Those that an animation takes away right now
  /// come last, in the phase `dismissing`; the state is without them already.
  public var layers: [LayerNode] {
    let reader = TreeReader(state: state, symbols: symbols, styles: registry.styles)
    return reader.layers() + dismissing
  }

  /// The layers that the operation which has not been committed yet removes.
  func dismissedLayers() -> [LayerNode] {
    let gone = Set(
      transaction.changes.elements.filter { $0.kind == .layerDismissed }.map { $0.subject })
    if gone.isEmpty { return [] }
    let layers = state.asOf(running.mark) {
      TreeReader(state: state, symbols: symbols, styles: registry.styles).layers()
    }
    return layers.filter { gone.contains(.layer($0.id)) }.map { layer in
      var layer = layer
      layer.phase = .dismissing
      return layer
    }
  }

  /// Answers with what code of the application says, and reports it where it throws.
  func answer<Answer>(_ fallback: Answer, _ body: () throws -> Answer) -> Answer {
    var answer = fallback
    transaction.ask { callOut { answer = try body() } }
    return answer
  }
}
