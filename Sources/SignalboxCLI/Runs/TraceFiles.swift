internal import PortableMutex
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// Stores traces of scenarios as files in a single folder. The folder is created when the first
/// trace is written.
final class TraceFiles: TraceStore, Sendable {
  /// The standard folder, relative to the project's folder.
  static let standardFolder = ".signalbox/out"
  static let ending = ".sbtrace"
  /// The file name extension of the last recording in which a scenario passed.
  static let passedEnding = ".passed.sbtrace"

  private let folder: String
  /// The project folder, which must contain the folder of the traces, or `nil` if the user has
  /// specified that folder.
  private let root: String?
  private struct Names {
    /// The scenario that each file belongs to.
    var owners: [String: String] = [:]
    /// The existing files.
    var files: Set<String>
    /// The files that repetitions wrote in earlier runs, keyed by the file name of the first
    /// repetition.
    var repeated: [String: [String]] = [:]
    /// Whether a failure to write has been reported.
    var isReported = false
  }
  /// The names are locked, because several threads may write traces at the same time.
  private let names: Mutex<Names>

  /// - Parameters:
  ///   - root: The base folder if `folder` is relative, or `nil` for the current folder.
  init(_ folder: String, below root: String? = nil) {
    self.folder = folder
    self.root = root
    let names = try? RootedFolder(root ?? folder).names(in: root == nil ? "." : folder)
    var known = Names(files: Set(names ?? []))
    for name in names ?? [] {
      let words = name.split(separator: ".")
      guard words.count == 3, Int(words[1]) != nil else { continue }
      known.repeated["\(words[0])\(Self.ending)", default: []].append(name)
    }
    self.names = Mutex(known)
  }

  /// Opens the trace storage. Returns `nil` if traces must not be written.
  ///
  /// Bazel lets tests write to `TEST_UNDECLARED_OUTPUTS_DIR` and keeps the contents of that folder
  /// (test encyclopedia).
  static func open(
    _ options: TraceOptions, _ project: Project, isBazel: Bool
  ) -> TraceFiles? {
    guard options.policy != .off else { return nil }
    if let folder = options.folder { return TraceFiles(folder) }
    if isBazel {
      return RunSelection.variable("TEST_UNDECLARED_OUTPUTS_DIR").flatMap {
        $0.isEmpty ? nil : TraceFiles($0)
      }
    }
    return TraceFiles(standardFolder, below: project.folder)
  }

  func write(_ lines: [String], of scenario: ScenarioDescription, repetition: Int) -> String? {
    let name = names.withLock { begin(scenario, repetition, &$0) }
    let path = "\(folder)/\(name)"
    do throws(ScriptError) {
      if names.withLock({ $0.files.contains(name) }) { try? keepPassed(name) }
      // The next run writes the traces again, so they do not have to be synchronized to disk.
      try WrittenFile.write(
        lines.map { $0 + "\n" }.joined(), to: path, below: root, isSynced: false)
      _ = names.withLock { $0.files.insert(name) }
      return root == nil || root == "." ? path : "\(root ?? "")/\(path)"
    } catch {
      let isNew = names.withLock { names in
        defer { names.isReported = true }
        return !names.isReported
      }
      if isNew {
        let errors = OutputFile(OutputFile.error)
        errors.print("signalbox: recordings cannot be written: \(error.message)\n")
      }
      return nil
    }
  }

  /// Copies a file if it records a passing run of the scenario, so that later runs can be compared
  /// with it.
  private func keepPassed(_ name: String) throws(FileFailure) {
    let base = try RootedFolder(root ?? folder)
    let path = pathBelowRoot(of: name)
    guard let old = try base.readIfThere(path) else { return }
    let head = old.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first ?? []
    let value = try? NavigationValue(json: String(decoding: head, as: UTF8.self))
    guard value?.table?["status"]?.text == "passed" else { return }
    try base.write(old, to: Self.passedPath(of: path), makingFolders: true, isSynced: false)
  }

  /// Returns the path of the last recording in which a scenario passed.
  static func passedPath(of path: String) -> String {
    (path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path) + passedEnding
  }

  /// Removes the recording of an earlier run, if any. Benchmark: `runs`.
  func remove(of scenario: ScenarioDescription, repetition: Int) {
    let name = names.withLock { names -> String? in
      guard !names.files.isEmpty else { return nil }
      let name = begin(scenario, repetition, &names)
      return names.files.contains(name) ? name : nil
    }
    guard let name else { return }
    try? keepPassed(name)
    removeFile(name)
    _ = names.withLock { $0.files.remove(name) }
  }

  /// Returns the file name for a repetition of a scenario.
  ///
  /// Repetitions may run at the same time and end in any order. The one that ends first removes the
  /// files that repetitions wrote in earlier runs, and keeps copies of recordings in which the
  /// scenario passed. This happens under the lock, because a file that another repetition has just
  /// written could otherwise be removed.
  private func begin(
    _ scenario: ScenarioDescription, _ repetition: Int, _ names: inout Names
  ) -> String {
    let first = Self.name(of: scenario, &names.owners)
    for file in names.repeated.removeValue(forKey: first) ?? [] {
      try? keepPassed(file)
      removeFile(file)
      names.files.remove(file)
    }
    if repetition == 0 { return first }
    return "\(first.dropLast(Self.ending.count)).\(repetition + 1)\(Self.ending)"
  }

  private func removeFile(_ name: String) {
    try? RootedFolder(root ?? folder).remove(pathBelowRoot(of: name))
  }

  /// Returns the path of a file, relative to the project folder or, without one, to the folder of
  /// the traces.
  private func pathBelowRoot(of name: String) -> String {
    root == nil ? name : "\(folder)/\(name)"
  }

  /// Returns the file name for the first repetition of a scenario, such as
  /// `checkout-13-guest-buys.sbtrace`. The name for the second repetition is
  /// `checkout-13-guest-buys.2.sbtrace`. Duplicate names are numbered.
  private static func name(
    of scenario: ScenarioDescription, _ owners: inout [String: String]
  ) -> String {
    var path = scenario.file
    for ending in [".scenario.lua", ".lua"] where path.hasSuffix(ending) {
      path.removeLast(ending.count)
    }
    let words = [slug(path), String(scenario.line), slug(scenario.title)].filter { !$0.isEmpty }
    let stem = String(words.joined(separator: "-").prefix(longestName))
    var (name, number) = (stem + ending, 1)
    while let owner = owners[name], owner != scenario.id {
      number += 1
      name = "\(stem)-\(number)\(ending)"
    }
    owners[name] = scenario.id
    return name
  }

  /// The maximum number of letters in the main part of a file name. File systems allow 255 bytes,
  /// and a letter takes up to four bytes.
  private static let longestName = 60

  private static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
