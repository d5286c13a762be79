import Foundation
import Testing

@testable import LineEditor

@Suite struct HistoryTests {
  /// A folder for one test, and the reported problems.
  private final class TemporaryHistory {
    let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID())")
    var warnings: [String] = []
    var path: String { folder.appending(path: "state/history").path }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func file(_ path: String? = nil) -> HistoryFile {
      HistoryFile(path: path ?? self.path) { [unowned self] in warnings.append($0) }
    }

    func history(_ path: String? = nil) -> LineHistory { LineHistory(file: file(path)) }

    func write(_ text: String) throws {
      let file = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    var text: String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
  }

  @Test
  func `history entries, including those with several lines, are available in the next session`()
    throws
  {
    let temporary = try TemporaryHistory()
    let entries = ["one", "do\n  \"\\n\"\nend", "中\tx"]
    let history = temporary.history()
    for entry in entries { history.add(entry) }
    #expect(temporary.history().entries == entries)
    #expect(temporary.text == "one\ndo\\n  \"\\\\n\"\\nend\n中\tx\n")
    #expect(try temporary.mode(temporary.path) == 0o600)
    #expect(try temporary.mode(temporary.folder.appending(path: "state").path) == 0o700)
    #expect(temporary.warnings == [])
  }

  @Test func `duplicate inputs are stored once, and blank and indented inputs are not stored`()
    throws
  {
    let temporary = try TemporaryHistory()
    let history = temporary.history()
    for entry in ["a", "b", "a", "a", " secret", "", "  \n"] { history.add(entry) }
    #expect(history.entries == ["b", "a"])
    #expect(temporary.text == "a\nb\na\n")
    #expect(temporary.history().entries == ["b", "a"])
  }

  @Test func `two concurrent sessions lose no history entries`() throws {
    let temporary = try TemporaryHistory()
    let (first, second) = (temporary.history(), temporary.history())
    for number in 0..<10 {
      first.add("first \(number)")
      second.add("second \(number)")
    }
    #expect(
      temporary.history().entries == (0..<10).flatMap { ["first \($0)", "second \($0)"] })
  }

  @Test func `concurrent threads write complete lines to the history`() async throws {
    let temporary = try TemporaryHistory()
    let path = temporary.path
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let file = HistoryFile(path: path) { _ in }
          for count in 0..<50 {
            file.append("\(number) \(count) " + String(repeating: "x", count: count * 40))
          }
        }
      }
    }
    let lines = temporary.history().entries
    #expect(lines.count == 400)
    #expect(lines.allSatisfy { $0.wholeMatch(of: /\d \d+ x*/) != nil })
  }

  @Test func `a history file without a final newline loses no entry`() throws {
    let temporary = try TemporaryHistory()
    try temporary.write("one\ntwo\nthree")
    #expect(temporary.history().entries == ["one", "two", "three"])
    temporary.history().add("four")
    #expect(temporary.text == "one\ntwo\nthree\nfour\n")
    try temporary.write("alone")
    temporary.history().add("next")
    #expect(temporary.text == "alone\nnext\n")
    #expect(temporary.warnings == [])
  }

  @Test func `a history file from another program is read as far as possible, with one warning`()
    throws
  {
    let temporary = try TemporaryHistory()
    try temporary.write("good\nbad\\x\n\u{0}\u{1}\nfine\n")
    let history = temporary.history()
    #expect(history.entries == ["good", "fine"])
    history.add("more")
    #expect(
      temporary.warnings == [
        "history: skipped 2 lines of \(temporary.path) that signalbox did not write"
      ])
  }

  @Test(arguments: ["/proc/nothing/history", "/dev/null/history"])
  func `a history path that cannot be written is reported once`(path: String) throws {
    let temporary = try TemporaryHistory()
    let history = temporary.history(path)
    for entry in ["a", "b"] { history.add(entry) }
    #expect(history.entries == ["a", "b"])
    #expect(temporary.warnings.count == 1)
    #expect(temporary.warnings.first?.hasPrefix("history: cannot ") == true)
  }

  @Test func `a folder at the history path is reported, and a missing file is not an error`() throws
  {
    let temporary = try TemporaryHistory()
    temporary.history(temporary.folder.path).add("a")
    #expect(temporary.warnings == ["history: cannot read \(temporary.folder.path): not a file"])
    let empty = try TemporaryHistory()
    empty.history("/dev/null").add("a")
    #expect(empty.warnings == [])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func `write errors on a device that is always full are ignored because it stores nothing`() throws
  {
    let temporary = try TemporaryHistory()
    temporary.history("/dev/full").add("a")
    #expect(temporary.warnings == [])
  }

  @Test func `the number of history entries is limited in memory and in the file`() throws {
    let temporary = try TemporaryHistory()
    try temporary.write((1...12_500).map { "entry \($0)\n" }.joined())
    let history = temporary.history()
    #expect(history.entries == (2_501...12_500).map { "entry \($0)" })
    #expect(temporary.text.split(separator: "\n").count == 10_000)
    history.add("new")
    #expect(history.entries.count == 10_000)
    #expect(history.entries.last == "new" && history.entries.first == "entry 2502")
    #expect(try temporary.mode(temporary.path) == 0o600)
  }

  @Test func `environment variables determine the path of the history`() {
    func path(_ variables: [String: String]) -> String? {
      HistoryFile.standardPath { variables[$0] }
    }
    #expect(path(["HOME": "/h"]) == "/h/.local/state/signalbox/history")
    #expect(path(["HOME": "/h", "XDG_STATE_HOME": "/s"]) == "/s/signalbox/history")
    #expect(
      path(["HOME": "/h", "XDG_STATE_HOME": "s"]) == "/h/.local/state/signalbox/history")
    #expect(path(["SIGNALBOX_HISTORY": "mine", "HOME": "/h"]) == "mine")
    #expect(path(["SIGNALBOX_HISTORY": "", "HOME": "/h"]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func `hints from the history change with the typed text`() {
    let history = LineHistory()
    for entry in ["abc", "abd", "x"] { history.add(entry) }
    #expect(
      ["a", "ab", "abc", "ab", "abd", "z", "zz", "a"].map { history.hint(for: $0) }
        == ["bd", "d", nil, "d", nil, nil, nil, "bd"])
  }
}
