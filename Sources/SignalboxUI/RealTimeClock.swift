public import Signalbox

/// Advances the clock of an engine with real time, so that timers of coordinators fire in an
/// application.
///
/// Without it, the virtual time of an engine with a stage does not advance. While the clock runs, it
/// sleeps until the next deadline of the engine: a timer, or the end of the time of a transition. It
/// looks for an earlier one when an operation begins and when it has settled. After a timer that is set
/// outside an operation, call ``advance()``.
///
/// ```swift
/// let clock = RealTimeClock(engine)
/// clock.start()
/// ```
@MainActor
public final class RealTimeClock {
  private weak var engine: NavigationEngine?
  private let now: @MainActor () -> Duration
  private let mainLoop: MainLoop
  /// The real time at which the engine's time was 0; `nil` while the clock does not run.
  private var origin: Duration?
  private var observation: ObserverID?
  /// Identifies the appointment that counts.
  private var appointment = 0

  /// Creates a clock for an engine; ``start()`` starts it.
  ///
  /// - Parameters:
  ///   - engine: The engine; the clock does not retain it.
  ///   - now: Returns the real time since any moment; tests pass their own.
  ///   - mainLoop: Calls functions later; tests pass their own.
  public init(
    _ engine: NavigationEngine, now: (@MainActor () -> Duration)? = nil,
    mainLoop: @escaping MainLoop = scheduleInRealTime
  ) {
    let start = ContinuousClock.now
    self.engine = engine
    self.now = now ?? { ContinuousClock.now - start }
    self.mainLoop = mainLoop
  }

  /// Starts the clock; time before does not count. Has no effect while it runs.
  public func start() {
    guard origin == nil, let engine else { return }
    let (now, origin) = (now, now() - engine.now)
    self.origin = origin
    engine.isClockAutomatic = false
    engine.hostTime = { MainActor.assumeIsolated { now() - origin } }
    observation = engine.observe([.operationBegan, .operationSettled]) { [weak self] _ in
      MainActor.assumeIsolated { self?.schedule() }
    }
    schedule()
  }

  /// Stops the clock, as an application does in the background.
  public func stop() {
    advance()
    origin = nil
    appointment += 1
    engine?.hostTime = nil
    if let observation { engine?.stopObserving(observation) }
    observation = nil
  }

  /// Advances the engine to the real time, and looks for its next deadline. Call it after setting a timer
  /// outside an operation (`NavigationEngine.after(_:owner:_:)`), which the clock does not notice.
  public func advance() {
    guard let origin, let engine else { return }
    let behind = now() - origin - engine.now
    if behind >= .milliseconds(1) {
      engine.advance(by: .milliseconds(Int(behind / .milliseconds(1))))
    }
    schedule()
  }

  /// Wakes up at the next deadline of the engine; in a callback as soon as possible.
  private func schedule() {
    guard let origin, let engine else { return }
    appointment += 1
    let number = appointment
    var delay: Duration?
    if engine.isInCallback {
      delay = .zero
    } else if let deadline = engine.nextDeadline {
      delay = max(.zero, origin + deadline - now())
    }
    guard let delay else { return }
    mainLoop(delay) { [weak self] in
      if self?.appointment == number { self?.advance() }
    }
  }
}
