// The model requires macOS 14, but a suite cannot require a newer system than its package.
#if !os(macOS)
  import SeededRandom
  import Signalbox

  @testable import SignalboxUI

  /// Views that read an ``InterfaceModel`` as SwiftUI does: after a change, they present and remove
  /// one layer at a time, and report the appearance and disappearance of views after the animation,
  /// or never.
  @MainActor
  final class SimulatedViews {
    let model: InterfaceModel
    let loop: TestLoop
    /// The layers with views, lowest first.
    private(set) var layers: [LayerModel] = []
    private var isMoving = false
    /// Presentations that are ignored until the model reverts them.
    private var ignored: Set<LayerID> = []
    /// Returns the duration of an animation in milliseconds, or `nil` if a presentation other than
    /// an alert is to be ignored.
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

    /// Starts one transition if the views differ from the model.
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

    /// The layers that the views show, by their identifiers.
    var shown: [LayerID] { layers.map(\.id) }

    /// Simulates a swipe down on the topmost layer.
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
