import Foundation
import Testing

/// Runs the built program as a user would run it.
struct Tool {
  /// The result of one run.
  struct Result: Equatable, CustomStringConvertible {
    var output: String
    var errors: String
    var code: Int32

    init(_ output: String = "", errors: String = "", code: Int32 = 0) {
      self.output = output
      self.errors = errors
      self.code = code
    }

    var description: String { "[\(code)]\n\(output)---\n\(errors)" }
  }

  /// The working directory of the tool, which contains the files of the test.
  let folder: URL
  /// Whether the permissions in the project's configuration take effect.
  var isTrusted = false

  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("signalbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// Returns a copy of the files in another folder.
  func copy() throws -> Tool {
    var copy = try Tool()
    copy.isTrusted = isTrusted
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: copy.folder.appendingPathComponent(name))
    }
    return copy
  }

  /// Writes a script that can be run as a program.
  ///
  /// A process that another test starts meanwhile inherits the open files of this process, and a
  /// file that is open for writing cannot be run. The shell that writes the script shares none.
  func addProgram(_ path: String, _ text: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$0\" && chmod 755 \"$0\"",
      folder.appending(path: path).path, text,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Runs the tool and waits until it ends.
  ///
  /// - Parameters:
  ///   - input: The contents of standard input.
  ///   - environment: Replaces the whole environment.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs the tool, or a program that executes the tool, and waits until it ends.
  ///
  /// - Parameter other: The current folder of the process, or `nil` for the folder of the files.
  func run(
    _ arguments: [String], in other: URL? = nil, input: String = "",
    environment: [String: String] = [:], program: URL? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = try program ?? Self.path()
    process.arguments = arguments
    process.currentDirectoryURL = other ?? folder
    process.environment = environment.merging(Self.sanitizerOptions) { own, _ in own }
      .merging(isTrusted ? ["SIGNALBOX_TRUST": "1"] : [:]) { own, _ in own }
    let files = try ["input", "output", "errors"].map { name in
      let file = folder.appendingPathComponent(".\(name)-\(UUID().uuidString)")
      try Data(name == "input" ? Array(input.utf8) : []).write(to: file)
      return file
    }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return Result(
      try Self.text(of: files[1]), errors: try Self.text(of: files[2]),
      code: process.terminationStatus)
  }

  /// Runs code that prints indefinitely, performs an action on the process after its first output,
  /// and waits.
  ///
  /// - Returns: The exit code as a shell reports it, and standard error.
  func interrupt(
    _ arguments: String..., body: (Process, FileHandle) throws -> Void
  ) throws -> (code: Int32, errors: String) {
    try interrupt(arguments, body: body)
  }

  /// Runs the tool, performs an action on the process after its first output, and waits.
  func interrupt(
    _ arguments: [String], body: (Process, FileHandle) throws -> Void
  ) throws -> (code: Int32, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe.closedOnExec(), folder.appendingPathComponent(".errors"))
    try Data().write(to: errors)
    process.executableURL = try Self.path()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = Self.sanitizerOptions
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    _ = try output.fileHandleForReading.read(upToCount: 1)
    try body(process, output.fileHandleForReading)
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (
      process.terminationStatus + (isSignal ? 128 : 0),
      try Self.text(of: errors)
    )
  }

  /// The options of sanitizers, which also apply to the tool.
  static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
    $0.key.hasSuffix("SAN_OPTIONS")
  }

  /// NOTE: `Data(contentsOf:)` leaks its buffer if a file is empty, which leak detection reports.
  static func text(of file: URL) throws -> String {
    let data = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the path of the tool, next to the test bundle.
  static func path() throws -> URL {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = try #require(bundle).bundleURL
    #else
      let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    #endif
    let tool = tests.deletingLastPathComponent().appendingPathComponent("signalbox")
    try #require(FileManager.default.isExecutableFile(atPath: tool.path))
    return tool
  }
}

extension Pipe {
  /// Creates a pipe that the programs of other tests do not inherit.
  ///
  /// A process that inherits the pipe would keep it open, so that its reader never reaches the end,
  /// or its writer never detects a closed reader.
  static func closedOnExec() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }
}
