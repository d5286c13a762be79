public import Foundation

/// A terminal for tests, based on tmux, which `scripts/setup --tests` installs.
///
/// Each terminal has its own server and folder. Output arrives with a delay, so tests wait for it.
public final class Tmux {
  /// The error for missing output.
  public struct Silence: Error, CustomStringConvertible {
    /// The expected and the actual output.
    public let description: String
  }

  /// The folder for the test's files.
  public let folder: URL
  /// The time at which waiting fails.
  private let end = ContinuousClock.now + .seconds(120)

  /// Runs a shell command line.
  ///
  /// - Parameter environment: Additional environment variables.
  public init(
    _ command: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "signalbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var values = [
      "HOME": folder.path, "SIGNALBOX_HISTORY": folder.appending(path: "history").path,
      "LC_ALL": "C.UTF-8",
    ]
    values.merge(environment) { _, own in own }
    for (name, value) in ProcessInfo.processInfo.environment where name.hasSuffix("SAN_OPTIONS") {
      values[name] = value
    }
    let words = values.map { "\($0.key)=\(Self.quoted($0.value))" }.sorted()
    // The window remains after the command ends, so that tests can read its output.
    try run(
      "start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";", "set-option", "-g",
      "escape-time", "0", ";", "set-option", "-g", "status", "off", ";", "new-session", "-d", "-x",
      "\(columns)", "-y", "\(rows)",
      "cd \(Self.quoted(folder.path)); unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE; "
        + "export \(words.joined(separator: " ")); \(command)",
      ";", "resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  deinit {
    _ = try? run("kill-server")
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns a string as one shell word.
  public static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    // A pipe is not used, because the server would keep its other end open while it runs.
    let answer = folder.appending(path: ".answer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: answer) }
    let words =
      ["tmux", "-u", "-S", folder.appending(path: "s").path, "-f", "/dev/null"] + arguments
    let status = try Self.spawn(words, output: answer.path)
    let data = Self.contents(of: answer) ?? Data()
    let text = String(decoding: data, as: UTF8.self)
    guard status == 0 else {
      throw Silence(description: "tmux \(arguments): \(text)(scripts/setup --tests installs tmux)")
    }
    return text
  }

  /// Returns the contents of a file, or `nil` if there is no file.
  ///
  /// NOTE: `Data(contentsOf:)` leaks its buffer if a file is empty, which leak detection reports.
  private static func contents(of file: URL) -> Data? {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
    return (try? handle.readToEnd()) ?? Data()
  }

  /// Runs a program and waits until it ends.
  ///
  /// NOTE: Foundation's `Process` also waits for daemons that a program starts, and passes on the
  /// blocked signals of its threads.
  private static func spawn(_ words: [String], output: String) throws -> Int32 {
    var variables = ProcessInfo.processInfo.environment
    variables["LC_ALL"] = "C.UTF-8"
    variables["TMUX"] = nil
    let arguments = words.map { strdup($0) } + [nil]
    let environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let failure = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment)
    guard failure == 0 else { throw Silence(description: "\(words[0]) is missing") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  // MARK: - Typing

  /// Types text unchanged.
  public func type(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(500)
      try run(["send-keys", "-H"] + chunk.map { String($0, radix: 16) })
      rest = rest.dropFirst(chunk.count)
    }
  }

  /// Presses keys by tmux's names: `Enter`, `C-r`, `M-Enter`, `Up`.
  public func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Pastes text in bracketed paste mode.
  public func paste(_ text: String) throws {
    let file = folder.appending(path: "paste")
    try Data(text.utf8).write(to: file)
    try run("load-buffer", file.path, ";", "paste-buffer", "-p", "-r")
  }

  /// Resizes the window.
  public func resize(columns: Int, rows: Int) throws {
    try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  // MARK: - Reading the screen

  /// Returns the visible rows, without blank rows at the end.
  ///
  /// This method is private because output arrives with a delay: a test that read the screen only
  /// once would fail occasionally.
  private func screen(styled: Bool, history: Bool = false) throws -> [String] {
    let text = try run(
      ["capture-pane", "-p"] + (styled ? ["-e"] : []) + (history ? ["-S", "-"] : []))
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows
  }

  /// Waits until the screen shows exactly these rows.
  public func expect(_ rows: String...) throws { try expect(rows) }

  /// Waits until the screen shows exactly these rows.
  public func expect(_ rows: [String]) throws {
    try wait(for: rows.joined(separator: "\n")) { $0 == rows }
  }

  /// Waits until the screen and the rows that were scrolled out of it are exactly these rows.
  public func expectHistory(_ rows: [String]) throws {
    var shown: [String] = []
    try poll {
      shown = try screen(styled: false, history: true)
      return shown == rows
    } failure: {
      "expected: \(rows.joined(separator: "\n"))\nshown: \(shown.joined(separator: "\n"))"
    }
  }

  /// Waits until the cursor is at a row and column, both counted from 0.
  public func expectCursor(row: Int, column: Int) throws {
    var shown = ""
    try poll {
      shown = try run("display-message", "-p", "#{cursor_y} #{cursor_x}")
      return shown.split(whereSeparator: \.isWhitespace).compactMap { Int($0) } == [row, column]
    } failure: {
      "expected the cursor at: \(row) \(column)\nit is at: \(shown)"
    }
  }

  /// Waits until a row contains a string, and returns all rows.
  @discardableResult public func wait(for text: String) throws -> [String] {
    try wait(for: text) { rows in rows.contains { $0.contains(text) } }
  }

  /// Waits until a condition on the rows is met, and returns these rows.
  ///
  /// - Parameters:
  ///   - wanted: The expected rows or their description, for the error.
  ///   - styled: Whether rows include escape sequences for colors.
  @discardableResult public func wait(
    for wanted: String, styled: Bool = false, _ isShown: ([String]) -> Bool
  ) throws -> [String] {
    var rows: [String] = []
    try poll {
      rows = try screen(styled: styled)
      return isShown(rows)
    } failure: {
      "expected:\n\(wanted)\nshown:\n\(rows.joined(separator: "\n"))"
    }
    return rows
  }

  private func poll(_ isMet: () throws -> Bool, failure: () throws -> String) throws {
    while try !isMet() {
      guard ContinuousClock.now < end else { throw Silence(description: try failure()) }
      pause()
    }
  }

  private func pause() { _ = Foundation.poll(nil, 0, 15) }

  /// Waits until a file that ends with a string exists, and returns its contents.
  public func text(of name: String, endingIn end: String = "\n") throws -> String {
    let file = folder.appending(path: name)
    var text: String?
    try poll {
      text = Self.contents(of: file).map { String(decoding: $0, as: UTF8.self) }
      return text?.hasSuffix(end) == true
    } failure: {
      "\(name): expected a text that ends in \(end.debugDescription), "
        + "came \(text?.debugDescription ?? "no file"); shown:\n\(try screen(styled: false))"
    }
    return text ?? ""
  }

  /// Returns the path of a program that was built next to the tests.
  public static func program(_ name: String) throws -> String {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? Bundle.main.bundleURL
    #else
      let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    #endif
    let path = tests.deletingLastPathComponent().appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Silence(description: "\(path) was not built")
    }
    return quoted(path)
  }
}
