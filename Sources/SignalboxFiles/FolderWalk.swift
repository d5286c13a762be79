internal import CFolders
internal import SystemLibrary

/// The way along a path from a folder, one component at a time and never out of that folder.
///
/// No component is opened through a link: the walk reads links itself and goes on along their
/// targets, so that a link that takes the place of a folder meanwhile is seen as a link. `..` goes back to
/// the folder that the walk came from.
struct FolderWalk: ~Copyable {
  private let root: RootedFolder
  /// The folders that are open beneath the root; the walk is in the last one.
  private var folders: [Int32] = []
  /// The components that are still ahead, the next one last.
  private var rest: [Substring] = []
  private var links = 0

  /// As many links as Linux follows in one path.
  private static let maxLinks = 40

  init(_ path: String, from root: RootedFolder) {
    self.root = root
    add(path)
  }

  deinit { for folder in folders { close(folder) } }

  /// The folder that the walk is in.
  var place: Int32 { folders.last ?? root.descriptor }

  /// Walks to the folder of the last component, and returns that component; `.` where the path ends
  /// with a folder that was walked to.
  mutating func toParent(makingFolders: Bool = false) throws(FileFailure) -> String {
    while let name = rest.popLast() {
      if name == ".." {
        guard let folder = folders.popLast() else { throw .outside }
        close(folder)
      } else if rest.isEmpty {
        return String(name)
      } else {
        try enter(String(name), isMade: makingFolders)
      }
    }
    return "."
  }

  /// Opens what the path leads to; a link at its end is followed as well.
  mutating func open(_ flags: Int32) throws(FileFailure) -> Int32 {
    while true {
      let name = try toParent()
      let folder = place
      let descriptor = uninterrupted { openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC) }
      if descriptor >= 0 { return descriptor }
      let failure = FileFailure.last
      guard try follow(name, after: failure) else { throw failure }
    }
  }

  private mutating func enter(_ name: String, isMade: Bool) throws(FileFailure) {
    let folder = place
    var descriptor = uninterrupted { openat(folder, name, cfo_passing()) }
    if descriptor < 0, errno == ENOENT, isMade {
      guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else { throw .last }
      descriptor = uninterrupted { openat(folder, name, cfo_passing()) }
    }
    if descriptor >= 0 {
      folders.append(descriptor)
      return
    }
    let failure = FileFailure.last
    guard try follow(name, after: failure) else { throw failure }
  }

  /// Puts the target of a link in its place; false where there is none and the failure had another reason.
  private mutating func follow(
    _ name: String, after failure: FileFailure
  ) throws(FileFailure) -> Bool {
    // Linux reports ENOTDIR where a folder was expected, else ELOOP; others EMLINK.
    guard [ELOOP, ENOTDIR, EMLINK].contains(failure.code) else { return false }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(place, name, &buffer, buffer.count)
    guard count > 0 else { return false }
    links += 1
    guard links <= Self.maxLinks else { throw .tooManyLinks }
    let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard target.hasPrefix("/") else {
      add(target)
      return true
    }
    guard let inner = root.inner(target) else { throw .outside }
    while let folder = folders.popLast() { close(folder) }
    add(inner)
    return true
  }

  private mutating func add(_ path: String) {
    let names = path.split(separator: "/").filter { $0 != "." }
    rest.append(contentsOf: names.reversed())
  }
}
