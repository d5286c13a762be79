internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The files that scenarios are made of, as they are at one moment.
struct WatchedFiles {
  /// Distinguishes versions of a file: its inode, its size, and its modification time.
  private struct Stamp: Equatable {
    private let number: UInt64
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` where there is no such file.
    init?(_ path: String) {
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
      number = UInt64(facts.st_ino)
      size = Int(facts.st_size)
      #if canImport(Glibc)
        let time = facts.st_mtim
      #else
        let time = facts.st_mtimespec
      #endif
      (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
    }
  }

  /// The files of scenarios, in order.
  let scenarioFiles: [String]
  /// What each of them uses, its snapshots, and itself; places where there is nothing are among them.
  let uses: [String: Set<String>]
  /// What everything uses: the configuration and the project's own plugins.
  let common: Set<String>
  /// The folders in which anything can change that matters.
  let folders: Set<String>
  private let stamps: [String: Stamp]

  /// - Throws: where a place that was asked for is not there.
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
    stamps = Dictionary(uniqueKeysWithValues: all.map { ($0, Stamp($0)) }).compactMapValues(\.self)
  }

  /// The snapshots on file of a file's scenarios.
  private static func snapshots(of file: String) -> [String] {
    let folder = ScenarioFile.snapshotFolder(of: file).description
    return FilePath.names(in: folder).map { "\(folder)/\($0)" }.filter(FilePath.isFile)
  }

  /// The folder of a path, or the nearest one above it that is there.
  private static func folder(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    return FilePath.exists(folder) || folder == path ? folder : Self.folder(of: folder)
  }

  /// Every place that matters.
  private var places: Set<String> { uses.values.reduce(into: common) { $0.formUnion($1) } }

  /// How many files are watched.
  var count: Int { stamps.count }

  /// What is not any more as it was, with what happened to it.
  ///
  /// - Parameters:
  ///   - files: The files of scenarios that there are now.
  ///   - touched: Paths that somebody wrote to, even where nothing shows it.
  func changes(among files: [String], touched: Set<String>) -> [String: Change] {
    var changes: [String: Change] = [:]
    for path in places.union(files).union(files.flatMap(Self.snapshots)) {
      let (before, now) = (stamps[path], Stamp(path))
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

  /// What happened to a file.
  enum Change: String {
    case added = "is new"
    case changed = "changed"
    case removed = "is gone"
  }

  /// The files of scenarios that use any of these.
  func users(of paths: Set<String>) -> Set<String> {
    if !common.isDisjoint(with: paths) { return Set(scenarioFiles) }
    return Set(scenarioFiles.filter { !(uses[$0] ?? []).isDisjoint(with: paths) })
  }
}
