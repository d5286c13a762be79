internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The system as granted plugins reach it. Paths are those of the project's folder.
///
/// Every path is resolved, links included, before it is used, and opened without following a link
/// at its end: what is read is what was checked.
final class SystemAccess: PluginSystem {
  private let root: String

  /// - Parameter root: The project's folder.
  init(_ root: String) { self.root = root }

  func read(_ path: String, below folder: String) throws(ScriptError) -> [UInt8] {
    let place = try resolve(path, below: folder, "fs.read")
    guard ModuleFolders.isFile(place) else { throw Self.failure("fs.read", path, "is no file") }
    do throws(ScriptError) {
      return try ScriptFile.read(place, follows: false)
    } catch {
      throw ScriptError(.runtime, code: "unreadable", "fs.read: \(error.message)")
    }
  }

  func list(_ path: String, below folder: String) throws(ScriptError) -> [String] {
    let place = try resolve(path, below: folder, "fs.list")
    guard let list = opendir(place) else { throw Self.failure("fs.list", path, Self.reason) }
    closedir(list)
    return FlowFinder.names(in: place)
  }

  func write(_ bytes: [UInt8], to path: String, below folder: String) throws(ScriptError) {
    let slash = path.lastIndex(of: "/")
    let name = String(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...])
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let place = try resolve(parent, below: folder, "fs.write", of: path) + "/" + name
    do throws(FileDraft.Failure) {
      let draft = try FileDraft(place)
      try draft.write(bytes)
      try draft.commit()
    } catch {
      let link = "is a link, which is not followed"
      throw Self.failure("fs.write", path, error.code == ELOOP ? link : Self.reason(error))
    }
  }

  func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  func run(
    _ command: String, _ arguments: [String], timeout: Duration
  ) throws(ScriptError) -> PluginProcess {
    try ProgramRun(command, arguments).run(timeout: timeout)
  }

  /// The real path, which is in the folder when all links are followed.
  private func resolve(
    _ path: String, below folder: String, _ name: String, of whole: String? = nil
  ) throws(ScriptError) -> String {
    guard let base = real(folder) else { throw Self.failure(name, folder, Self.reason) }
    guard let place = real(path) else { throw Self.failure(name, whole ?? path, Self.reason) }
    guard place == base || place.hasPrefix(base == "/" ? "/" : base + "/") else {
      throw Self.failure(name, whole ?? path, "leads outside of \(folder)")
    }
    return place
  }

  private func real(_ path: String) -> String? {
    let whole = path.hasPrefix("/") || root == "." ? path : "\(root)/\(path)"
    guard let text = realpath(whole, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  private static func failure(_ name: String, _ path: String, _ why: String) -> ScriptError {
    ScriptError(.runtime, code: "fileFailed", "fileFailed: \(name): \(path) \(why)")
  }

  private static var reason: String { reason(FileDraft.Failure(errno)) }

  private static func reason(_ failure: FileDraft.Failure) -> String {
    "(\(failure.reason.prefix(1).lowercased())\(failure.reason.dropFirst()))"
  }
}
