public import Signalbox
public import SignalboxScripting

/// A recorded session: a file of `.record` at the prompt, the lines of `app:record()`, or those of
/// ``NavigationFixture/record()``.
public struct SessionRecording {
  enum Source {
    case file(String)
    case lines([String])
  }

  let source: Source

  /// Returns the recording in a file, relative to the test's source file or to the root of its
  /// package.
  ///
  /// - Parameter path: The recording; a file that does not exist is an error of the fixture's
  ///   initializer.
  public static func file(_ path: String) -> SessionRecording {
    SessionRecording(source: .file(path))
  }

  /// Returns a recording with lines.
  ///
  /// - Parameter lines: The recording, one element for each line, without line endings.
  public static func lines(_ lines: [String]) -> SessionRecording {
    SessionRecording(source: .lines(lines))
  }
}

/// A recording in progress.
public final class RunningRecording {
  /// The lines so far.
  public private(set) var lines: [String] = []

  init() {}

  func add(_ line: String) { lines.append(line) }
}

extension NavigationFixture {
  /// Opens a session and repeats a recording; the test continues from there.
  ///
  /// A step with a different result is a failure of the test, and the session remains at that step.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - scripts: Files to load first, relative to the test's source file or to the root of its
  ///     package.
  ///   - configuration: Limits, plugins and modules.
  ///   - define: Defines what the scripts and the recording require.
  /// - Throws: An error if the text is not a recording, or a script fails to load.
  public convenience init(
    recording: SessionRecording, scripts: [String] = [],
    configuration: ScriptConfiguration = ScriptConfiguration(),
    function: StaticString = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, define: (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    try self.init(
      scripts: scripts, configuration: configuration, function: function, fileID: fileID,
      filePath: filePath, line: line, column: column, define: define)
    let place = TestLocation(fileID, filePath, line, column)
    let report = try SessionReplay(lines(of: recording)).run(on: engine)
    afterwards(at: place)
    if let divergence = report.divergence {
      fail("the result of the replay differs from the recording\n\n\(divergence)", at: place)
    }
    firstNewEvent = engine.eventCount + 1
  }

  private func lines(of recording: SessionRecording) throws(ScriptError) -> [String] {
    switch recording.source {
    case .lines(let lines): return lines
    case .file(let path):
      let text = String(decoding: try project.read(try project.path(of: path)), as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Records all calls from now on.
  ///
  /// - Throws: `notSerializable` if the current state cannot be saved.
  public func record() throws(NavigationError) -> RunningRecording {
    let recording = RunningRecording()
    try engine.record { recording.add($0) }
    return recording
  }
}
