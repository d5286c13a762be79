internal import CTerminal

/// The terminal that the line editor uses.
package final class Terminal {
  private let input: Int32
  private let output: Int32
  private let wakes: Int32
  private let reportTimeout: Duration
  /// Whether the terminal reflows its contents when it is resized.
  let reflows: Bool
  /// Whether the terminal reports its cursor position, which is assumed until a query fails.
  private var reportsCursor = true
  /// Whether a line feed in text that was typed ahead may represent Enter, because the terminal
  /// translated carriage returns before editing began.
  private var isTranslated = true
  /// Typed text that other code has read.
  private var early: [UInt8] = []

  /// Opens the process's terminal. Returns `nil` if input or output is not a terminal, or if the
  /// terminal cannot move its cursor.
  ///
  /// - Parameter reportTimeout: The maximum time to wait for a report of the cursor position, which
  ///   may pass through a remote connection. A terminal that exceeds the time is not asked again.
  package convenience init?(reportTimeout: Duration = .milliseconds(700)) {
    self.init(input: 0, output: 1, reportTimeout: reportTimeout)
  }

  private init?(input: Int32, output: Int32, reportTimeout: Duration) {
    guard Platform.isTerminal(input), Platform.isTerminal(output),
      TerminalName(Platform.variable).isCapable
    else { return nil }
    wakes = ctl_open(input, output)
    guard wakes >= 0 else { return nil }
    self.input = input
    self.output = output
    self.reportTimeout = reportTimeout
    // xterm and GNU screen do not reflow rows.
    reflows = Platform.variable("XTERM_VERSION") == nil && Platform.variable("STY") == nil
    ctl_run()
  }

  /// The size of the window in cells.
  var size: (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (0, 0)
    ctl_size(&columns, &rows)
    return (columns > 0 ? Int(columns) : 80, rows > 0 ? Int(rows) : 24)
  }

  /// Returns the size of the window if the window has been resized since the last call, otherwise
  /// `nil`. Waits until the size no longer changes.
  ///
  /// While a user drags the border of a window, the terminal may reflow its contents between a
  /// query of the size and the output for this size. The output would then move the cursor to the
  /// wrong row and leave a copy of the input.
  ///
  /// - Parameter known: The size for which the contents were drawn. A window that was resized and
  ///   has this size again has reflowed its contents, too.
  func takeResized(from known: (columns: Int, rows: Int)) -> (columns: Int, rows: Int)? {
    var latest = size
    guard ctl_take_resized() || latest != known else { return nil }
    for _ in 0..<Self.maxResizes {
      let isSignalled = Platform.wait(wakes, wakes, milliseconds: Self.settlingTime).first
      if isSignalled { _ = Platform.read(wakes, maxBytes: 256) }
      let now = size
      if !ctl_take_resized(), now == latest { break }
      latest = now
    }
    return latest
  }

  /// The time without a change after which the size of the window is final, in milliseconds.
  private static let settlingTime: Int32 = 50
  /// The maximum number of changes to wait for, so that a window that keeps changing is still
  /// drawn.
  private static let maxResizes = 200

  /// Asks the terminal for the row of its cursor, and waits for the response. Call this method only
  /// during editing.
  ///
  /// - Returns: The row in the window, counted from 0, or `nil` if the terminal does not answer.
  ///   The bytes are the text that the user typed in the meantime.
  func cursorRow() -> (row: Int?, typed: [UInt8]) {
    guard reportsCursor, write(CursorReport.request) else { return (nil, []) }
    var bytes: [UInt8] = []
    let end = ContinuousClock.now + reportTimeout
    while bytes.count < Self.maxTyped {
      let rest = Int32(clamping: Int64((end - .now) / .milliseconds(1)))
      guard rest > 0 else { break }
      guard Platform.wait(input, input, milliseconds: rest).first, let more = read() else {
        continue
      }
      if more.isEmpty { break }
      bytes += more
      if let report = CursorReport(in: bytes) { return (report.row, report.typed) }
    }
    reportsCursor = false
    return (nil, bytes)
  }

  /// The maximum number of typed bytes that are read while a report is awaited.
  private static let maxTyped = 65_536

  /// Begins editing, during which keys are read individually.
  ///
  /// - Returns: The text that the user typed before editing began.
  func beginEditing() -> [UInt8] {
    ctl_edit()
    defer { early = [] }
    guard isTranslated else { return early }
    isTranslated = false
    guard hasInput else { return early }
    return early + (read() ?? []).map { $0 == 10 ? 13 : $0 }
  }

  /// Keeps typed text that other code has read, so that the next line receives it.
  func keep(_ bytes: [UInt8]) { early += bytes }

  /// Ends editing. Afterwards, keys send signals again and typed text is buffered.
  func endEditing() { ctl_run() }

  /// Runs a closure during editing. In the meantime, keys such as Ctrl-C send signals.
  func whileSignalling<Result>(_ body: () -> Result) -> Result {
    ctl_signal(true)
    defer { ctl_signal(false) }
    return body()
  }

  /// Restores the original terminal modes.
  package func restore() {
    isTranslated = true
    ctl_restore()
  }

  /// Suspends the process until the shell resumes it.
  func suspend() { ctl_stop() }

  /// Returns whether the process has been resumed since the last call.
  func takeContinued() -> Bool { ctl_take_continued() }

  var hasInput: Bool { Platform.wait(input, wakes, milliseconds: 0).first }

  /// Waits for keys or other events, and resets the events.
  ///
  /// - Parameter watched: Other descriptors to wait for.
  /// - Returns: Whether there are keys to read, and whether any other descriptor is readable.
  func wait(
    milliseconds: Int32?, and watched: [Int32] = []
  ) -> (keys: Bool, watched: Bool) {
    let ready = Platform.wait(input, wakes, watched, milliseconds: milliseconds)
    if ready.second { _ = Platform.read(wakes, maxBytes: 256) }
    return (ready.first, ready.others)
  }

  /// Clears events that occurred while no line was being edited.
  func forgetWakes() {
    _ = ctl_take_resized()
    if Platform.wait(wakes, wakes, milliseconds: 0).first { _ = wait(milliseconds: 0) }
  }

  /// Reads typed bytes. The array is empty at the end of the input. The result is `nil` if no bytes
  /// are available.
  func read() -> [UInt8]? { Platform.read(input, maxBytes: 16_384) }

  /// - Returns: Whether the terminal is still open.
  func write(_ text: String) -> Bool { text.isEmpty || Platform.write(text, to: output) }

  /// A function that other threads use to write to the terminal.
  var writer: @Sendable (String) -> Void {
    { [output] text in _ = Platform.write(text, to: output) }
  }
}

