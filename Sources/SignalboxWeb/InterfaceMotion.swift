internal import Signalbox
internal import SignalboxUI

/// The animation of a change on the page.
struct InterfaceMotion {
  let motion: InterfaceShowMethod.Motion
  let layer: LayerID?
  let milliseconds: Int

  /// Creates a motion for a change without an animation.
  init() { (motion, layer, milliseconds) = (.none, nil, 0) }

  init(_ motion: InterfaceShowMethod.Motion, _ layer: LayerID, _ duration: Duration) {
    (self.motion, self.layer) = (motion, layer)
    milliseconds = Int(duration / .milliseconds(1))
  }

  /// Creates the animation of a command.
  ///
  /// - Parameter tree: The interface before the command.
  init(_ command: InterfaceCommand, in tree: InterfaceTree, _ duration: Duration) {
    switch command {
    case .present(let layer): self.init(.present, layer.id, duration)
    case .dismiss(let layer): self.init(.dismiss, layer, duration)
    case .setScreens(_, let stack, let transition):
      self.init(transition, of: stack, in: tree, duration)
    case .setStack(let stack, let transition):
      self.init(transition, of: stack.id, in: tree, duration)
    default: self.init()
    }
  }

  private init(
    _ transition: StackTransition, of stack: StackID, in tree: InterfaceTree, _ duration: Duration
  ) {
    let layer = tree.layers.first { $0.contents?.stacks.contains { $0.id == stack } == true }
    guard let layer else {
      self.init()
      return
    }
    switch transition {
    case .push: self.init(.push, layer.id, duration)
    case .pop: self.init(.pop, layer.id, duration)
    case .none: self.init()
    }
  }
}
