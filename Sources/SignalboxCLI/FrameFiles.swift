internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Frames of flows as files.
final class FrameFiles: FrameStore {
  func read(_ path: String) throws(ScriptError) -> String? {
    guard ModuleFolders.isFile(path) else { return nil }
    return String(decoding: try ScriptFile.read(path), as: UTF8.self)
  }

  func write(_ text: String, to path: String) throws(ScriptError) {
    try write(text, to: path, isSynced: true)
  }

  /// Replaces a file in one step, and makes its folders.
  ///
  /// - Parameter isSynced: Whether it outlives a loss of power; costs a wait for the disk.
  /// - Throws: `unwritable`; the file is as it was then.
  func write(_ text: String, to path: String, isSynced: Bool) throws(ScriptError) {
    for end in path.indices where path[end] == "/" && end != path.startIndex {
      mkdir(String(path[..<end]), 0o777)
    }
    do throws(FileDraft.Failure) {
      let draft = try FileDraft(path)
      try draft.write(Array(text.utf8))
      try draft.commit(isSynced: isSynced)
    } catch {
      throw ScriptError(.runtime, code: "unwritable", "cannot write \(path): \(error.reason)")
    }
  }

  /// The frames on file of some folders, in order.
  static func all(in folders: [String]) -> [String] {
    // The folders of files that lie beside each other do so as well, and mostly there are none.
    var isThere: [Substring: Bool] = [:]
    return folders.filter { folder in
      let parent = folder[..<(folder.utf8.lastIndex(of: UInt8(ascii: "/")) ?? folder.startIndex)]
      if let known = isThere[parent] { return known }
      isThere[parent] = FlowFinder.exists(String(parent))
      return isThere[parent] ?? false
    }.flatMap { folder in
      FlowFinder.names(in: folder).filter { $0.hasSuffix(".txt") }.map { "\(folder)/\($0)" }
    }
  }

  static func remove(_ paths: [String]) {
    for path in paths { unlink(path) }
  }
}
