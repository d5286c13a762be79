import CBaseline
import Foundation

/// The times that a user waits at the prompt, in milliseconds. Another process measures them at a
/// terminal.
struct PromptFigures {
  let tool: String
  let iterations: Int

  /// The number of kept entries.
  private static let entries = 10_000
  private static let characters = 2_000

  func measure(_ wanted: Set<String>) throws -> [Measurement] {
    guard !wanted.isDisjoint(with: ["ready", "key"]) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let history = folder.appending(path: "history")
    let lines = (1...Self.entries).map { "app.top.router:navigate(\"product\", { id = \($0) })\n" }
    try Data(lines.joined().utf8).write(to: history)
    let environment = [
      "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")",
      "TERM=xterm-256color", "HOME=\(folder.path)", "SIGNALBOX_HISTORY=\(history.path)",
    ]
    var found: [Measurement] = []
    if wanted.contains("ready") {
      // Both programs are started by the same fork at a terminal, so the cost of the fork affects
      // both equally.
      let values = try (0..<iterations * 5).map { _ in
        try ready([tool, "repl"], showing: "signalbox>", environment)
          - ready(["lua5.4", "-i"], showing: "> ", environment)
      }
      found.append(
        Measurement(
          figure: "ready", unit: "ms",
          summary: "the time until the prompt is shown, beyond that of lua5.4", goal: 10, values))
    }
    if wanted.contains("key") {
      found.append(
        Measurement(
          figure: "key", unit: "ms",
          summary:
            "the time from a key press until the character is shown, in a line of \(Self.characters) characters",
          goal: 5, try keys(environment)))
    }
    return found
  }

  /// Returns the time until a program shows its prompt.
  private func ready(
    _ program: [String], showing prompt: String, _ environment: [String]
  ) throws -> Double {
    let start = baseline_wall_time()
    var terminal = try open(program, environment)
    defer { baseline_terminal_close(&terminal) }
    try wait(for: prompt, from: program, at: &terminal)
    return Double(baseline_wall_time() - start) / 1e6
  }

  private func keys(_ environment: [String]) throws -> [Double] {
    let program = [tool, "repl"]
    var terminal = try open(program, environment)
    defer { baseline_terminal_close(&terminal) }
    try wait(for: "signalbox>", from: program, at: &terminal)
    let text = (0..<Self.characters / 20).map { "x\($0 + 100) = math.pi + " }.joined()
    guard baseline_terminal_type(&terminal, text) else {
      throw BenchmarkError("the prompt does not read keys")
    }
    baseline_terminal_settle(&terminal, 300)
    return try (0..<iterations * 20).map { _ in
      let start = baseline_wall_time()
      _ = baseline_terminal_type(&terminal, "q")
      try wait(for: "q", from: program, at: &terminal)
      let time = Double(baseline_wall_time() - start) / 1e6
      baseline_terminal_settle(&terminal, 5)
      return time
    }
  }

  private func open(_ program: [String], _ environment: [String]) throws -> baseline_terminal {
    let words = Self.copies(program)
    let variables = Self.copies(environment)
    defer { for word in words + variables { free(word) } }
    var terminal = baseline_terminal()
    let isOpen = words.withUnsafeBufferPointer { words in
      variables.withUnsafeBufferPointer { variables in
        baseline_terminal_open(&terminal, words.baseAddress, variables.baseAddress)
      }
    }
    guard isOpen else {
      throw BenchmarkError("there is no terminal")
    }
    return terminal
  }

  /// Returns C strings, followed by the NULL that ends the list.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }

  private func wait(
    for text: String, from program: [String], at terminal: inout baseline_terminal
  ) throws {
    guard baseline_terminal_await(&terminal, text) else {
      throw BenchmarkError("\(program.joined(separator: " ")) did not show \(text)")
    }
  }
}
