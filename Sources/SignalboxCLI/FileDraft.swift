internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The new content of a file, which takes the place of the old one in one step.
///
/// It is written to a hidden file in the same folder, which is renamed by ``commit(replacing:)``: readers find
/// the whole old content or the whole new one, also where the process is killed. The permissions of
/// the old file are kept. A link is not written through. Without a commit nothing changes.
final class FileDraft {
  /// Why a file cannot be replaced.
  struct Failure: Error {
    /// The system's number.
    let code: Int32
    /// The system's words, or a sentence of our own.
    let reason: String

    init(_ code: Int32) {
      self.code = code
      reason =
        switch code {
        case ELOOP: "it is a link, which is not written through"
        case ESPIPE: "it is a pipe or a device, which cannot be replaced"
        default: String(cString: strerror(code))
        }
    }
  }

  /// Where the content goes until it is committed.
  let descriptor: Int32
  private let folder: Int32
  private let name: String
  private let number: Int
  private var isOpen = true

  /// Drafts that are not committed, by their numbers: a process that leaves early removes them.
  private static let pending = Mutex(Pending())
  private struct Pending {
    var last = 0
    var folders: [Int: Int32] = [:]
  }

  /// Begins a new content for a file, which need not exist.
  ///
  /// - Throws: where the folder is missing, or the file cannot be written, is a link or is no file.
  init(_ path: String) throws(Failure) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = String(path[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    if name.isEmpty || name == "." || name == ".." { throw Failure(EISDIR) }
    folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Failure(errno) }
    do throws(Failure) {
      let mode = try Self.mode(of: name, in: folder)
      (descriptor, number) = try Self.reserve(in: folder)
      if let mode { fchmod(descriptor, mode) }
    } catch {
      close(folder)
      throw error
    }
  }

  deinit { discard() }

  /// Writes bytes behind those from before.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = put(Array(rest.prefix(1 << 20)), to: descriptor)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Failure(errno)
      }
    }
  }

  /// Puts the content in place of the old one.
  ///
  /// - Parameters:
  ///   - replacing: Whether there may be an old one; `EEXIST` is thrown where there is and may not be.
  ///   - isSynced: Whether the content is on the disk first, so that it outlives a loss of power.
  func commit(replacing: Bool = true, isSynced: Bool = true) throws(Failure) {
    if isSynced, fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw Failure(errno) }
    let draft = Self.draftName(number)
    let result =
      replacing
      ? renameat(folder, draft, folder, name) : linkat(folder, draft, folder, name, 0)
    if result != 0 { throw Failure(errno) }
    discard()
  }

  /// Removes all drafts of this process, which is about to end.
  static func discardAll() {
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
    close(descriptor)
    close(folder)
  }

  /// The permissions of the file that is replaced; `nil` where there is none.
  private static func mode(of name: String, in folder: Int32) throws(Failure) -> mode_t? {
    var facts = stat()
    guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw Failure(errno)
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG:
      guard faccessat(folder, name, W_OK, 0) == 0 else { throw Failure(errno) }
      return facts.st_mode & 0o7777
    case S_IFLNK: throw Failure(ELOOP)
    case S_IFDIR: throw Failure(EISDIR)
    default: throw Failure(ESPIPE)
    }
  }

  private static func reserve(in folder: Int32) throws(Failure) -> (Int32, Int) {
    while true {
      let number = pending.withLock { pending in
        pending.last += 1
        return pending.last
      }
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = openat(folder, draftName(number), flags, 0o666)
      if descriptor >= 0 {
        pending.withLock { $0.folders[number] = folder }
        return (descriptor, number)
      }
      // A draft of a killed process that had the same process identifier.
      guard errno == EEXIST else { throw Failure(errno) }
    }
  }

  /// Hidden, so that nothing that looks for files by their endings finds it, and short.
  private static func draftName(_ number: Int) -> String { ".signalbox-\(getpid())-\(number).new" }
}

/// The system's call, whose name a method above hides.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
  write(descriptor, bytes, bytes.count)
}
