import Foundation
import PortableMutex
import Testing

@testable import SignalboxFiles

/// Tests a folder whose paths cannot lead outside the folder.
struct RootedFolderTests {
  /// A folder with the accessible subfolder `in/…` and the inaccessible subfolder `out/…`.
  private struct TemporaryFolder: ~Copyable {
    let path: String
    var inside: String { path + "/in" }

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/files-\(UUID().uuidString)"
      for folder in ["in/a/b", "out"] {
        try FileManager.default.createDirectory(
          atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      }
      for (file, text) in [("in/f", "F"), ("in/a/g", "G"), ("in/a/b/h", "H"), ("out/f", "OUT")] {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(file)"))
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func link(_ name: String, to target: String) {
      symlink(target, "\(path)/in/\(name)")
    }

    func text(_ name: String) -> String? {
      FileManager.default.contents(atPath: "\(path)/\(name)").map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    func names(_ folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted()
    }
  }

  /// Returns the result of reading a path: its text, or the reason why it cannot be read.
  private func outcome(_ folder: RootedFolder, _ name: String) -> String {
    do throws(FileFailure) {
      return String(decoding: try folder.read(name), as: UTF8.self)
    } catch {
      return error.reason
    }
  }

  private static let outside = "it is outside the folder"

  @Test(arguments: [
    ("f", "F"), ("./a//b/../g", "G"), ("a/b/h", "H"), ("a/../f", "F"), ("up/f", "F"),
    ("near", "G"), ("deep/h", "H"), ("chain", "H"), ("whole", "G"),
    ("..", outside), ("../out/f", outside), ("a/../../out/f", outside), ("door/f", outside),
    ("door", outside), ("up/../../out/f", outside), ("elsewhere", outside),
    ("root/etc/hosts", outside), ("x\u{600}/etc/hosts", outside), ("../\u{301}x", outside),
    ("a/\u{301}x", "no such file or directory"),
    ("loop", "its path has too many symbolic links"), ("none", "no such file or directory"),
    ("a", "it is not a file"), ("f/g", "not a directory"), (".", "it is not a file"),
    ("dangling", "no such file or directory"),
  ])
  func `links inside the folder are followed, but links to locations outside are not`(
    name: String, expected: String
  ) throws {
    let temporary = try TemporaryFolder()
    for (name, target) in [
      ("up", "a/.."), ("near", "a/g"), ("deep", "./a/b/"), ("chain", "deep/h"),
      ("whole", "\(temporary.inside)/a/g"), ("door", "../out"),
      ("elsewhere", "\(temporary.path)/out/f"),
      ("root", "/"), ("loop", "loop"), ("dangling", "nothing"), ("x\u{600}", "/"),
    ] { temporary.link(name, to: target) }
    let folder = try RootedFolder(temporary.inside)
    #expect(outcome(folder, name) == expected)
  }

  @Test func `files can be written, listed and removed only inside the folder`() throws {
    let temporary = try TemporaryFolder()
    temporary.link("door", to: "../out")
    temporary.link("file", to: "f")
    let folder = try RootedFolder(temporary.inside)
    try folder.write(Array("new".utf8), to: "x/y/z", makingFolders: true)
    try folder.write(Array("again".utf8), to: "x/y/z")
    #expect(temporary.text("in/x/y/z") == "again")
    #expect(try folder.names(in: "x/y") == ["z"])
    #expect(throws: FileFailure.outside) { try folder.write([1], to: "door/f") }
    #expect(throws: FileFailure.outside) { try folder.write([1], to: "../out/f") }
    #expect(throws: FileFailure.outside) {
      try folder.write([1], to: "door/new/f", makingFolders: true)
    }
    #expect(throws: FileFailure.link) { try folder.write([1], to: "file") }
    #expect(throws: FileFailure.outside) { try folder.remove("door/f") }
    #expect(throws: FileFailure.outside) { _ = try folder.names(in: "door") }
    #expect(throws: FileFailure.outside) { _ = try RootedFolder("door", below: folder) }
    try folder.remove("door")
    try folder.remove("x/y/z")
    #expect(try temporary.names("in") == ["a", "f", "file", "x"])
    #expect(try temporary.names("in/x/y") == [])
    #expect(temporary.text("out/f") == "OUT")
    #expect(try temporary.names("out") == ["f"])
    #expect(temporary.text("in/f") == "F")
  }

  @Test func `replacing a folder with a link during an access does not allow access outside`()
    throws
  {
    let temporary = try TemporaryFolder()
    let (door, folderAside) = (temporary.inside + "/door", temporary.inside + "/folder")
    let linkAside = temporary.inside + "/link"
    try FileManager.default.createDirectory(atPath: door, withIntermediateDirectories: false)
    try Data("F".utf8).write(to: URL(filePath: door + "/f"))
    temporary.link("link", to: "../out")
    let folder = try RootedFolder(temporary.inside)
    var (inside, rejected) = (0, 0)
    let exchanger = Exchanger(door: door, folder: folderAside, link: linkAside)
    // The loop runs until both a link and a folder have been seen often at the path.
    let end = ContinuousClock.now + .seconds(240)
    var iteration = 0
    while inside < 2000 || rejected < 2000, ContinuousClock.now < end {
      iteration += 1
      switch outcome(folder, "door/f") {
      case "F": inside += 1
      case Self.outside: rejected += 1
      // Between two steps, the path does not exist, or a link has become a folder again.
      case "no such file or directory", "not a directory": break
      case let other: Issue.record("reading gave \(other)")
      }
      guard iteration % 8 == 0 else { continue }
      try? folder.write([88], to: "door/new", isSynced: false)
      let names = (try? folder.names(in: "door")) ?? []
      #expect(Set(names).isSubset(of: ["f", "new"]))
      try? folder.remove("door/new")
    }
    exchanger.finish()
    #expect(inside >= 2000 && rejected >= 2000)
    #expect(try temporary.names("out") == ["f"])
    #expect(temporary.text("out/f") == "OUT")
  }

  /// Repeatedly swaps a folder and a link, until `finish` is called.
  private final class Exchanger: Sendable {
    private let isDone = Mutex(false)
    private let end = DispatchSemaphore(value: 0)

    init(door: String, folder: String, link: String) {
      Thread { [self] in
        while !isDone.withLock({ $0 }) {
          rename(door, folder)
          rename(link, door)
          rename(door, link)
          rename(folder, door)
        }
        end.signal()
      }.start()
    }

    func finish() {
      isDone.withLock { $0 = true }
      end.wait()
    }
  }

  @Test func `drafts are removed from a folder that has the number of an earlier folder`() throws {
    let temporary = try TemporaryFolder()
    let path = temporary.inside + "/made"
    var numbers: Set<Int> = []
    var isRepeated = false
    for _ in 0..<100 where !isRepeated {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      isRepeated = !numbers.insert(try #require(facts[.systemFileNumber] as? Int)).inserted
      try Data("half".utf8).write(to: URL(filePath: path + "/.signalbox-1-7.new"))
      try RootedFolder(temporary.inside).write([66], to: "made/new")
      #expect(try temporary.names("in/made") == ["new"])
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `drafts of a killed process are removed, but those of a running process are not`()
    throws
  {
    let temporary = try TemporaryFolder()
    let living = try FileDraft(temporary.inside + "/x")
    try living.write([65])
    let own = try temporary.names("in").filter { $0.hasPrefix(".signalbox-") }
    #expect(own.count == 1)
    for name in [
      ".signalbox-1-7.new", ".signalbox-99999999-1.new", ".signalbox-.new", ".signalbox-1-x.new",
    ] {
      try Data("half".utf8).write(to: URL(filePath: "\(temporary.inside)/a/\(name)"))
    }
    rename("\(temporary.inside)/\(own[0])", "\(temporary.inside)/a/.signalbox-5-5.new")
    try RootedFolder(temporary.inside).write([66], to: "a/new")
    #expect(
      try temporary.names("in/a")
        == [".signalbox-.new", ".signalbox-1-x.new", ".signalbox-5-5.new", "b", "g", "new"])
    rename("\(temporary.inside)/a/.signalbox-5-5.new", "\(temporary.inside)/\(own[0])")
    try living.commit()
    #expect(temporary.text("in/x") == "A")
    #expect(try temporary.names("in") == ["a", "f", "x"])
  }
}
