internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Where scripts find their modules, and what a path leads to.
enum ModuleFolders {
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
      in: [script.map(folder(of:)) ?? ".", "."], files: FolderFiles(), sources: sources,
      noting: note)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
