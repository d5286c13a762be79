internal import SystemLibrary

/// The reason why a file cannot be used, which is usually the system's message.
struct FileFailure: Error, CustomStringConvertible {
  let description: String
  var isMissing = false

  /// Returns the error of the last system call, as indicated by `errno`.
  static func last() -> FileFailure {
    let reason = String(cString: strerror(errno))
    return FileFailure(
      description: reason.prefix(1).lowercased() + reason.dropFirst(), isMissing: errno == ENOENT)
  }
}

/// Wraps the system calls for files to which several processes append.
enum FileCalls {
  /// The maximum number of waits for the lock, of 10 ms each.
  private static let lockAttempts = 50

  /// Reads a file or, if the file is large, the end of the file.
  static func read(_ path: String, maxBytes: Int) -> Result<[UInt8], FileFailure> {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return .failure(.last()) }
    defer { close(file) }
    do throws(FileFailure) {
      guard let size = try size(of: file) else { return .success([]) }
      return .success(try bytes(of: file, from: max(0, size - maxBytes), maxBytes: maxBytes))
    } catch {
      return .failure(error)
    }
  }

  /// Appends a line with a single write, so that the line is written either completely or not at
  /// all.
  static func append(_ line: [UInt8], to path: String) -> Result<Void, FileFailure> {
    do throws(FileFailure) {
      try makeFolders(of: path)
      let file = try openLocked(path)
      defer { close(file) }
      guard let size = try size(of: file) else { return .success(()) }
      let line = try isOpen(file, size) ? [UInt8(ascii: "\n")] + line : line
      let count = write(file, line, line.count)
      if count == line.count { return .success(()) }
      let failure = count < 0 ? FileFailure.last() : FileFailure(description: "no space left")
      if count > 0 { ftruncate(file, off_t(size)) }
      return .failure(failure)
    } catch {
      return .failure(error)
    }
  }

  /// Replaces the contents of a file atomically, so that readers see either the old or the new
  /// contents.
  ///
  /// - Returns: The error, or `nil` if the file was replaced or is a device such as /dev/null. If
  ///   there is an error, the file is unchanged.
  static func replace(
    _ path: String, maxBytes: Int, _ body: ([UInt8]) -> [UInt8]
  ) -> FileFailure? {
    do throws(FileFailure) {
      let file = try openLocked(path)
      defer { close(file) }
      guard let size = try size(of: file) else { return nil }
      let bytes = body(try bytes(of: file, from: max(0, size - maxBytes), maxBytes: maxBytes))
      let copy = path + ".new"
      unlink(copy)
      let new = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard new >= 0 else { throw FileFailure.last() }
      defer { close(new) }
      guard write(new, bytes, bytes.count) == bytes.count, rename(copy, path) == 0 else {
        let failure = FileFailure.last()
        unlink(copy)
        throw failure
      }
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Steps

  /// Opens or creates a file, makes it accessible only to its owner, and tries to acquire a lock,
  /// which is released when the file is closed.
  private static func openLocked(_ path: String) throws(FileFailure) -> Int32 {
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw FileFailure.last() }
      // A process that holds the lock for a longer time is probably suspended. In this case, the
      // write proceeds without the lock.
      for _ in 0..<lockAttempts where flock(file, LOCK_EX | LOCK_NB) != 0 { _ = poll(nil, 0, 10) }
      var (opened, current) = (stat(), stat())
      // Another session may have replaced the file in the meantime.
      if fstat(file, &opened) == 0, stat(path, &current) == 0, opened.st_ino == current.st_ino {
        if opened.st_mode & S_IFMT == S_IFREG, opened.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
        return file
      }
      close(file)
    }
  }

  /// Returns the size of a file, or `nil` for a device such as /dev/null.
  private static func size(of file: Int32) throws(FileFailure) -> Int? {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure.last() }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFCHR: return nil
    default: throw FileFailure(description: "not a file")
    }
  }

  private static func bytes(
    of file: Int32, from start: Int, maxBytes: Int
  ) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    var count = 0
    while count < maxBytes {
      let got =
        bytes[count...].withContiguousMutableStorageIfAvailable {
          pread(file, $0.baseAddress, $0.count, off_t(start + count))
        } ?? 0
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileFailure.last() }
      if got == 0 { break }
      count += got
    }
    return Array(bytes[..<count])
  }

  /// Returns whether the last line of a file lacks a line ending, for example because another
  /// program has edited the file.
  private static func isOpen(_ file: Int32, _ size: Int) throws(FileFailure) -> Bool {
    if size == 0 { return false }
    return try bytes(of: file, from: size - 1, maxBytes: 1) != [UInt8(ascii: "\n")]
  }

  private static func makeFolders(of path: String) throws(FileFailure) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard access(parts.joined(separator: "/") + "/", F_OK) != 0 else { return }
    for count in parts.indices {
      let folder = parts[...count].joined(separator: "/")
      if !folder.isEmpty, mkdir(folder, 0o700) != 0, errno != EEXIST { throw FileFailure.last() }
    }
  }
}
