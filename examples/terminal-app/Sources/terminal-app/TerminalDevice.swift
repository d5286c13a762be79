internal import SignalboxScripting
internal import Synchronization
internal import TerminalStage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Flags that signal handlers set when the size of the terminal changes or the process is
/// continued.
private let isStale = Atomic(false)

/// The terminal of the process, which reads individual keys and replaces the visible frame.
///
/// Ctrl-C ends the running script or, if there is none, the program. While the program does not use
/// the terminal, its original modes are restored.
final class TerminalDevice {
  private var found = termios()
  private var shown: [String] = []
  private var isEntered = false

  /// Opens the terminal. Returns `nil` if the process has no terminal or the terminal cannot move
  /// its cursor.
  init?() {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    guard isatty(0) == 1, isatty(1) == 1, !["", "dumb", "unknown"].contains(name),
      tcgetattr(0, &found) == 0
    else { return nil }
  }

  deinit { leave() }

  /// The size of the window, in cells.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  // MARK: - Modes

  /// Takes over the terminal: switches to the alternate screen, hides the cursor, and reads keys
  /// without Enter.
  func enter() {
    ProcessSignals.installInterruptHandler()
    ProcessSignals.installTerminationHandler()
    signal(SIGWINCH) { _ in isStale.store(true, ordering: .relaxed) }
    signal(SIGCONT) { _ in isStale.store(true, ordering: .relaxed) }
    takeModes()
  }

  /// Restores the original state of the terminal.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    write("\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(0, TCSADRAIN, &found)
  }

  /// Suspends the program until the shell continues it.
  func suspend() {
    leave()
    kill(0, SIGTSTP)
    takeModes()
  }

  private func takeModes() {
    var raw = found
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON)
    // Ctrl-C remains a signal, which also stops scripts that do not end. Ctrl-Z is received as a
    // key, because the terminal must be restored first.
    withUnsafeMutableBytes(of: &raw.c_cc) { keys in
      keys[Int(VSUSP)] = 0
      keys[Int(VQUIT)] = 0
      keys[Int(VMIN)] = 0
      keys[Int(VTIME)] = 0
    }
    tcsetattr(0, TCSADRAIN, &raw)
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    shown = []
    isEntered = true
  }

  /// Whether the user wants to end the program while no script is running.
  func takesLeave() -> Bool {
    ProcessSignals.takePendingInterrupt() || ProcessSignals.isTerminating
  }

  // MARK: - Keys

  /// Returns typed bytes, waiting for at most the given time. If the time is `nil`, there is no
  /// limit.
  ///
  /// - Parameter other: A descriptor that also ends the wait when it is readable.
  /// - Returns: The typed bytes, an empty list if the time is over or a signal has arrived, or
  ///   `nil` if the terminal is closed.
  func read(within limit: Duration?, watching other: Int32?) -> [UInt8]? {
    var files = [0, other ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = limit.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) }
    guard poll(&files, 2, milliseconds ?? -1) > 0, files[0].revents != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = bytes.withUnsafeMutableBytes { room in
      #if canImport(Glibc)
        Glibc.read(0, room.baseAddress, room.count)
      #else
        Darwin.read(0, room.baseAddress, room.count)
      #endif
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(bytes.prefix(count))
  }

  // MARK: - Images

  /// Shows a frame. Only rows that differ from the previous frame are written.
  func show(_ canvas: Canvas) {
    if isStale.exchange(false, ordering: .relaxed) {
      if isEntered { takeModes() }
    }
    let rows = (0..<canvas.rows).map { styled(canvas, $0) }
    if rows.count != shown.count { shown = [] }
    var text = ""
    if shown.isEmpty { text += "\u{1B}[2J" }
    for (index, row) in rows.enumerated() where shown.isEmpty || shown[index] != row {
      text += "\u{1B}[\(index + 1);1H\(row)\u{1B}[0m\u{1B}[K"
    }
    shown = rows
    if !text.isEmpty { write(text) }
  }

  /// Returns a row with the escape sequences for bold, dim and inverse text.
  private func styled(_ canvas: Canvas, _ row: Int) -> String {
    var text = ""
    var style: Canvas.Style = []
    let last = (0..<canvas.columns).last {
      canvas[row, $0] != Canvas.Cell(character: " ", style: [])
    }
    for column in 0...(last ?? 0) {
      let cell = canvas[row, column]
      guard let character = cell.character else { continue }
      if cell.style != style {
        style = cell.style
        text += "\u{1B}[0"
        if style.contains(.bold) { text += ";1" }
        if style.contains(.dim) { text += ";2" }
        if style.contains(.inverse) { text += ";7" }
        text += "m"
      }
      text.append(character)
    }
    return text
  }

  private func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { room in
        #if canImport(Glibc)
          Glibc.write(1, room.baseAddress, room.count)
        #else
          Darwin.write(1, room.baseAddress, room.count)
        #endif
      }
      if count < 0 && errno != EINTR && errno != EAGAIN { return }
      if count > 0 { rest = rest.dropFirst(count) }
    }
  }
}
