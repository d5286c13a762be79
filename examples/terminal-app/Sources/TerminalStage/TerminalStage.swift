public import Signalbox

/// Shows the transitions of an engine as animated text.
///
/// The engine reports a change. The stage draws the resulting frame, animates the transition to it
/// as time passes, and notifies the engine when the animation has ended. In the meantime, the
/// engine queues the user's inputs.
public final class TerminalStage: Stage {
  private struct Running {
    let motion: Motion
    let start: Duration
    let duration: Duration
    let completion: StageCompletion
  }

  private unowned let engine: NavigationEngine
  private var running: Running?
  /// The size of the part of the window that shows screens, in cells.
  public var size: (columns: Int, rows: Int) {
    didSet { if size != oldValue { image = paint(engine.tree) } }
  }
  /// The frame that is shown when no animation is running.
  private var image: Canvas

  /// Installs itself as the engine's stage.
  public init(_ engine: NavigationEngine, columns: Int, rows: Int) {
    self.engine = engine
    size = (columns, rows)
    image = Canvas(columns: columns, rows: rows)
    engine.stage = self
  }

  /// Whether an animation is running.
  public var isMoving: Bool { running != nil }

  /// The engine time at which the animation ends.
  public var arrival: Duration? { running.map { $0.start + $0.duration } }

  /// The currently visible frame.
  public var frame: Canvas {
    guard let running else { return paint(engine.tree) }
    let passed = (engine.now - running.start) / running.duration
    let frame = running.motion.frame(at: passed)
    // The size of the window may have changed since the animation began.
    return frame.columns == size.columns && frame.rows == size.rows ? frame : image
  }

  /// Begins the animation to the frame after a change.
  public func perform(_ transition: StageTransition, completion: StageCompletion) {
    let before = image
    image = paint(transition.tree)
    guard transition.duration > .zero else { return completion.finish() }
    running = Running(
      motion: Motion(from: before, to: image, steps: transition.steps), start: engine.now,
      duration: transition.duration, completion: completion)
  }

  /// Notifies the engine of animations that have ended. Call this method when time has passed.
  public func timePassed() {
    guard let finished = running, engine.now >= finished.start + finished.duration else { return }
    running = nil
    // The engine may begin the next transition before this call returns.
    finished.completion.finish()
  }

  private func paint(_ tree: StateDocument) -> Canvas {
    ScreenPainter(engine, tree: tree).paint(columns: size.columns, rows: size.rows)
  }
}
