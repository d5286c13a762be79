import Foundation
import Testing

@testable import SignalboxFiles

@Suite struct FolderSearchTests {
  private func withFolder(_ files: [String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files {
      let path = folder.appending(path: file)
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: path)
    }
    try body(folder.path)
  }

  @Test func `a folder search visits a limited number of entries, starting with the upper folders`()
    throws
  {
    try withFolder(["a/b/c/1.lua", "a/2.lua", "3.lua", "d/4.lua"]) { (folder: String) throws in
      func found(_ maxEntries: Int) throws -> [String] {
        var search = FolderSearch(maxEntries: maxEntries) { $0.hasSuffix(".lua") }
        try search.add(folder)
        return search.files.map { String($0.dropFirst(folder.count + 1)) }.sorted()
      }
      #expect(try found(.max) == ["3.lua", "a/2.lua", "a/b/c/1.lua", "d/4.lua"])
      #expect(try found(8) == ["3.lua", "a/2.lua", "a/b/c/1.lua", "d/4.lua"])
      #expect(try found(6) == ["3.lua", "a/2.lua", "d/4.lua"])
      #expect(try found(3) == ["3.lua"])
      #expect(try found(0) == [])
    }
  }

  @Test func `a folder search visits a limited number of entries in each folder`() throws {
    try withFolder((1...9).map { "many/\($0).lua" } + ["other/a.lua"]) { (folder: String) throws in
      var search = FolderSearch(maxEntriesPerFolder: 4) { $0.hasSuffix(".lua") }
      try search.add(folder)
      #expect(search.files.count == 5)
      #expect(search.files.contains("\(folder)/other/a.lua"))
    }
  }

  @Test func `the home folder is the value of HOME`() {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    #expect(FilePath.expanded("~/a/b.lua") == "\(home)/a/b.lua")
    #expect(FilePath.expanded("~") == home)
    #expect(FilePath.expanded("~other/a") == "~other/a")
    #expect(FilePath.expanded("a/~") == "a/~")
  }
}
