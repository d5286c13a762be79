package import SignalboxScenarios
package import SignalboxScripting

/// Provides sessions and runs with modules and snapshots from folders.
///
/// Files outside the folder to which a path belongs are never read, written or removed.
package final class FolderFiles: ModuleFiles, SnapshotStore {
  private let place: (String) -> String

  /// - Parameter place: A closure that converts the path of a folder in sessions to its path on
  ///   disk. By default, the paths are equal.
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

  /// Returns the existing snapshots in folders, sorted by name in each folder. Folders that cannot
  /// be read are skipped.
  package func snapshots(in folders: [SnapshotPath]) -> [SnapshotPath] {
    folders.flatMap { folder -> [SnapshotPath] in
      let names = try? RootedFolder(place(folder.folder)).names(in: folder.name)
      return (names ?? []).filter { $0.hasSuffix(".txt") }.map { folder.appending($0) }
    }
  }

  /// Removes snapshots. Snapshots that cannot be removed are left in place.
  package func remove(_ paths: [SnapshotPath]) {
    for path in paths { try? RootedFolder(place(path.folder)).remove(path.name) }
  }
}
