internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// Files that commands write.
enum WrittenFile {
  /// Replaces a file atomically, and creates missing folders.
  ///
  /// - Parameters:
  ///   - folder: The folder that must contain the file, or `nil` if the user specified the path.
  ///   - isSynced: Whether to wait for the disk, so that the file survives a power failure.
  /// - Throws: `unwritable` if the file cannot be written. In this case, the file is unchanged.
  static func write(
    _ text: String, to path: String, below folder: String? = nil, isSynced: Bool = true
  ) throws(ScriptError) {
    do throws(FileFailure) {
      if let folder {
        makeFolders(of: folder + "/")
        try RootedFolder(folder).write(
          Array(text.utf8), to: path, makingFolders: true, isSynced: isSynced)
      } else {
        makeFolders(of: path)
        let draft = try FileDraft(path)
        try draft.write(Array(text.utf8))
        try draft.commit(isSynced: isSynced)
      }
    } catch {
      let shown = folder.map { $0 == "." ? path : "\($0)/\(path)" } ?? path
      throw ScriptError(.runtime, code: "unwritable", "cannot write \(shown): \(error.reason)")
    }
  }

  static func remove(_ path: String) { unlink(path) }

  /// Creates the missing folders of a path. Failures are ignored, because writing the file then
  /// fails as well.
  static func makeFolders(of path: String) {
    for end in path.indices where path[end] == "/" && end != path.startIndex {
      mkdir(String(path[..<end]), 0o777)
    }
  }
}