/// The terminal type that the environment specifies.
struct TerminalName {
  private let name: String
  private let folders: [String]

  init(_ variable: (String) -> String?) {
    name = variable("TERM") ?? ""
    let own = variable("TERMINFO").map { [$0] } ?? []
    let home = variable("HOME").map { [$0 + "/.terminfo"] } ?? []
    folders = own + home + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
  }

  /// The families of terminals that support all sequences that the editor uses. The list is needed
  /// on machines without a terminfo database.
  private static let families = [
    "xterm", "screen", "tmux", "rxvt", "linux", "vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "kitty",
    "alacritty", "foot", "wezterm", "ghostty", "st-", "konsole", "gnome", "vte", "iterm", "nsterm",
    "putty", "mintty", "cygwin", "eterm", "mlterm", "contour", "rio", "zellij",
  ]
  private static let incapable: Set<String> = ["", "dumb", "unknown", "network", "dialup", "emacs"]

  /// Whether the terminal can move its cursor.
  var isCapable: Bool {
    if Self.incapable.contains(name) { return false }
    let lower = name.lowercased()
    if Self.families.contains(where: lower.hasPrefix) { return true }
    guard let first = name.utf8.first, !name.contains("/") else { return false }
    let hexadecimal = String(first, radix: 16)
    return folders.contains { folder in
      Platform.isReadable("\(folder)/\(name.prefix(1))/\(name)")
        || Platform.isReadable("\(folder)/\(hexadecimal)/\(name)")
    }
  }
}
