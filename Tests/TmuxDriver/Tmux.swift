public import Foundation

/// A terminal that tests type at and look at: tmux, which `scripts/setup --tests` installs.
///
/// Every one has a server and a folder of its own. What is shown comes late, so tests wait for it.
public final class Tmux {
  /// What did not appear, and what did.
  public struct Silence: Error, CustomStringConvertible {
    public let description: String
  }

  /// For files of the test.
  public let folder: URL
  private let socket = "signalbox-\(UUID().uuidString)"
  /// When the test gives up.
  private let end = ContinuousClock.now + .seconds(240)

  /// Runs a command line of the shell.
  ///
  /// - Parameter environment: Stands beside what the terminal itself sets.
  public init(
    _ command: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: socket)
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
    try run(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "cd \(Self.quoted(folder.path)); unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE; "
        + "export \(words.joined(separator: " ")); \(command)",
      ";", "set-option", "-g", "remain-on-exit", "on", ";", "set-option", "-g", "escape-time", "0",
      ";", "set-option", "-g", "status", "off", ";", "resize-window", "-x", "\(columns)", "-y",
      "\(rows)")
  }

  deinit {
    _ = try? run("kill-server")
    try? FileManager.default.removeItem(at: folder)
  }

  public static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["tmux", "-u", "-L", socket, "-f", "/dev/null"] + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C.UTF-8"
    environment["TMUX"] = nil
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Silence(description: "tmux \(arguments): \(text)(scripts/setup --tests installs tmux)")
    }
    return text
  }

  // MARK: - Typing

  /// Types text, as it is.
  public func type(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(500)
      try run(["send-keys", "-H"] + piece.map { String($0, radix: 16) })
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Presses keys by tmux's names: `Enter`, `C-r`, `M-Enter`, `Up`.
  public func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Pastes text as a terminal does that was asked to mark it.
  public func paste(_ text: String) throws {
    let file = folder.appending(path: "paste")
    try Data(text.utf8).write(to: file)
    try run("load-buffer", file.path, ";", "paste-buffer", "-p", "-r")
  }

  public func resize(columns: Int, rows: Int) throws {
    try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  // MARK: - Looking

  /// The rows that are shown, without blank ones at the end.
  ///
  /// - Parameter styled: With the sequences that colour them.
  public func screen(styled: Bool = false) throws -> [String] {
    let text = try styled ? run("capture-pane", "-p", "-e") : run("capture-pane", "-p")
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows
  }

  /// Where the cursor is, from 0.
  public func cursor() throws -> [Int] {
    try run("display-message", "-p", "#{cursor_y} #{cursor_x}")
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }

  /// Waits until the rows are these.
  public func expect(_ rows: String...) throws { try expect(rows) }

  /// Waits until the rows are these.
  public func expect(_ rows: [String]) throws {
    try wait(for: "\(rows.joined(separator: "\n"))") { $0 == rows }
  }

  /// Waits until a row contains a text.
  public func wait(for text: String) throws {
    try wait(for: text) { rows in rows.contains { $0.contains(text) } }
  }

  /// Waits until the rows are as they should be.
  ///
  /// - Parameter wanted: Told when that never happens.
  public func wait(for wanted: String, _ isShown: ([String]) -> Bool) throws {
    while true {
      let rows = try screen()
      if isShown(rows) { return }
      guard ContinuousClock.now < end else {
        throw Silence(
          description: "expected:\n\(wanted)\nshown:\n\(rows.joined(separator: "\n"))")
      }
      poll(nil, 0, 15)
    }
  }

  /// Waits until a file is there that is not empty, and reads it.
  public func text(of name: String) throws -> String {
    let file = folder.appending(path: name)
    while ContinuousClock.now < end {
      if let data = FileManager.default.contents(atPath: file.path), data.last == 10 {
        return String(decoding: data, as: UTF8.self)
      }
      poll(nil, 0, 15)
    }
    throw Silence(description: "there is no \(name); shown:\n\(try screen())")
  }

  /// A program that was built beside the tests.
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
