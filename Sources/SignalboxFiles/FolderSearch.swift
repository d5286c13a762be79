package import SignalboxScenarios
package import SignalboxScripting
internal import SystemLibrary

/// Finds files in folders and their subfolders. Hidden files and folders are skipped, as are links
/// to folders. Subfolders with their own configuration file are separate projects and are skipped,
/// too.
package struct FolderSearch {
  /// The name of the configuration file that makes a folder a project.
  package static let projectFile = "signalbox.lua"
  /// The file name extension of scenario files.
  package static let ending = ".scenario.lua"

  /// A closure that returns whether a file with the given name is included.
  private let isWanted: (String) -> Bool
  package private(set) var files = Set<String>()
  /// The files and folders that could not be read, with their errors.
  package private(set) var unreadable: [UnloadedFile] = []
  /// The number of folder entries that may still be visited.
  private var room: Int
  private let maxEntriesPerFolder: Int

  /// - Parameters:
  ///   - maxEntries: The maximum number of folder entries to visit. Entries closer to the top are
  ///     visited first.
  ///   - maxEntriesPerFolder: The maximum number of entries to visit in a single folder.
  package init(
    maxEntries: Int = .max, maxEntriesPerFolder: Int = .max,
    for isWanted: @escaping (String) -> Bool
  ) {
    self.isWanted = isWanted
    room = maxEntries
    self.maxEntriesPerFolder = maxEntriesPerFolder
  }

  /// A new search for scenario files.
  package static var scenarios: FolderSearch { FolderSearch { $0.hasSuffix(ending) } }

  /// Adds a file, or the matching files in a folder.
  package mutating func add(_ path: String) throws(ScriptError) {
    let found: mode_t?
    do throws(FileFailure) {
      found = try FilePath.kind(of: path)
    } catch {
      throw ScriptError(.module, "cannot read \(path): \(error.reason)")
    }
    switch found {
    case nil: throw ScriptError(.module, "cannot read \(path): no such file or directory")
    case S_IFDIR: try add(below: path)
    // An item that is neither a file nor a folder is rejected when it is read.
    default: files.insert(path)
    }
  }

  package mutating func add(below folder: String) throws(ScriptError) {
    var folders = [folder]
    var next = 0
    while next < folders.count, room > 0 {
      try addEntries(of: folders[next], &folders)
      next += 1
    }
  }

  /// Adds the matching files in a folder, and appends its subfolders to the folders to search.
  private mutating func addEntries(
    of folder: String, _ folders: inout [String]
  ) throws(ScriptError) {
    let names: [String]
    do throws(FileFailure) {
      names = try RootedFolder(folder).names(maxCount: min(room, maxEntriesPerFolder))
    } catch {
      return try leaveOut(folder, error)
    }
    room -= names.count
    for name in names {
      let path = FilePath.join(name, in: folder)
      let own: mode_t?
      do throws(FileFailure) {
        own = try FilePath.kind(of: path, follows: false)
      } catch {
        // If the folder cannot be read, its files cannot be read either.
        return try leaveOut(folder, error)
      }
      switch own {
      case S_IFREG: if isWanted(name) { files.insert(path) }
      // A link to a folder could create a cycle.
      case S_IFLNK: if isWanted(name) { try addLinked(path) }
      case S_IFDIR: if try !isProject(path) { folders.append(path) }
      default: break
      }
    }
  }

  private mutating func addLinked(_ path: String) throws(ScriptError) {
    do throws(FileFailure) {
      if try FilePath.kind(of: path) == S_IFREG { files.insert(path) }
    } catch {
      try leaveOut(path, error)
    }
  }

  /// Returns whether a folder has its own configuration file or cannot be read.
  private mutating func isProject(_ path: String) throws(ScriptError) -> Bool {
    do throws(FileFailure) {
      return try FilePath.kind(of: "\(path)/\(Self.projectFile)") == S_IFREG
    } catch {
      try leaveOut(path, error)
      return true
    }
  }

  /// Records a path that the current user may not read. The scenarios at such a path do not run,
  /// and the run must report this.
  ///
  /// - Throws: Any other system failure.
  private mutating func leaveOut(_ path: String, _ failure: FileFailure) throws(ScriptError) {
    let error = ScriptError(
      .module, code: "unreadable", "cannot read \(path): \(failure.reason)",
      hint: "grant this user read access, or list the folders with scenarios as test.roots in "
        + Self.projectFile)
    guard failure.code == EACCES || failure.code == EPERM else { throw error }
    unreadable.append(UnloadedFile(path: path, error: error))
  }

  /// Returns a folder and those of its subfolders that a search visits. The array is empty if the
  /// path leads to a file or to no item.
  package static func folders(from folder: String) -> [String] {
    guard FilePath.exists(folder), !FilePath.isFile(folder) else { return [] }
    return [folder]
      + FilePath.names(in: folder).map { FilePath.join($0, in: folder) }.filter {
        (try? isSearched($0)) == true
      }
      .flatMap(folders(from:))
  }

  /// Returns whether a search visits a subfolder.
  private static func isSearched(_ path: String) throws(FileFailure) -> Bool {
    try FilePath.kind(of: path, follows: false) == S_IFDIR
      && !FilePath.isFile("\(path)/\(projectFile)")
  }
}

/// Provides functions for paths and for the items at these paths.
package enum FilePath {
  /// Returns the kind of item at a path, or `nil` if there is none.
  ///
  /// - Throws: An error if the system cannot determine whether there is an item.
  static func kind(of path: String, follows: Bool = true) throws(FileFailure) -> mode_t? {
    var facts = stat()
    if (follows ? stat(path, &facts) : lstat(path, &facts)) == 0 { return facts.st_mode & S_IFMT }
    let failure = FileFailure.last
    if failure.isMissing || failure.code == ELOOP { return nil }
    throw failure
  }

  /// Returns the path with a leading `~` expanded to the home folder, as in a shell.
  package static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  package static func exists(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0
  }

  /// Returns whether a path leads to a Unix socket.
  package static func isSocket(_ path: String) -> Bool { (try? kind(of: path)) == S_IFSOCK }

  /// Returns whether a path leads to a regular file. Other files are excluded because reading a
  /// pipe or device might never end.
  package static func isFile(_ path: String) -> Bool { (try? kind(of: path)) == S_IFREG }

  /// Returns the absolute path with all links and `..` components resolved, or `nil` if there is no
  /// item at the path.
  package static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Returns the names of the entries in a folder, sorted and without hidden entries. The array is
  /// empty if the folder cannot be read.
  ///
  /// - Parameter maxCount: The maximum number of names. The first names in the order of the file
  ///   system are returned.
  package static func names(in folder: String, maxCount: Int = .max) -> [String] {
    (try? RootedFolder(folder).names(maxCount: maxCount)) ?? []
  }

  package static func join(_ name: String, in folder: String) -> String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// Returns the path of the folder that contains the item at a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension FolderModules {
  /// Creates a source of modules that searches the folder of a script and then the current folder.
  ///
  /// - Parameters:
  ///   - script: The script whose folder is searched before the current folder, or `nil` if there
  ///     is none.
  ///   - sources: The cache that stores the sources of the modules that are found.
  ///   - note: A closure that is called with every path that is looked up, even if there is no file
  ///     at the path.
  package convenience init(
    of script: String?, sources: SourceCache, noting note: ((String) -> Void)? = nil
  ) {
    self.init(
      in: [script.map(FilePath.folder(of:)) ?? ".", "."], files: FolderFiles(), sources: sources,
      noting: note)
  }
}
