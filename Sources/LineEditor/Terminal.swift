internal import CTerminal

/// A terminal that shows a line while it is edited.
package final class Terminal {
  private let input: Int32
  private let output: Int32
  private let wakes: Int32
  /// Whether it reflows its contents after a resize.
  let reflows: Bool
  /// Whether what was typed ahead may have line feeds for Enter: a terminal that is not ours translates it.
  private var isTranslated = true

  /// Takes over the terminal of the process; nil where input or output is none, or where it cannot
  /// move its cursor.
  package convenience init?() {
    self.init(input: 0, output: 1)
  }

  init?(input: Int32, output: Int32) {
    guard Platform.isTerminal(input), Platform.isTerminal(output),
      TerminalName(Platform.variable).isCapable
    else { return nil }
    wakes = ctl_open(input, output)
    guard wakes >= 0 else { return nil }
    self.input = input
    self.output = output
    // xterm and GNU screen cut rows off or leave them.
    reflows = Platform.variable("XTERM_VERSION") == nil && Platform.variable("STY") == nil
    ctl_run()
  }

  /// The cells of the window.
  var size: (columns: Int, rows: Int) {
    var (columns, rows): (Int32, Int32) = (0, 0)
    ctl_size(&columns, &rows)
    return (columns > 0 ? Int(columns) : 80, rows > 0 ? Int(rows) : 24)
  }

  /// Keys come one by one from now on.
  ///
  /// - Returns: What was typed before the terminal was ours.
  func beginEditing() -> [UInt8] {
    ctl_edit()
    guard isTranslated else { return [] }
    isTranslated = false
    guard hasInput else { return [] }
    return (read() ?? []).map { $0 == 10 ? 13 : $0 }
  }

  /// Keys make signals again; what is typed waits.
  func endEditing() { ctl_run() }

  /// Does something while a line is edited; keys make signals meanwhile.
  func whileSignalling<Result>(_ body: () -> Result) -> Result {
    ctl_signal(true)
    defer { ctl_signal(false) }
    return body()
  }

  /// Restores the terminal's modes as they were found.
  package func restore() {
    isTranslated = true
    ctl_restore()
  }

  /// Stops the process until the shell lets it go on.
  func suspend() { ctl_stop() }

  /// Whether the process was stopped and goes on, since this was last asked.
  func takeContinued() -> Bool { ctl_take_continued() }

  var hasInput: Bool { Platform.wait(input, wakes, milliseconds: 0).first }

  /// Waits for keys or for anything else that happens; what has happened is forgotten then.
  ///
  /// - Parameter watched: Something else that may have something to read.
  /// - Returns: Whether there are keys to read, and whether the other has.
  func wait(
    milliseconds: Int32?, and watched: Int32? = nil
  ) -> (keys: Bool, watched: Bool) {
    let ready = Platform.wait(input, wakes, watched, milliseconds: milliseconds)
    if ready.second { _ = Platform.read(wakes, most: 256) }
    return (ready.first, ready.third)
  }

  /// Forgets what happened while no line was edited.
  func forgetWakes() {
    if Platform.wait(wakes, wakes, milliseconds: 0).first { _ = wait(milliseconds: 0) }
  }

  /// What was typed; nothing at the end, nil where nothing came after all.
  func read() -> [UInt8]? { Platform.read(input, most: 16_384) }

  /// - Returns: Whether there is still a terminal.
  func write(_ text: String) -> Bool { text.isEmpty || Platform.write(text, to: output) }

  /// For other threads: writes.
  var writer: @Sendable (String) -> Void {
    { [output] text in _ = Platform.write(text, to: output) }
  }
}

/// What the environment says of the terminal.
struct TerminalName {
  private let name: String
  private let folders: [String]

  init(_ variable: (String) -> String?) {
    name = variable("TERM") ?? ""
    let own = variable("TERMINFO").map { [$0] } ?? []
    let home = variable("HOME").map { [$0 + "/.terminfo"] } ?? []
    folders = own + home + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
  }

  /// Families that all understand the sequences used here, for machines without a terminfo database.
  private static let families = [
    "xterm", "screen", "tmux", "rxvt", "linux", "vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "kitty",
    "alacritty", "foot", "wezterm", "ghostty", "st-", "konsole", "gnome", "vte", "iterm", "nsterm",
    "putty", "mintty", "cygwin", "eterm", "mlterm", "contour", "rio", "zellij",
  ]
  private static let incapable: Set<String> = ["", "dumb", "unknown", "network", "dialup", "emacs"]

  /// Whether the cursor can be moved.
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
