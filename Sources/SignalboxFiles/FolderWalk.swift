internal import CFolders
internal import SignalboxScripting
internal import SystemLibrary

/// Resolves a path relative to a folder, one component at a time, and never leaves that folder.
///
/// Components are never opened through links. Instead, links are read and their targets are
/// resolved, so that a link that replaces a folder during the resolution is detected. The component
/// `..` returns to the previous folder of the resolution.
struct FolderWalk: ~Copyable {
  private let root: RootedFolder
  /// The open folders below the root. The last folder is the current folder.
  private var folders: [Int32] = []
  /// The components that have not been resolved yet, in reverse order.
  private var rest: [Substring] = []
  private var links = 0

  /// The maximum number of links in a path, which equals the limit in Linux.
  private static let maxLinks = 40

  init(_ path: String, from root: RootedFolder) {
    self.root = root
    add(path)
  }

  deinit { for folder in folders { close(folder) } }

  /// The current folder of the resolution.
  var place: Int32 { folders.last ?? root.descriptor }

  /// Resolves the path up to the folder of its last component, and returns the last component, or
  /// `.` if the path is empty or ends with `..`.
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

  /// Opens the item at the path. If the item is a link, the link is followed as well.
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

  /// Replaces a link with its target. Returns `false` if the item is not a link, in which case the
  /// failure has another reason.
  private mutating func follow(
    _ name: String, after failure: FileFailure
  ) throws(FileFailure) -> Bool {
    // If a folder is expected, Linux reports ENOTDIR, and otherwise ELOOP. Other systems report
    // EMLINK.
    guard [ELOOP, ENOTDIR, EMLINK].contains(failure.code) else { return false }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(place, name, &buffer, buffer.count)
    guard count > 0 else { return false }
    links += 1
    guard links <= Self.maxLinks else { throw .tooManyLinks }
    let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard target.isAbsolutePath else {
      add(target)
      return true
    }
    guard let inner = root.inner(target) else { throw .outside }
    while let folder = folders.popLast() { close(folder) }
    add(inner)
    return true
  }

  private mutating func add(_ path: String) {
    let names = path.pathComponents.filter { $0 != "." }
    rest.append(contentsOf: names.reversed())
  }
}
