internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The scenario files with their dependencies at one point in time.
struct WatchedFiles {
  /// The scenario files, sorted by path.
  let scenarioFiles: [String]
  /// The dependencies of each scenario file: the file, its snapshots, the files that it requires,
  /// and the paths that were searched without finding a file.
  let uses: [String: Set<String>]
  /// The dependencies that all files share: the configuration and the project's own plugins.
  let common: Set<String>
  /// The folders of all these files.
  let folders: Set<String>
  private let stamps: [String: FileStamp]

  /// - Throws: An error if a given path does not exist.
  init(_ host: TestHost, _ files: FileUses) throws(ScriptError) {
    let request = try host.request()
    scenarioFiles = request.files
    var uses: [String: Set<String>] = [:]
    for file in scenarioFiles { uses[file] = files.files(of: file).union(Self.snapshots(of: file)) }
    self.uses = uses
    let own = host.project.path(of: "plugins")
    common = Set(host.project.ownFiles + [host.project.path ?? ProjectFile.name])
    let all = uses.values.reduce(into: common) { $0.formUnion($1) }
    let below = request.roots.flatMap(FolderSearch.folders) + FolderSearch.folders(from: own)
    folders = Set(below + all.union([own]).map(Self.folder) + request.roots.map(Self.folder))
    stamps = FileStamp.all(of: all)
  }

  /// Returns the stored snapshots of a file's scenarios.
  private static func snapshots(of file: String) -> [String] {
    let folder = ScenarioFile.snapshotFolder(of: file).description
    return FilePath.names(in: folder).map { "\(folder)/\($0)" }.filter(FilePath.isFile)
  }

  /// Returns the nearest existing folder that contains a path.
  private static func folder(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    return FilePath.exists(folder) || folder == path ? folder : Self.folder(of: folder)
  }

  /// All paths that are watched.
  private var places: Set<String> { uses.values.reduce(into: common) { $0.formUnion($1) } }

  /// Whether one of the watched files has changed. New scenario files are not detected.
  var isChanged: Bool { places.contains { stamps[$0] != FileStamp($0) } }

  /// The number of watched files.
  var count: Int { stamps.count }

  /// Returns the changed files, with the kinds of changes.
  ///
  /// - Parameters:
  ///   - files: The current scenario files.
  ///   - own: The current files of the project's own plugins.
  ///   - touched: Paths that were written, even if their stamps are unchanged.
  func changes(
    among files: [String], own: [String], touched: Set<String>
  ) -> [String: Change] {
    var changes: [String: Change] = [:]
    for path in places.union(files).union(own).union(files.flatMap(Self.snapshots)) {
      let (before, now) = (stamps[path], FileStamp(path))
      if before == nil, now != nil {
        changes[path] = .added
      } else if before != nil, now == nil {
        changes[path] = .removed
      } else if before != now || now != nil && touched.contains(path) {
        changes[path] = .changed
      }
    }
    return changes
  }

  /// The kinds of changes.
  enum Change: String {
    case added = "is new"
    case changed = "changed"
    case removed = "is gone"
  }

  /// Returns the scenario files that depend on any of the given paths.
  func users(of paths: Set<String>) -> Set<String> {
    if !common.isDisjoint(with: paths) { return Set(scenarioFiles) }
    return Set(scenarioFiles.filter { !(uses[$0] ?? []).isDisjoint(with: paths) })
  }
}
