// The model needs macOS 14; a suite cannot require more than its package.
#if !os(macOS)
  import SeededRandom
  import Signalbox

  @testable import SignalboxUI

  /// Views that read an ``InterfaceModel`` as SwiftUI does: after a change they present and remove one
  /// layer at a time, report that views appeared and disappeared after the animation, or forget it.
  @MainActor
  final class SimulatedViews {
    let model: InterfaceModel
    let loop: TestLoop
    /// The layers with views, lowest first.
    private(set) var layers: [LayerModel] = []
    private var isMoving = false
    /// Presentations that are ignored until the model takes them back.
    private var ignored: Set<LayerID> = []
    /// Milliseconds of an animation; `nil` for a presentation that is ignored, unless it is
    /// an alert.
    var delay: @MainActor () -> Int? = { 350 }

    init(_ model: InterfaceModel, _ loop: TestLoop) {
      (self.model, self.loop) = (model, loop)
      loop.afterTurn = { [unowned self] in update() }
    }

    private var wanted: [LayerModel] {
      var list: [LayerModel] = []
      var next = model.root
      while let layer = next {
        list.append(layer)
        next = layer.presented
      }
      return list
    }

    /// Starts one transition if what the model wants differs.
    func update() {
      guard !isMoving else { return }
      let wanted = wanted
      ignored.formIntersection(wanted.map(\.id))
      let kept = zip(layers, wanted).prefix { $0.id == $1.id }.count
      if kept < layers.count {
        let gone = layers[kept...]
        layers.removeSubrange(kept...)
        move(delay() ?? 350) { for layer in gone.reversed() { layer.didDisappear() } }
      } else if kept < wanted.count {
        let layer = wanted[kept]
        guard kept > 0 else {
          layers.append(layer)
          return layer.didAppear()
        }
        if ignored.contains(layer.id) { return }
        guard let delay = delay() ?? (layer.isDialog ? 350 : nil) else {
          ignored.insert(layer.id)
          return
        }
        layers.append(layer)
        move(delay) { layer.didAppear() }
      }
    }

    private func move(_ delay: Int, _ end: @escaping @MainActor () -> Void) {
      isMoving = true
      loop.schedule(after: .milliseconds(delay)) { [weak self] in
        self?.isMoving = false
        end()
      }
    }

    /// What the views show, in the terms of the engine.
    var shown: [LayerID] { layers.map(\.id) }

    /// The user pulls the topmost layer down.
    func pull() {
      guard !isMoving, layers.count > 1, layers.last?.isDialog == false else { return }
      layers.removeLast().didDisappear()
      layers.last?.presented = nil
    }
  }
  extension LayerModel {
    fileprivate var isDialog: Bool { LayerForm(style: style).isDialog }
  }
#endif
