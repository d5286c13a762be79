internal import CFolders
internal import PortableMutex
internal import SystemLibrary

/// The new content of a file, which replaces the previous content in one step.
///
/// The content is written to a hidden file in the same folder, and ``commit(replacing:isSynced:)``
/// renames the hidden file. Readers find either the complete previous content or the complete new
/// content, even if the process is killed. The permissions of the previous file are kept. A draft
/// does not write through a symbolic link. If the draft is not committed, the file does not change.
///
/// The hidden file is locked until the draft is committed or released, or until the process ends.
/// The next process that writes to the folder removes the drafts of killed processes.
package final class FileDraft {
  /// The descriptor for writing the content before the commit.
  package let descriptor: Int32
  private let folder: Int32
  private let name: String
  private let number: Int
  private var isOpen = true

  /// The uncommitted drafts, keyed by number. The drafts are removed if the process exits early.
  private static let pending = Mutex(Pending())
  private struct Pending {
    var last = 0
    var folders: [Int: Int32] = [:]
    /// The folders whose drafts of killed processes have been removed.
    var cleaned = Set<FolderKey>()
  }

  /// The identity of a folder on disk.
  private struct FolderKey: Hashable {
    let device: UInt64
    let number: UInt64
    /// The time of creation, because a new folder can have the number of a removed folder.
    let birth: Int64
  }

  /// Creates a draft for the file at a path. Links are followed only in the path of the file's
  /// folder.
  ///
  /// - Throws: An error if the folder is missing, or if the file cannot be written, is a link or is
  ///   not a regular file.
  package convenience init(_ path: String) throws(FileFailure) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let folder = uninterrupted { open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { throw .last }
    defer { _ = release(folder) }
    try self.init(name, in: folder)
  }

  /// Creates a draft for a file in an open folder.
  ///
  /// - Parameter folder: The descriptor of the folder, which may be closed after the draft has been
  ///   created.
  init(_ name: String, in folder: Int32) throws(FileFailure) {
    if name.isEmpty || name == "." || name == ".." { throw FileFailure(EISDIR) }
    self.name = name
    // The descriptor is duplicated, because its owner closes the original.
    self.folder = fcntl(folder, F_DUPFD_CLOEXEC, 0)
    guard self.folder >= 0 else { throw .last }
    do throws(FileFailure) {
      let mode = try Self.mode(of: name, in: folder)
      Self.clean(folder)
      (descriptor, number) = try Self.reserve(in: self.folder)
      if let mode { fchmod(descriptor, mode) }
    } catch {
      _ = release(self.folder)
      throw error
    }
  }

  deinit { discard() }

  /// Appends bytes to the content.
  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = put(Array(rest.prefix(1 << 20)), to: descriptor)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Replaces the previous content with the new content.
  ///
  /// - Parameters:
  ///   - replacing: Whether to replace an existing file. If `false` and the file exists, a
  ///     ``FileFailure`` with the code `EEXIST` is thrown.
  ///   - isSynced: Whether to synchronize the content to disk first, so that the content survives a
  ///     power failure.
  package func commit(replacing: Bool = true, isSynced: Bool = true) throws(FileFailure) {
    if isSynced { try sync() }
    let draft = Self.draftName(number)
    let result =
      replacing
      ? renameat(folder, draft, folder, name) : linkat(folder, draft, folder, name, 0)
    if result != 0 { throw .last }
    discard()
  }

  private func sync() throws(FileFailure) {
    let result = uninterrupted { fsync(descriptor) }
    // Files that cannot be synchronized are not stored on a disk.
    if result != 0, errno != EINVAL, errno != ENOTSUP { throw .last }
  }

  /// Removes all uncommitted drafts of this process. Call this function before the process exits.
  package static func discardAll() {
    pending.withLock { pending in
      for (number, folder) in pending.folders { unlinkat(folder, draftName(number), 0) }
      pending.folders = [:]
    }
  }

  private func discard() {
    guard isOpen else { return }
    isOpen = false
    _ = Self.pending.withLock { $0.folders.removeValue(forKey: number) }
    unlinkat(folder, Self.draftName(number), 0)
    _ = release(descriptor)
    _ = release(folder)
  }

  /// Returns the permissions of the file to replace, or `nil` if the file does not exist.
  private static func mode(of name: String, in folder: Int32) throws(FileFailure) -> mode_t? {
    var facts = stat()
    guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw .last
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG:
      guard faccessat(folder, name, W_OK, 0) == 0 else { throw .last }
      return facts.st_mode & 0o7777
    case S_IFLNK: throw FileFailure(ELOOP)
    case S_IFDIR: throw FileFailure(EISDIR)
    default: throw FileFailure(ESPIPE)
    }
  }

  // MARK: - Hidden files

  private static let head = ".signalbox-"
  private static let ending = ".new"

  /// Returns a short hidden name, which a search by file name extension does not find.
  private static func draftName(_ number: Int) -> String {
    "\(head)\(getpid())-\(number)\(ending)"
  }

  private static func reserve(in folder: Int32) throws(FileFailure) -> (Int32, Int) {
    while true {
      let number = pending.withLock { pending in
        pending.last += 1
        return pending.last
      }
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = uninterrupted { openat(folder, draftName(number), flags, 0o666) }
      if descriptor < 0 {
        // If the name exists, it belongs to a draft of a killed process that had the same process
        // identifier.
        guard errno == EEXIST else { throw .last }
      } else if lock(descriptor) {
        pending.withLock { $0.folders[number] = folder }
        return (descriptor, number)
      } else {
        // Another process considers the draft abandoned and is removing it.
        _ = release(descriptor)
      }
    }
  }

  /// Locks a draft. Returns `false` if another process has locked or removed the draft. On file
  /// systems without locks, locking always succeeds.
  private static func lock(_ descriptor: Int32) -> Bool {
    if uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 { return errno != EWOULDBLOCK }
    var facts = stat()
    return fstat(descriptor, &facts) != 0 || facts.st_nlink > 0
  }

  /// Removes the drafts that killed processes have left in a folder. Each process does this once
  /// for each folder. A draft that cannot be removed is ignored.
  private static func clean(_ folder: Int32) {
    var facts = stat()
    guard fstat(folder, &facts) == 0 else { return }
    let key = FolderKey(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      number: UInt64(truncatingIfNeeded: facts.st_ino), birth: cfo_birth(folder))
    guard pending.withLock({ $0.cleaned.insert(key).inserted }) else { return }
    let list = uninterrupted { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard list >= 0, let names = try? RootedFolder.allNames(of: list) else { return }
    for name in names where isDraft(name) { removeDraft(name, in: folder) }
  }

  private static func removeDraft(_ name: String, in folder: Int32) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = uninterrupted { openat(folder, name, flags) }
    guard descriptor >= 0 else { return }
    defer { _ = release(descriptor) }
    if uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { unlinkat(folder, name, 0) }
  }

  /// Returns whether a name has the form `.signalbox-PID-N.new`.
  private static func isDraft(_ name: String) -> Bool {
    guard name.hasPrefix(head), name.hasSuffix(ending) else { return false }
    let parts = name.dropFirst(head.count).dropLast(ending.count).split(
      separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { Int($0) != nil }
  }
}

/// Calls the system function `write`, whose name the method above hides.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
  write(descriptor, bytes, bytes.count)
}

private func release(_ descriptor: Int32) -> Int32 { close(descriptor) }
