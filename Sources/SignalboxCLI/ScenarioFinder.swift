internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// Finds scenario files.
struct ScenarioFinder {
  /// The files and scenarios that the command line requests.
  struct Request {
    /// The requested files and folders, with the line if the argument is `PATH:LINE`. Arguments of
    /// the form `PATH::TITLE` are in ``ids``.
    let locations: [ScenarioSelector.Location]
    /// The files, sorted by path.
    let files: [String]
    /// The identifiers from arguments of the form `PATH::TITLE`.
    let ids: Set<String>
    /// The files and folders that were passed as arguments.
    let roots: [String]
    /// The folders and files that cannot be read. The scenarios in these folders and files are not
    /// run.
    let unreadable: [UnloadedFile]
  }

  private static let ending = FolderSearch.ending

  /// Parses the arguments of the command, and finds the files.
  ///
  /// - Parameter search: The search that finds the files in folders.
  /// - Throws: `module` if a path does not exist.
  static func request(
    _ arguments: [String], searching search: FolderSearch = .scenarios
  ) throws(ScriptError) -> Request {
    var locations: [ScenarioSelector.Location] = []
    var search = search
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
      if let colon = argument.lastIndex(of: ":"), !FilePath.exists(argument),
        let number = Int(argument[argument.index(after: colon)...])
      {
        (path, line) = (String(argument[..<colon]), number)
      }
      path = clean(path)
      try search.add(path)
      roots.append(path)
      locations.append(ScenarioSelector.Location(path: path, line: line))
    }
    return Request(
      locations: locations, files: search.files.sorted(), ids: ids, roots: roots,
      unreadable: search.unreadable.sorted { $0.path < $1.path })
  }

  /// Returns the Lua files in the given folders, except scenario files and configuration files.
  ///
  /// - Throws: `module` if a folder cannot be read.
  static func others(at locations: [ScenarioSelector.Location]) throws(ScriptError) -> [String] {
    var search = FolderSearch {
      $0.hasSuffix(".lua") && !$0.hasSuffix(ending) && $0 != FolderSearch.projectFile
    }
    for folder in locations.map(\.path) where !FilePath.isFile(folder) {
      try search.add(below: folder)
    }
    return search.files.sorted()
  }

  /// Returns a path without a leading `./` and without trailing slashes.
  static func clean(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./"), path.count > 2 { path = path.dropFirst(2) }
    while path.hasSuffix("/"), path.count > 1 { path = path.dropLast() }
    return path == "./" || path.isEmpty ? "." : String(path)
  }
}
