internal import SystemLibrary

/// The identity of a file version: the inode, the size and the modification time.
struct FileStamp: Equatable {
  private let number: UInt64
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Returns the identities of the files that exist, keyed by path.
  static func all(of paths: Set<String>) -> [String: FileStamp] {
    Dictionary(uniqueKeysWithValues: paths.map { ($0, FileStamp($0)) }).compactMapValues(\.self)
  }

  /// Reads the identity of the file at a path. Returns `nil` if there is no such file.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    number = UInt64(facts.st_ino)
    size = Int(facts.st_size)
    #if canImport(Glibc)
      let time = facts.st_mtim
    #else
      let time = facts.st_mtimespec
    #endif
    (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
  }
}
