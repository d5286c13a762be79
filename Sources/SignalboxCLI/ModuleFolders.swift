internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The file system, as `require` and other readers use it.
struct ModuleFolders: ModuleFiles {
  /// Searches the folder of a script for modules, then the current folder.
  ///
  /// - Parameters:
  ///   - script: The script whose folder is searched before the current one; `nil` for none.
  ///   - sources: Gets the texts of what is found.
  ///   - note: Gets every place that is looked at, also where there is nothing.
  static func modules(
    of script: String?, sources: SourceShelf, noting note: ((String) -> Void)? = nil
  ) -> FolderModules {
    FolderModules(
      in: [script.map(folder(of:)) ?? ".", "."], files: ModuleFolders(), sources: sources,
      noting: note)
  }

  func isFile(_ path: String) -> Bool { Self.isFile(path) }

  func isInside(_ path: String, _ folder: String) -> Bool { Self.isInside(path, folder) }

  func read(_ path: String) throws(ScriptError) -> [UInt8] { try ScriptFile.read(path) }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a file is in a folder when all links are followed.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let path = resolved(path), let folder = resolved(folder) else { return false }
    return path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
