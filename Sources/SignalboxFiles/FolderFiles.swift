package import SignalboxScenarios
package import SignalboxScripting

/// The files of folders as sessions and runs use them: modules and snapshots, one implementation for all hosts.
///
/// Nothing is read, written or removed outside of the folder that a file belongs to.
package final class FolderFiles: ModuleFiles, SnapshotStore {
  private let place: (String) -> String

  /// - Parameter place: Where a folder is on disk that sessions call by another name; as it is called
  ///   unless given.
  package init(placing place: @escaping (String) -> String = { $0 }) { self.place = place }

  // MARK: - Modules

  package func read(_ name: String, below folder: String) throws(ModuleFileFailure) -> [UInt8]? {
    do throws(FileFailure) {
      return try RootedFolder(place(folder)).readIfThere(name)
    } catch {
      if error.isMissing { return nil }
      throw error.isOutside ? .outside : .unreadable(error.reason)
    }
  }

  // MARK: - Snapshots

  package func read(_ path: SnapshotPath) throws(ScriptError) -> String? {
    do throws(FileFailure) {
      let text = try RootedFolder(place(path.folder)).readIfThere(path.name)
      return text.map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw ScriptError(.module, "cannot read \(path): \(error.reason)")
    }
  }

  package func write(_ text: String, to path: SnapshotPath) throws(ScriptError) {
    do throws(FileFailure) {
      try RootedFolder(place(path.folder)).write(
        Array(text.utf8), to: path.name, makingFolders: true)
    } catch {
      throw ScriptError(.runtime, code: "unwritable", "cannot write \(path): \(error.reason)")
    }
  }

  /// The snapshots on file below some folders, in order; none where a folder cannot be read.
  package func snapshots(in folders: [SnapshotPath]) -> [SnapshotPath] {
    folders.flatMap { folder -> [SnapshotPath] in
      let names = try? RootedFolder(place(folder.folder)).names(in: folder.name)
      return (names ?? []).filter { $0.hasSuffix(".txt") }.map { folder.appending($0) }
    }
  }

  /// Removes snapshots; what cannot be removed stays.
  package func remove(_ paths: [SnapshotPath]) {
    for path in paths { try? RootedFolder(place(path.folder)).remove(path.name) }
  }
}
