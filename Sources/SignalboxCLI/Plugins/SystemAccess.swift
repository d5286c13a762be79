internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// Provides plugins with the system access that their permissions allow. Paths are relative to the
/// project folder.
///
/// Files are opened relative to the descriptor of the granted folder, so that paths cannot lead
/// outside the folder even if links change during the access.
final class SystemAccess: PluginSystem {
  private let root: String

  /// - Parameter root: The project's folder.
  init(_ root: String) { self.root = root }

  func read(_ path: String, below folder: String, maxBytes: Int) throws(ScriptError) -> [UInt8] {
    do throws(FileFailure) {
      return try open(folder).read(Self.name(of: path, in: folder), limit: maxBytes)
    } catch {
      throw Self.failure("fs.read", path, error, folder)
    }
  }

  func list(_ path: String, below folder: String) throws(ScriptError) -> [String] {
    do throws(FileFailure) {
      return try open(folder).names(in: Self.name(of: path, in: folder))
    } catch {
      throw Self.failure("fs.list", path, error, folder)
    }
  }

  func write(_ bytes: [UInt8], to path: String, below folder: String) throws(ScriptError) {
    do throws(FileFailure) {
      try open(folder).write(bytes, to: Self.name(of: path, in: folder))
    } catch {
      throw Self.failure("fs.write", path, error, folder)
    }
  }

  func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  func run(
    _ command: String, _ arguments: [String], timeout: Duration
  ) throws(ScriptError) -> PluginProcess {
    let advice = "set a longer limit with the last argument of run, such as { timeout = \"60s\" }"
    return try ProgramRun(command, arguments, timeoutAdvice: advice).run(timeout: timeout)
  }

  // MARK: - Folders

  /// Opens a granted folder. A relative folder without `..` must be inside the project even after
  /// symbolic links are followed, because the permission does not include folders outside the
  /// project.
  private func open(_ folder: String) throws(FileFailure) -> RootedFolder {
    if folder.isAbsolutePath { return try RootedFolder(folder) }
    guard !folder.pathComponents.contains("..") else {
      return try RootedFolder("\(root)/\(folder)")
    }
    return try RootedFolder(folder, below: RootedFolder(root))
  }

  /// Returns a path relative to a folder. Both paths have the form of paths in permissions.
  private static func name(of path: String, in folder: String) -> String {
    if folder == "." { return path }
    let name = path.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }
    return name.isEmpty ? "." : String(decoding: name, as: UTF8.self)
  }

  private static func failure(
    _ name: String, _ path: String, _ failure: FileFailure, _ folder: String
  ) -> ScriptError {
    let why =
      if failure.isOutside {
        "is outside \(folder)"
      } else if failure.isNoFile {
        "is not a file"
      } else if failure == .link {
        "is a symbolic link, which is not followed"
      } else {
        "(\(failure.reason))"
      }
    return ScriptError(.runtime, code: "fileFailed", "fileFailed: \(name): \(path) \(why)")
  }
}
