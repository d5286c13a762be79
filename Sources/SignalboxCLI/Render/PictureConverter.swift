internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScripting
internal import SystemLibrary

/// Converts pictures to PNG with an installed program.
struct PictureConverter {
  /// A program that can convert pictures.
  private struct Program: Sendable {
    let name: String
    /// A closure that returns the arguments of the program.
    let arguments:
      @Sendable (_ picture: String, _ output: String, _ drawing: ScreenFormat.Drawing) -> [String]
  }

  /// The number of pixels per point.
  private static let scale = 2

  private static let programs = [
    Program(name: "rsvg-convert") { picture, output, _ in
      ["--zoom", "\(scale)", "--output", output, picture]
    },
    Program(name: "inkscape") { picture, output, _ in
      ["--export-type=png", "--export-dpi=\(96 * scale)", "--export-filename=\(output)", picture]
    },
    browser("chromium"), browser("chromium-browser"), browser("google-chrome"),
    browser("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
  ]

  private static func browser(_ name: String) -> Program {
    Program(name: name) { picture, output, drawing in
      [
        "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
        "--force-device-scale-factor=\(scale)", "--window-size=\(drawing.width),\(drawing.height)",
        "--default-background-color=00000000", "--screenshot=\(output)", address(picture),
      ] + (geteuid() == 0 ? ["--no-sandbox"] : [])
    }
  }

  /// Writes a picture as PNG.
  ///
  /// - Parameters:
  ///   - drawing: The picture as SVG.
  ///   - path: The path of the file to write.
  /// - Throws: `noConverter` if no program is installed, and `unwritable` if the program fails.
  static func write(_ drawing: ScreenFormat.Drawing, to path: String) throws(ScriptError) {
    let source = "\(path).\(getpid()).svg"
    try WrittenFile.write(drawing.text, to: source, isSynced: false)
    defer { WrittenFile.remove(source) }
    let (full, output) = (absolute(source), absolute(path))
    for program in programs {
      guard let status = run(program, program.arguments(full, output, drawing)) else { continue }
      guard status == 0, FilePath.isFile(path) else {
        throw ScriptError(
          .runtime, code: "unwritable",
          "cannot write \(path): \(program.name) ended with exit code \(status)")
      }
      return
    }
    throw ScriptError(
      .runtime, code: "noConverter",
      "cannot write \(path): no program that converts SVG to PNG is installed",
      hint: "install rsvg-convert (Debian: librsvg2-bin, macOS: brew install librsvg), Inkscape or "
        + "Chromium, or use --format svg")
  }

  /// Browsers require addresses, and a path that begins with a dash would be parsed as an option.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FilePath.resolved(".") ?? "")/\(path)"
  }

  private static func address(_ path: String) -> String {
    let path = path.replacing("%", with: "%25").replacing("#", with: "%23")
    return "file://\(path.replacing("?", with: "%3F"))"
  }

  /// Runs a program to its end.
  ///
  /// - Returns: The exit code, or `nil` if the program is not installed.
  private static func run(_ program: Program, _ arguments: [String]) -> Int32? {
    var child = ChildProcess(program.name, [program.name] + arguments)
    child.closed = [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)]
    child.standardSignals = [SIGINT, SIGTERM, SIGPIPE]
    let (process, failure) = child.start()
    guard failure == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
      if UserStop.reason != nil { kill(process, SIGTERM) }
    }
    let signal = status & 0x7F
    // If the child process cannot execute the program, its exit code is 127.
    let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return code == 127 ? nil : code
  }
}
