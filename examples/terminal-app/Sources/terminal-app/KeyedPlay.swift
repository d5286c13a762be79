internal import SignalboxScripting
internal import TerminalStage

/// Plays an application at a terminal, with individual keys and frames in real time.
struct KeyedPlay {
  /// The duration of an animation frame.
  private static let frameTime = Duration.milliseconds(30)

  private let terminal: TerminalDevice
  private let player: Player

  init(_ session: ScriptSession, _ terminal: TerminalDevice) throws(ScriptError) {
    self.terminal = terminal
    let size = terminal.size
    player = try Player(session, columns: size.columns, rows: size.rows)
    session.becomeInterruptTarget()
  }

  /// - Parameter remote: The object that serves clients between two keys, or `nil` if there is
  ///   none.
  func run(_ remote: RemoteControl?) {
    terminal.enter()
    defer { terminal.leave() }
    var keys = KeyReader()
    var last = ContinuousClock.now
    while !player.hasQuit {
      terminal.show(player.frame(entering: keys.link))
      let limit = player.isMoving ? Self.frameTime : player.nextChange
      let bytes = terminal.read(within: limit, watching: remote?.descriptor)
      guard let bytes, !terminal.takesLeave() else { return }
      // The engine rounds durations up to milliseconds, so only whole milliseconds are passed. The
      // remainder is added to the next frame.
      let passed = Duration.milliseconds(Int((ContinuousClock.now - last) / .milliseconds(1)))
      last = last.advanced(by: passed)
      player.pass(passed)
      remote?.serve()
      let size = terminal.size
      player.resize(columns: size.columns, rows: size.rows)
      for key in keys.read(bytes) {
        switch key {
        case .input(let input): player.press(input)
        case .suspend: terminal.suspend()
        }
      }
    }
  }
}
