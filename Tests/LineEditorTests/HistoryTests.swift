import Foundation
import Testing

@testable import LineEditor

@Suite struct HistoryTests {
  /// A folder for one test, and the reported problems.
  private final class Place {
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
    let place = try Place()
    let entries = ["one", "do\n  \"\\n\"\nend", "中\tx"]
    let history = place.history()
    for entry in entries { history.add(entry) }
    #expect(place.history().entries == entries)
    #expect(place.text == "one\ndo\\n  \"\\\\n\"\\nend\n中\tx\n")
    #expect(try place.mode(place.path) == 0o600)
    #expect(try place.mode(place.folder.appending(path: "state").path) == 0o700)
    #expect(place.warnings == [])
  }

  @Test func `duplicate inputs are stored once, and blank and indented inputs are not stored`()
    throws
  {
    let place = try Place()
    let history = place.history()
    for entry in ["a", "b", "a", "a", " secret", "", "  \n"] { history.add(entry) }
    #expect(history.entries == ["b", "a"])
    #expect(place.text == "a\nb\na\n")
    #expect(place.history().entries == ["b", "a"])
  }

  @Test func `two concurrent sessions lose no history entries`() throws {
    let place = try Place()
    let (first, second) = (place.history(), place.history())
    for number in 0..<10 {
      first.add("first \(number)")
      second.add("second \(number)")
    }
    #expect(
      place.history().entries == (0..<10).flatMap { ["first \($0)", "second \($0)"] })
  }

  @Test func `concurrent threads write complete lines to the history`() async throws {
    let place = try Place()
    let path = place.path
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
    let lines = place.history().entries
    #expect(lines.count == 400)
    #expect(lines.allSatisfy { $0.wholeMatch(of: /\d \d+ x*/) != nil })
  }

  @Test func `a history file without a final newline loses no entry`() throws {
    let place = try Place()
    try place.write("one\ntwo\nthree")
    #expect(place.history().entries == ["one", "two", "three"])
    place.history().add("four")
    #expect(place.text == "one\ntwo\nthree\nfour\n")
    try place.write("alone")
    place.history().add("next")
    #expect(place.text == "alone\nnext\n")
    #expect(place.warnings == [])
  }

  @Test func `a history file from another program is read as far as possible, with one warning`()
    throws
  {
    let place = try Place()
    try place.write("good\nbad\\x\n\u{0}\u{1}\nfine\n")
    let history = place.history()
    #expect(history.entries == ["good", "fine"])
    history.add("more")
    #expect(
      place.warnings == [
        "history: skipped 2 lines of \(place.path) that signalbox did not write"
      ])
  }

  @Test(arguments: ["/proc/nothing/history", "/dev/null/history"])
  func `a history path that cannot be written is reported once`(path: String) throws {
    let place = try Place()
    let history = place.history(path)
    for entry in ["a", "b"] { history.add(entry) }
    #expect(history.entries == ["a", "b"])
    #expect(place.warnings.count == 1)
    #expect(place.warnings.first?.hasPrefix("history: cannot ") == true)
  }

  @Test func `a folder at the history path is reported, and a missing file is not an error`() throws
  {
    let place = try Place()
    place.history(place.folder.path).add("a")
    #expect(place.warnings == ["history: cannot read \(place.folder.path): not a file"])
    let empty = try Place()
    empty.history("/dev/null").add("a")
    #expect(empty.warnings == [])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func `write errors on a device that is always full are ignored because it stores nothing`() throws
  {
    let place = try Place()
    place.history("/dev/full").add("a")
    #expect(place.warnings == [])
  }

  @Test func `the number of history entries is limited in memory and in the file`() throws {
    let place = try Place()
    try place.write((1...12_500).map { "entry \($0)\n" }.joined())
    let history = place.history()
    #expect(history.entries == (2_501...12_500).map { "entry \($0)" })
    #expect(place.text.split(separator: "\n").count == 10_000)
    history.add("new")
    #expect(history.entries.count == 10_000)
    #expect(history.entries.last == "new" && history.entries.first == "entry 2502")
    #expect(try place.mode(place.path) == 0o600)
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
