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
  }

  private static let ending = ".flow.lua"

  /// Reads the arguments.
  ///
  /// - Throws: `module` for what is not there.
  static func request(_ arguments: [String]) throws(ScriptError) -> Request {
    var places: [FlowSelector.Place] = []
    var files = Set<String>()
    var ids = Set<String>()
    var roots: [String] = []
    for argument in arguments {
      if let range = argument.firstRange(of: "::") {
        let path = clean(String(argument[..<range.lowerBound]))
        ids.insert(path + argument[range.lowerBound...])
        files.formUnion(try Self.files(at: path))
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
      let found = try Self.files(at: path)
      files.formUnion(found)
      roots.append(path)
      places.append(FlowSelector.Place(path: path, line: line))
    }
    return Request(places: places, files: files.sorted(), ids: ids, roots: roots)
  }

  /// The files of Lua in folders that were asked for which are no files of flows.
  ///
  /// - Throws: `module` for a folder that cannot be read.
  static func others(at places: [FlowSelector.Place]) throws(ScriptError) -> [String] {
    var found: Set<String> = []
    for folder in places.map(\.path) where !ModuleFolders.isFile(folder) {
      found.formUnion(
        try find(in: folder) { $0.hasSuffix(".lua") && !$0.hasSuffix(ending) })
    }
    return found.sorted()
  }

  private static func files(at path: String) throws(ScriptError) -> [String] {
    if ModuleFolders.isFile(path) { return [path] }
    guard exists(path) else {
      throw ScriptError(.module, "cannot read \(path): no such file or directory")
    }
    // What is neither is refused where it is read.
    return isAnyFolder(path) ? try find(in: path) : [path]
  }

  /// All files of flows in a folder and those below it; hidden folders and other
  /// projects are left out.
  private static func find(
    in folder: String, where isWanted: (String) -> Bool = { $0.hasSuffix(ending) }
  ) throws(ScriptError) -> [String] {
    var found: [String] = []
    for name in try allNames(in: folder) {
      let path = path(of: name, in: folder)
      switch try kind(of: path) {
      case S_IFREG: if isWanted(name) { found.append(path) }
      case S_IFDIR: if try isSearched(path) { found += try find(in: path, where: isWanted) }
      default: break
      }
    }
    return found
  }

  /// What a path leads to; `nil` for nothing.
  ///
  /// - Throws: where the system cannot say: what may be a file of flows is not left out in silence.
  private static func kind(
    of path: String, follows: Bool = true
  ) throws(ScriptError) -> mode_t? {
    var facts = stat()
    if (follows ? stat(path, &facts) : lstat(path, &facts)) == 0 { return facts.st_mode & S_IFMT }
    let failure = FileFailure.last
    if failure.isMissing || [ELOOP, EACCES].contains(failure.code) { return nil }
    throw ScriptError(.module, "cannot read \(path): \(failure.reason)")
  }

  /// The names in a folder; none of one that only another user may read.
  private static func allNames(in folder: String) throws(ScriptError) -> [String] {
    do throws(FileFailure) {
      return try RootedFolder(folder).names()
    } catch {
      if [EACCES, EPERM].contains(error.code) { return [] }
      throw ScriptError(.module, "cannot read \(folder): \(error.reason)")
    }
  }

  /// A folder and those below it that are searched for flows; none for a file.
  static func folders(from folder: String) -> [String] {
    guard exists(folder), !ModuleFolders.isFile(folder) else { return [] }
    return [folder]
      + names(in: folder).map { path(of: $0, in: folder) }.filter { (try? isSearched($0)) == true }
      .flatMap(folders(from:))
  }

  /// A folder with a configuration of its own is another project, and a link to a folder could lead in a
  /// circle.
  private static func isSearched(_ path: String) throws(ScriptError) -> Bool {
    try kind(of: path, follows: false) == S_IFDIR
      && !ModuleFolders.isFile("\(path)/\(ProjectFile.name)")
  }

  private static func path(of name: String, in folder: String) -> String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// The names in a folder without hidden ones; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    (try? allNames(in: folder)) ?? []
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

  private static func isAnyFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
