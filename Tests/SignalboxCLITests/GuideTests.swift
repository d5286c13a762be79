import Foundation
import Testing

/// Follows README, tutorial and how-to pages from top to bottom in an empty folder: writes files,
/// applies differences, runs commands, and compares their output.
///
/// The type of a block determines its use: ```` ```lua title="app.lua" ```` is a file, ```` ```diff
/// title="app.lua" ```` changes a file, and ```` ```console ```` contains commands after `$ ` and
/// their output. A ```` ```sh ```` block contains commands without output, which must succeed, unless
/// `ShellBlockTests` lists the reason why they do not run. An image that a command writes must equal
/// the image that the page shows.
/// `RECORD=1` writes the output of the commands to the pages, and the images to `docs/images`.
@Suite struct GuideTests {
  struct Block {
    var language: String
    var title: String?
    /// The lines between the fences, counted from 0 in the page.
    var lines: Range<Int>
  }

  private static let root = DocumentationTests.root
  static let pages =
    ["README.md", "docs/tutorial.md", "docs/editors.md"]
    + ((try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "docs/how-to").path)) ?? []).sorted().map { "docs/how-to/\($0)" }

  static func blocks(in lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var open: (info: String, start: Int)?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      if let (info, start) = open {
        let title = info.firstMatch(of: /title="([^"]*)"/).map { String($0.1) }
        let language = info.prefix { $0 != " " }
        blocks.append(Block(language: String(language), title: title, lines: start..<index))
        open = nil
      } else {
        open = (String(line.dropFirst(3)), index + 1)
      }
    }
    return blocks
  }

  @Test func `a test runs, compiles or excludes the code in every language on the pages`() throws {
    for page in Self.pages {
      let lines = try Self.lines(of: page)
      // `BlockOwnerTests` lists the suites that use JSON, YAML and text.
      let known = [
        "lua", "diff", "console", "session", "swift", "sh", "yaml", "groovy", "json", "text",
        "python",
      ]
      #expect(Self.blocks(in: lines).filter { !known.contains($0.language) }.isEmpty, "\(page)")
      let untitled = Self.blocks(in: lines).filter { $0.language == "lua" && $0.title == nil }
      #expect(untitled.isEmpty, "\(page): Lua without a title is not run")
    }
  }

  @Test(arguments: pages) func `following the steps on a page leads to the documented output`(
    page: String
  )
    throws
  {
    var lines = try Self.lines(of: page)
    let tool = try Tool()
    defer { tool.remove() }
    var folder = tool.folder
    // Recording from the last block to the first would be simpler, but commands depend on the
    // blocks before them.
    var moved = 0
    for var block in Self.blocks(in: lines) {
      block.lines = block.lines.lowerBound + moved..<block.lines.upperBound + moved
      let text = lines[block.lines]
      switch (block.language, block.title) {
      case ("lua", let title?), ("python", let title?):
        try Self.write(text.joined(separator: "\n") + "\n", title, folder)
      case ("diff", let title?): try Self.change(folder.appending(path: title), by: text)
      case ("console", _):
        let typed = text.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        let actual = try typed.flatMap { command in
          ["$ \(command)"] + (try Self.run(command, in: &folder).output)
        }
        // If a command opens a prompt, the session block that follows tests the prompt.
        if typed.allSatisfy({ $0.hasPrefix("signalbox repl") }) { continue }
        if Self.isRecording {
          lines.replaceSubrange(block.lines, with: actual)
          moved += actual.count - block.lines.count
        } else {
          #expect(Array(text) == actual, "\(page):\(block.lines.lowerBound + 1)")
        }
      case ("sh", _) where !ShellBlockTests.isExcepted(text.first ?? "", on: page):
        let result = try Self.run("set -e\n" + text.joined(separator: "\n"), in: &folder)
        #expect(result.code == 0, "\(page):\(block.lines.lowerBound + 1): \(result.output)")
      default: continue
      }
    }
    if Self.isRecording {
      try Data(lines.joined(separator: "\n").utf8).write(to: Self.root.appending(path: page))
    }
    try Self.compare(Self.images(in: lines), in: folder, on: page)
  }

  /// The names of the images that a page shows.
  private static func images(in lines: [String]) -> [String] {
    lines.flatMap { line in
      line.matches(of: /!\[[^\]]*\]\((?:\.\.\/|docs\/)?images\/([\w.-]+)\)/).map { String($0.1) }
    }
  }

  /// Compares the images that commands of a page have written with those that the page shows.
  private static func compare(_ images: [String], in folder: URL, on page: String) throws {
    for name in images {
      guard let written = try? Data(contentsOf: folder.appending(path: name)) else { continue }
      let shown = root.appending(path: "docs/images/\(name)")
      if isRecording {
        try written.write(to: shown)
      } else {
        let known = try? Data(contentsOf: shown)
        #expect(known == written, "\(page): RECORD=1 updates \(name)")
      }
    }
  }

  /// Returns the first contents that a page writes to a file with the given name.
  static func file(_ name: String, of page: String) throws -> String? {
    let lines = try lines(of: page)
    return blocks(in: lines).first { $0.language == "lua" && $0.title == name }
      .map { lines[$0.lines].joined(separator: "\n") + "\n" }
  }

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  static func lines(of page: String) throws -> [String] {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  private static func write(_ text: String, _ path: String, _ folder: URL) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Replaces the context with removed lines by the context with added lines, exactly once.
  private static func change(_ file: URL, by difference: ArraySlice<String>) throws {
    func side(without mark: Character) -> String {
      difference.filter { $0.first != mark }.map { $0.dropFirst() + "\n" }.joined()
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    let (old, new) = (side(without: "+"), side(without: "-"))
    #expect(text.components(separatedBy: old).count == 2, "the difference fits once: \(old)")
    try Data(text.replacing(old, with: new).utf8).write(to: file)
  }

  /// Returns a report in which each scenario takes 0.5 ms, and each run 8.4 ms. Other durations would
  /// differ in each run. The virtual times of recordings are equal in each run, so they remain.
  static func withSampleTimes(_ text: String) -> String {
    text.replacing(/( in )?[0-9.]+ (?:ms|s)(?: \(-j \d+\))?(?=\n|   seed)/) { match in
      match.output.1 == nil ? "0.5 ms" : " in 8.4 ms"
    }
  }

  /// Runs a command in a shell that finds the built program. Output and errors are in terminal
  /// order.
  static func run(
    _ command: String, in folder: inout URL
  ) throws -> (output: [String], code: Int32) {
    if command.hasPrefix("cd ") {
      folder.append(path: String(command.dropFirst(3)))
      return ([], 0)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec 2>&1; \(command)"]
    process.currentDirectoryURL = folder
    let tools = try Tool.path().deletingLastPathComponent().path
    process.environment = ["PATH": "\(tools):/usr/bin:/bin", "HOME": folder.path]
      .merging(Tool.sanitizerOptions) { own, _ in own }
    let output = folder.appending(path: ".output")
    try Data().write(to: output)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    let text = withSampleTimes(try Tool.text(of: output))
      .replacing(/\d{4}-\d\d-\d\d/, with: "2026-01-01")
    try FileManager.default.removeItem(at: output)
    let lines = text.trimmingCharacters(in: ["\n"]).components(separatedBy: "\n")
    return (text.isEmpty ? [] : lines, process.terminationStatus)
  }
}
