internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScripting

/// Reads trace files.
enum TraceFile {
  /// Returns the path of a file or, for a folder, the paths of the recordings in the folder.
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
        "\(path) contains no recordings, whose names end in \(TraceFiles.ending)")
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
        "\(passed) does not exist: there is no earlier recording in which the scenario of "
          + "\(path) passed; signalbox test --trace on also records scenarios that pass")
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

  /// Returns the path of the redacted copy of a recording.
  static func shared(_ path: String) -> String {
    (path.hasSuffix(TraceFiles.ending) ? String(path.dropLast(TraceFiles.ending.count)) : path)
      + ".redacted" + TraceFiles.ending
  }

  /// Reads a recording.
  static func read(_ path: String) throws(ScriptError) -> SessionTrace {
    try trace(of: try lines(path), path)
  }

  /// Reads recordings, and replaces the values that a redaction names.
  ///
  /// - Parameters:
  ///   - subject: A description of the recordings in messages, such as the path of their folder.
  ///   - redaction: The names of the values to replace.
  /// - Throws: `module` if a file is not a recording, or if nothing in the recordings has one of the
  ///   names, which may be mistyped.
  static func read(
    _ paths: [String], of subject: String, without redaction: RecordingRedaction
  ) throws(ScriptError) -> [SessionTrace] {
    var files: [[String]] = []
    for path in paths { files.append(try lines(path)) }
    var traces: [SessionTrace] = []
    for (path, lines) in zip(paths, files) {
      traces.append(try trace(of: redaction.redacted(lines), path))
    }
    try check(redaction, in: files, of: subject)
    return traces
  }

  /// Returns the lines of a recording without some of its values.
  ///
  /// - Throws: `module` if the file is not a recording, or if nothing in it has one of the names,
  ///   which may be mistyped.
  static func lines(
    _ path: String, without redaction: RecordingRedaction
  ) throws(ScriptError) -> [String] {
    let lines = try lines(path)
    _ = try trace(of: lines, path)
    try check(redaction, in: [lines], of: path)
    return redaction.redacted(lines.filter { !$0.allSatisfy(\.isWhitespace) })
  }

  private static func check(
    _ redaction: RecordingRedaction, in files: [[String]], of subject: String
  ) throws(ScriptError) {
    guard !redaction.isEmpty else { return }
    if let name = redaction.unusedNames(in: files.flatMap { $0 }).first {
      throw ScriptError(
        .module,
        "no argument or text field of \(subject) is named \"\(name)\", so nothing was written")
    }
  }

  private static func lines(_ path: String) throws(ScriptError) -> [String] {
    String(decoding: try ScriptFile.read(path), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func trace(
    of lines: [String], _ path: String
  ) throws(ScriptError) -> SessionTrace {
    do throws(NavigationError) {
      return try SessionTrace(lines)
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
