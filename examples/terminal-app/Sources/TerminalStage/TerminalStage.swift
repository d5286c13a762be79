public import Signalbox

/// Shows the transitions of an engine as moving pictures of text.
///
/// The engine says what has changed. This draws the picture after it, moves from the old picture to
/// the new one while time passes, and tells the engine when it is there. Until then the engine
/// keeps whatever the user does next.
public final class TerminalStage: Stage {
  private struct Running {
    let motion: Motion
    let start: Duration
    let duration: Duration
    let completion: StageCompletion
  }

  private unowned let engine: NavigationEngine
  private var running: Running?
  /// The cells of the window's part that screens have.
  public var size: (columns: Int, rows: Int) {
    didSet { if size != oldValue { picture = paint(engine.tree) } }
  }
  /// What is shown when nothing moves.
  private var picture: Canvas

  /// Becomes the engine's stage.
  public init(_ engine: NavigationEngine, columns: Int, rows: Int) {
    self.engine = engine
    size = (columns, rows)
    picture = Canvas(columns: columns, rows: rows)
    engine.stage = self
  }

  /// Whether something moves.
  public var isMoving: Bool { running != nil }

  /// When what moves has arrived, in the engine's time.
  public var arrival: Duration? { running.map { $0.start + $0.duration } }

  /// What the user sees now.
  public var frame: Canvas {
    guard let running else { return paint(engine.tree) }
    let passed = (engine.now - running.start) / running.duration
    let frame = running.motion.frame(at: passed)
    // The window may have another size since it began to move.
    return frame.columns == size.columns && frame.rows == size.rows ? frame : picture
  }

  /// Begins to move to the picture after a change.
  public func perform(_ transition: StageTransition, completion: StageCompletion) {
    let before = picture
    picture = paint(transition.tree)
    guard transition.duration > .zero else { return completion.finish() }
    running = Running(
      motion: Motion(from: before, to: picture, steps: transition.steps), start: engine.now,
      duration: transition.duration, completion: completion)
  }

  /// Tells the engine of what has arrived by now. Call it when time has passed.
  public func timePassed() {
    guard let arrived = running, engine.now >= arrived.start + arrived.duration else { return }
    running = nil
    // The engine may begin the next transition before this returns.
    arrived.completion.finish()
  }

  private func paint(_ tree: StateDocument) -> Canvas {
    ScreenPainter(engine, tree: tree).paint(columns: size.columns, rows: size.rows)
  }
}
