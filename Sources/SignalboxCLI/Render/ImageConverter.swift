internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScripting
internal import SystemLibrary

/// Converts images to PNG or Sixel with installed programs.
struct ImageConverter {
  /// A program that can convert images.
  private struct Program: Sendable {
    let name: String
    /// A closure that returns the program's arguments.
    let arguments: @Sendable (_ image: String, _ output: String, _ size: Size) -> [String]
  }

  /// The size of the image in points, or the size of the result in pixels.
  private struct Size {
    var width: Int, height: Int
  }

  /// The number of pixels per point.
  private static let scale = 2

  private static let programs = [
    Program(name: "rsvg-convert") { image, output, _ in
      ["--zoom", "\(scale)", "--output", output, image]
    },
    Program(name: "inkscape") { image, output, _ in
      ["--export-type=png", "--export-dpi=\(96 * scale)", "--export-filename=\(output)", image]
    },
    browser("chromium"), browser("chromium-browser"), browser("google-chrome"),
    browser("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
  ]

  private static func browser(_ name: String) -> Program {
    Program(name: name) { image, output, size in
      [
        "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
        "--force-device-scale-factor=\(scale)", "--window-size=\(size.width),\(size.height)",
        "--default-background-color=00000000", "--screenshot=\(output)", address(image),
      ] + (geteuid() == 0 ? ["--no-sandbox"] : [])
    }
  }

  /// Programs that convert PNG to Sixel.
  private static let sixelPrograms = [
    Program(name: "img2sixel") { image, output, size in
      ["-w", "\(size.width)", "-o", output, image]
    },
    imageMagick("magick"), imageMagick("convert"),
  ]

  private static func imageMagick(_ name: String) -> Program {
    Program(name: name) { image, output, size in
      [image, "-resize", "\(size.width)x", "sixel:\(output)"]
    }
  }

  // MARK: - Converting

  /// Writes an image as PNG.
  ///
  /// - Parameters:
  ///   - drawing: The image as SVG.
  ///   - path: The path of the file to write.
  /// - Throws: `noConverter` if no program that converts images is installed, and `unwritable` if
  ///   the program fails.
  static func write(_ drawing: ScreenFormat.Drawing, to path: String) throws(ScriptError) {
    try convert(drawing, to: path, "write \(path)", hint: ", or use --format svg")
  }

  private static func convert(
    _ drawing: ScreenFormat.Drawing, to path: String, _ purpose: String, hint: String
  ) throws(ScriptError) {
    let source = "\(path).\(getpid()).svg"
    try WrittenFile.write(drawing.text, to: source, isSynced: false)
    defer { WrittenFile.remove(source) }
    let size = Size(width: drawing.width, height: drawing.height)
    let isDone = try convert(absolute(source), to: path, with: programs, size, purpose)
    guard !isDone else { return }
    throw ScriptError(
      .runtime, code: "noConverter",
      "cannot \(purpose): no program that converts SVG to PNG is installed",
      hint: "install rsvg-convert (Debian: librsvg2-bin, macOS: brew install librsvg), Inkscape or "
        + "Chromium\(hint)")
  }

  /// Converts a file with the first installed program of a list.
  ///
  /// - Returns: Whether any of the programs is installed.
  private static func convert(
    _ source: String, to path: String, with programs: [Program], _ size: Size, _ purpose: String
  ) throws(ScriptError) -> Bool {
    for program in programs {
      let arguments = program.arguments(source, absolute(path), size)
      guard let status = try run(program, arguments, purpose) else { continue }
      guard status == 0, FilePath.isFile(path) else {
        throw ScriptError(
          .runtime, code: "unwritable",
          "cannot \(purpose): \(program.name) ended with exit code \(status)")
      }
      return true
    }
    return false
  }

  // MARK: - Images for terminals

  private static let show = "show an image"

  /// Returns an image as PNG.
  ///
  /// - Parameter drawing: The image in SVG.
  /// - Throws: The same errors as ``write(_:to:)``.
  static func png(_ drawing: ScreenFormat.Drawing) throws(ScriptError) -> [UInt8] {
    try inFolder { folder throws(ScriptError) in
      let path = "\(folder)/image.png"
      defer { WrittenFile.remove(path) }
      try convert(drawing, to: path, show, hint: "")
      return try ScriptFile.read(path)
    }
  }

  /// Returns an image as Sixel sequences.
  ///
  /// - Parameters:
  ///   - drawing: The image in SVG.
  ///   - width: The width in pixels.
  /// - Throws: The same errors as ``write(_:to:)``.
  static func sixel(
    _ drawing: ScreenFormat.Drawing, width: Int
  ) throws(ScriptError) -> [UInt8] {
    try inFolder { folder throws(ScriptError) in
      let (path, output) = ("\(folder)/image.png", "\(folder)/image.six")
      defer { [path, output].forEach(WrittenFile.remove) }
      try convert(drawing, to: path, show, hint: "")
      let size = Size(width: width, height: 0)
      guard try convert(path, to: output, with: sixelPrograms, size, show) else {
        throw ScriptError(
          .runtime, code: "noConverter",
          "cannot \(show): no program that converts PNG to Sixel is installed",
          hint:
            "install img2sixel (Debian: libsixel-bin, macOS: brew install libsixel) or ImageMagick"
        )
      }
      let bytes = try ScriptFile.read(output)
      guard bytes.starts(with: [0x1B, UInt8(ascii: "P")]) else {
        throw ScriptError(
          .runtime, code: "unwritable",
          "cannot \(show): the installed program did not write Sixel; install img2sixel")
      }
      return bytes
    }
  }

  /// Passes a temporary folder to a closure, and removes the folder afterwards.
  private static func inFolder(
    _ body: (String) throws(ScriptError) -> [UInt8]
  ) throws(ScriptError) -> [UInt8] {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(parent)/signalbox-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else {
      throw ScriptError(
        .runtime, code: "unwritable",
        "cannot create a folder in \(parent): \(String(cString: strerror(errno)))")
    }
    let folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { rmdir(folder) }
    return try body(folder)
  }

  // MARK: - Programs

  /// Returns an absolute path, because browsers need addresses, and a path that begins with a dash
  /// would be read as an option.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FilePath.resolved(".") ?? "")/\(path)"
  }

  private static func address(_ path: String) -> String {
    let path = path.replacing("%", with: "%25").replacing("#", with: "%23")
    return "file://\(path.replacing("?", with: "%3F"))"
  }

  /// Runs a program and waits until it ends.
  ///
  /// - Returns: The exit code, or `nil` if the program is not installed.
  /// - Throws: `unwritable` if the program is installed but cannot be started.
  private static func run(
    _ program: Program, _ arguments: [String], _ purpose: String
  ) throws(ScriptError) -> Int32? {
    var child = ChildProcess(program.name, [program.name] + arguments)
    child.closed = [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)]
    child.standardSignals = [SIGINT, SIGTERM, SIGPIPE]
    let (process, failure) = child.start()
    if [ENOENT, ENOTDIR, EACCES].contains(failure) { return nil }
    guard failure == 0 else {
      throw ScriptError(
        .runtime, code: "unwritable",
        "cannot \(purpose): \(program.name) does not start: \(String(cString: strerror(failure)))")
    }
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
