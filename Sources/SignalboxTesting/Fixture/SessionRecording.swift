/// A recorded session. The recording can be a file that the prompt's command `.record` has written,
/// or the lines that `app:record()` or ``NavigationFixture/record()`` has recorded.
public struct SessionRecording {
  private enum Source {
    case file(String)
    case lines([String])
  }

  private let source: Source

  /// Returns the recording in a file.
  ///
  /// - Parameter path: The path of the recording, relative to the test's source file or to the root
  ///   of the test's package. If the file does not exist, the fixture's initializer throws an
  ///   error.
  public static func file(_ path: String) -> SessionRecording {
    SessionRecording(source: .file(path))
  }

  /// Returns a recording that consists of the given lines.
  ///
  /// - Parameter lines: The lines of the recording, without line endings.
  public static func lines(_ lines: [String]) -> SessionRecording {
    SessionRecording(source: .lines(lines))
  }

  /// Returns the lines of the recording.
  ///
  /// - Throws: `file` if the file cannot be read.
  func lines(in project: TestProject) throws(FixtureError) -> [String] {
    switch source {
    case .lines(let lines): return lines
    case .file(let path):
      let text = String(decoding: try project.read(try project.path(of: path)), as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

/// A recording in progress.
public final class RunningRecording {
  /// The lines that have been recorded so far.
  public private(set) var lines: [String] = []

  init() {}

  func add(_ line: String) { lines.append(line) }
}
