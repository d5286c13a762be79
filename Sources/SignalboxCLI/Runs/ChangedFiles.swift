internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// The files that git reports as changed since a commit, and untracked files.
struct ChangedFiles {
  private var paths: Set<String> = []
  private let current: String
  /// The time limit for git. Git is not expected to reach this limit.
  private static let timeout = Duration.seconds(60)

  /// - Parameter reference: A commit, branch or tag.
  /// - Throws: An error if git, the repository or the commit is not found.
  init(since reference: String) throws(ScriptError) {
    current = FilePath.resolved(".") ?? "."
    let top = try Self.git(["rev-parse", "--show-toplevel"])
    guard let root = top?.split(separator: "\n").first else {
      throw Self.rejection(
        "\(current) is not in a git repository, so the changes are unknown; run the command in a "
          + "repository, or omit --only-changed")
    }
    let commit = "\(reference)^{commit}"
    let isThere = try Self.git(["rev-parse", "--verify", "--quiet", "--end-of-options", commit])
    guard isThere != nil || reference == "HEAD" else {
      throw Self.rejection(
        "git does not know \"\(reference)\"; expected a commit, branch or tag, such as "
          + "--only-changed=main")
    }
    // Before the first commit, all files are new.
    let tracked =
      isThere == nil
      ? ["ls-files", "-z"] : ["diff", "--name-only", "-z", "--no-renames", reference, "--"]
    let unknown = ["ls-files", "--others", "--exclude-standard", "-z"]
    for arguments in [tracked, unknown] {
      let list = try Self.git(["-C", String(root)] + arguments) ?? ""
      paths.formUnion(list.split(separator: "\0").map { "\(root)/\($0)" })
    }
  }

  /// Returns whether a file has changed or been deleted.
  func contains(_ path: String) -> Bool {
    if let real = FilePath.resolved(path), paths.contains(real) { return true }
    return paths.contains(plain(path))
  }

  /// Returns whether a file whose path begins with a prefix has changed or been deleted.
  func hasChange(below prefix: String) -> Bool {
    let prefix = plain(prefix)
    return paths.contains { $0.hasPrefix(prefix) }
  }

  /// Returns an absolute path with its `.` and `..` components resolved.
  private func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : "\(current)/\(path)").split(separator: "/") {
      if part == ".." {
        _ = parts.popLast()
      } else if part != "." {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func rejection(_ text: String) -> ScriptError {
    ScriptError(.runtime, code: rejectionCode, "--only-changed: \(text)")
  }

  /// The error code of a run whose `--only-changed` is rejected.
  static let rejectionCode = "onlyChanged"

  /// - Returns: The output of git, or `nil` on failure.
  private static func git(_ arguments: [String]) throws(ScriptError) -> String? {
    let process: PluginProcess
    do throws(ScriptError) {
      process = try ProgramRun("git", arguments).run(timeout: timeout)
    } catch {
      throw rejection("git cannot be run: \(error.message)")
    }
    return process.code == 0 ? String(decoding: process.output, as: UTF8.self) : nil
  }
}
