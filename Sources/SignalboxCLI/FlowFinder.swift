internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds files of flows.
struct FlowFinder {
  /// What was asked for on the command line.
  struct Request {
    /// A file or folder; `PATH:LINE` and `PATH::TITLE` ask for flows of a file.
    let places: [FlowSelector.Place]
    /// The files in the order of their names.
    let files: [String]
    /// Flows by their whole names.
    let ids: Set<String>
    /// The files and folders that were named.
    let roots: [String]
    /// The folders and files that cannot be read: what is in them is not run.
    let unreadable: [UnloadedFile]
  }

  private static let ending = ".flow.lua"

  /// Reads the arguments.
  ///
  /// - Throws: `module` for what is not there.
  static func request(_ arguments: [String]) throws(ScriptError) -> Request {
    var places: [FlowSelector.Place] = []
    var search = Search { $0.hasSuffix(ending) }
    var ids = Set<String>()
    var roots: [String] = []
    for argument in arguments {
      if let range = argument.firstRange(of: "::") {
        let path = clean(String(argument[..<range.lowerBound]))
        ids.insert(path + argument[range.lowerBound...])
        try search.add(path)
        roots.append(path)
        continue
      }
      var (path, line) = (argument, Int?.none)
      if let colon = argument.lastIndex(of: ":"), !exists(argument),
        let number = Int(argument[argument.index(after: colon)...])
      {
        (path, line) = (String(argument[..<colon]), number)
      }
      path = clean(path)
      try search.add(path)
      roots.append(path)
      places.append(FlowSelector.Place(path: path, line: line))
    }
    return Request(
      places: places, files: search.files.sorted(), ids: ids, roots: roots,
      unreadable: search.unreadable.sorted { $0.path < $1.path })
  }

  /// The files of Lua in folders that were asked for which are no files of flows.
  ///
  /// - Throws: `module` for a folder that cannot be read.
  static func others(at places: [FlowSelector.Place]) throws(ScriptError) -> [String] {
    var search = Search { $0.hasSuffix(".lua") && !$0.hasSuffix(ending) }
    for folder in places.map(\.path) where !ModuleFolders.isFile(folder) {
      try search.add(below: folder)
    }
    return search.files.sorted()
  }

  /// The files that are wanted in folders and those below them; hidden folders and other projects are
  /// left out.
  private struct Search {
    /// Whether the file of a name is wanted.
    let isWanted: (String) -> Bool
    private(set) var files = Set<String>()
    private(set) var unreadable: [UnloadedFile] = []

    init(for isWanted: @escaping (String) -> Bool) { self.isWanted = isWanted }

    /// Adds a file, or what is in a folder.
    mutating func add(_ path: String) throws(ScriptError) {
      let found: mode_t?
      do throws(FileFailure) {
        found = try kind(of: path)
      } catch {
        throw ScriptError(.module, "cannot read \(path): \(error.reason)")
      }
      switch found {
      case nil: throw ScriptError(.module, "cannot read \(path): no such file or directory")
      case S_IFDIR: try add(below: path)
      // What is neither is refused where it is read.
      default: files.insert(path)
      }
    }

    mutating func add(below folder: String) throws(ScriptError) {
      let names: [String]
      do throws(FileFailure) {
        names = try RootedFolder(folder).names()
      } catch {
        return try leaveOut(folder, error)
      }
      for name in names {
        let path = FlowFinder.path(of: name, in: folder)
        let own: mode_t?
        do throws(FileFailure) {
          own = try kind(of: path, follows: false)
        } catch {
          // So it is with all of its files.
          return try leaveOut(folder, error)
        }
        switch own {
        case S_IFREG: if isWanted(name) { files.insert(path) }
        // A link to a folder could lead in a circle.
        case S_IFLNK: if isWanted(name) { try addLinked(path) }
        case S_IFDIR: try addFolder(path)
        default: break
        }
      }
    }

    private mutating func addLinked(_ path: String) throws(ScriptError) {
      do throws(FileFailure) {
        if try kind(of: path) == S_IFREG { files.insert(path) }
      } catch {
        try leaveOut(path, error)
      }
    }

    /// Adds what is in a folder, unless it has a configuration of its own, which makes it another project.
    private mutating func addFolder(_ path: String) throws(ScriptError) {
      do throws(FileFailure) {
        if try kind(of: "\(path)/\(ProjectFile.name)") == S_IFREG { return }
      } catch {
        return try leaveOut(path, error)
      }
      try add(below: path)
    }

    /// Takes note of what only another user may read. Its flows do not run, which the run must not hide.
    ///
    /// - Throws: where the system fails in another way.
    private mutating func leaveOut(_ path: String, _ failure: FileFailure) throws(ScriptError) {
      let error = ScriptError(
        .module, code: "unreadable", "cannot read \(path): \(failure.reason)",
        hint: "let this user read it, or list the folders with flows as roots below [test] in "
          + ProjectFile.name)
      guard failure.code == EACCES || failure.code == EPERM else { throw error }
      unreadable.append(UnloadedFile(path: path, error: error))
    }
  }

  /// What a path leads to; `nil` for nothing.
  ///
  /// - Throws: where the system does not say.
  private static func kind(of path: String, follows: Bool = true) throws(FileFailure) -> mode_t? {
    var facts = stat()
    if (follows ? stat(path, &facts) : lstat(path, &facts)) == 0 { return facts.st_mode & S_IFMT }
    let failure = FileFailure.last
    if failure.isMissing || failure.code == ELOOP { return nil }
    throw failure
  }

  /// A folder and those below it that are searched for flows; none for a file.
  static func folders(from folder: String) -> [String] {
    guard exists(folder), !ModuleFolders.isFile(folder) else { return [] }
    return [folder]
      + names(in: folder).map { path(of: $0, in: folder) }.filter { (try? isSearched($0)) == true }
      .flatMap(folders(from:))
  }

  /// Whether a path is a folder that ``Search`` goes through.
  private static func isSearched(_ path: String) throws(FileFailure) -> Bool {
    try kind(of: path, follows: false) == S_IFDIR
      && !ModuleFolders.isFile("\(path)/\(ProjectFile.name)")
  }

  private static func path(of name: String, in folder: String) -> String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// The names in a folder without hidden ones; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    (try? RootedFolder(folder).names()) ?? []
  }

  /// A path without `./` in front and slashes behind.
  static func clean(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./"), path.count > 2 { path = path.dropFirst(2) }
    while path.hasSuffix("/"), path.count > 1 { path = path.dropLast() }
    return path == "./" || path.isEmpty ? "." : String(path)
  }

  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0
  }
}
