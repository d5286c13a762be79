package import SignalboxScenarios
package import SignalboxScripting

/// The files of folders as sessions and runs use them: modules and frames, one implementation for all hosts.
///
/// Nothing is read, written or removed outside of the folder that a file belongs to.
package final class FolderFiles: ModuleFiles, FrameStore {
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

  // MARK: - Frames

  package func read(_ path: FramePath) throws(ScriptError) -> String? {
    do throws(FileFailure) {
      let text = try RootedFolder(place(path.folder)).readIfThere(path.name)
      return text.map { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw ScriptError(.module, "cannot read \(path): \(error.reason)")
    }
  }

  package func write(_ text: String, to path: FramePath) throws(ScriptError) {
    do throws(FileFailure) {
      try RootedFolder(place(path.folder)).write(
        Array(text.utf8), to: path.name, makingFolders: true)
    } catch {
      throw ScriptError(.runtime, code: "unwritable", "cannot write \(path): \(error.reason)")
    }
  }

  /// The frames on file below some folders, in order; none where a folder cannot be read.
  package func frames(in folders: [FramePath]) -> [FramePath] {
    folders.flatMap { folder -> [FramePath] in
      let names = try? RootedFolder(place(folder.folder)).names(in: folder.name)
      return (names ?? []).filter { $0.hasSuffix(".txt") }.map { folder.appending($0) }
    }
  }

  /// Removes frames; what cannot be removed stays.
  package func remove(_ paths: [FramePath]) {
    for path in paths { try? RootedFolder(place(path.folder)).remove(path.name) }
  }
}
