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

  /// Returns the path of the shared copy of a recording.
  static func shared(_ path: String) -> String {
    (path.hasSuffix(TraceFiles.ending) ? String(path.dropLast(TraceFiles.ending.count)) : path)
      + ".redacted" + TraceFiles.ending
  }

  /// Reads a recording.
  ///
  /// - Parameter redaction: The values to remove.
  static func read(
    _ path: String, _ redaction: RecordingRedaction = .init([])
  ) throws(ScriptError) -> SessionTrace {
    try trace(of: redaction.redacted(try lines(path)), path)
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
    if let name = redaction.unusedNames(in: lines).first {
      throw ScriptError(
        .module,
        "no argument or text field of \(path) is named \"\(name)\", so nothing was written")
    }
    return redaction.redacted(lines.filter { !$0.allSatisfy(\.isWhitespace) })
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
