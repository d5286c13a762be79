internal import CFolders
internal import SystemLibrary

/// A folder on disk. Paths cannot lead outside this folder, even if files in the folder change
/// during an access.
///
/// The folder is kept open by its descriptor, and paths are resolved relative to it. Links to items
/// in the folder are followed, and all other links are rejected with a ``FileFailure``. Files that
/// also have a name outside the folder (hard links) and file systems that are mounted inside the
/// folder are considered part of the folder.
package final class RootedFolder: Sendable {
  let descriptor: Int32
  private let path: String

  /// Opens a folder. Links in the folder's own path are followed.
  package init(_ path: String) throws(FileFailure) {
    let descriptor = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens a folder inside another folder. Throws an error if the path leads outside the outer
  /// folder.
  package init(_ name: String, below root: RootedFolder) throws(FileFailure) {
    var walk = FolderWalk(name, from: root)
    descriptor = try walk.open(O_RDONLY | O_DIRECTORY)
    path = "\(root.path)/\(name)"
  }

  deinit { close(descriptor) }

  // MARK: - Reading

  /// Returns the contents of a regular file. Throws an error if the file is larger than `limit`
  /// bytes.
  package func read(
    _ name: String, limit: Int = FileReader.maxBytes
  ) throws(FileFailure) -> [UInt8] {
    var walk = FolderWalk(name, from: self)
    let descriptor = try walk.open(O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .last }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .noFile }
    return try FileReader.bytes(of: descriptor, limit: limit)
  }

  /// Returns the contents of a file, or `nil` if there is no regular file at the path.
  package func readIfThere(_ name: String) throws(FileFailure) -> [UInt8]? {
    do throws(FileFailure) {
      return try read(name)
    } catch {
      // These errors indicate a missing file, a folder, a device, or a pipe without a writer.
      if error.isMissing || error.isNoFile || [ENXIO, EISDIR].contains(error.code) { return nil }
      throw error
    }
  }

  /// Returns the names of the entries in a folder, sorted and without hidden entries.
  ///
  /// - Parameter maxCount: The maximum number of names. The first names in the order of the file
  ///   system are returned.
  package func names(in name: String = ".", maxCount: Int = .max) throws(FileFailure) -> [String] {
    var walk = FolderWalk(name, from: self)
    let descriptor = try walk.open(O_RDONLY | O_DIRECTORY)
    return try Self.allNames(of: descriptor, maxCount: maxCount).filter { !$0.hasPrefix(".") }
      .sorted()
  }

  /// Returns the names in an open folder, including hidden entries, and closes the folder's
  /// descriptor.
  ///
  /// - Parameter maxCount: The maximum number of names, not counting hidden entries.
  static func allNames(
    of descriptor: Int32, maxCount: Int = .max
  ) throws(FileFailure) -> [String] {
    guard let list = fdopendir(descriptor) else {
      let failure = FileFailure.last
      close(descriptor)
      throw failure
    }
    defer { closedir(list) }
    var names: [String] = []
    var count = 0
    while count < maxCount {
      guard let name = cfo_next(list) else {
        if errno != 0 { throw .last }
        break
      }
      names.append(String(cString: name))
      if name[0] != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return names
  }

  // MARK: - Writing

  /// Creates a draft for a new or existing file. A link at the file's path is an error.
  package func draft(
    of name: String, makingFolders: Bool = false
  ) throws(FileFailure) -> FileDraft {
    var walk = FolderWalk(name, from: self)
    let last = try walk.toParent(makingFolders: makingFolders)
    return try FileDraft(last, in: walk.place)
  }

  /// Creates a file or replaces it atomically.
  ///
  /// - Parameters:
  ///   - makingFolders: Whether to create missing folders.
  ///   - isSynced: Whether to wait for the disk, so that the content survives a power failure.
  package func write(
    _ bytes: [UInt8], to name: String, makingFolders: Bool = false, isSynced: Bool = true
  ) throws(FileFailure) {
    let draft = try draft(of: name, makingFolders: makingFolders)
    try draft.write(bytes)
    try draft.commit(isSynced: isSynced)
  }

  /// Removes a file. If the file is a link, the link is removed and not its target.
  package func remove(_ name: String) throws(FileFailure) {
    var walk = FolderWalk(name, from: self)
    let last = try walk.toParent()
    guard unlinkat(walk.place, last, 0) == 0 else { throw .last }
  }

  // MARK: - Links

  /// Converts an absolute path to a path relative to the folder, or returns `nil` if the path leads
  /// outside the folder.
  func inner(_ target: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    let real = String(cString: text)
    if target == real { return "." }
    let head = real == "/" ? "/" : real + "/"
    guard target.utf8.starts(with: head.utf8) else { return nil }
    return String(decoding: target.utf8.dropFirst(head.utf8.count), as: UTF8.self)
  }
}
