internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScripting

/// Reads trace files.
enum TraceFile {
  /// Returns the file at a path or, if the path is a folder, the traces in it.
  static func paths(_ path: String) throws(ScriptError) -> [String] {
    if FilePath.isFile(path) { return [path] }
    let names = FilePath.names(in: path)
    if names.isEmpty { return [path] }
    let traces = names.filter {
      $0.hasSuffix(TraceFiles.ending) && !$0.hasSuffix(TraceFiles.passedEnding)
    }
    guard !traces.isEmpty else {
      throw ScriptError(
        .module,
        "\(path) contains no recordings, which are files that end in \(TraceFiles.ending)")
    }
    return traces.map { "\(path)/\($0)" }
  }

  /// Returns the path of the last recording in which the scenario of a recording passed.
  ///
  /// - Throws: `module` if there is none.
  static func passed(_ path: String) throws(ScriptError) -> String {
    let passed = TraceFiles.passedPath(of: path)
    guard FilePath.isFile(passed) else {
      throw ScriptError(
        .module,
        "\(passed) does not exist: no recording of \(path) has passed; signalbox test --trace on records "
          + "scenarios that pass")
    }
    return passed
  }

  /// Returns the path of the page for a recording, or for the recordings in a folder.
  static func page(for path: String) -> String {
    guard FilePath.isFile(path) else {
      return path.hasSuffix("/") ? "\(path)index.html" : "\(path)/index.html"
    }
    let stem =
      path.hasSuffix(TraceFiles.ending) ? path.dropLast(TraceFiles.ending.count) : path[...]
    return "\(stem).html"
  }

  static func read(_ path: String) throws(ScriptError) -> SessionTrace {
    let text = String(decoding: try ScriptFile.read(path), as: UTF8.self)
    do throws(NavigationError) {
      return try SessionTrace(
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    } catch {
      let reason =
        error.message.hasPrefix("replay: ") ? error.message.dropFirst(8) : error.message[...]
      throw ScriptError(
        .module,
        "\(path) is not a recording: \(reason); signalbox test --trace on and .record write "
          + "recordings")
    }
  }
}
