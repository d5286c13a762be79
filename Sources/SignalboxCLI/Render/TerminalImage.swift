internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScripting
internal import SignalboxWebSocket
internal import SystemLibrary

/// The text that makes a terminal show an image.
struct TerminalImage {
  /// The escape sequences, which end with a line break.
  let text: String

  /// The width of a character cell in points.
  private static let cellWidth = 8
  /// The maximum number of bytes in one escape sequence of Kitty's protocol.
  private static let chunkSize = 4096

  /// - Parameters:
  ///   - drawing: The image in SVG.
  ///   - graphics: A protocol that the terminal supports.
  /// - Throws: `noConverter` if no program that can convert the image is installed, and
  ///   `unwritable` if the program fails.
  init(
    _ drawing: ScreenFormat.Drawing, for graphics: TerminalGraphics
  ) throws(ScriptError) {
    let window = Self.window
    let columns = min(window.columns, (drawing.width + Self.cellWidth - 1) / Self.cellWidth)
    switch graphics {
    case .kitty: text = Self.kitty(try ImageConverter.png(drawing), columns)
    case .iterm2: text = Self.inline(try ImageConverter.png(drawing), columns)
    case .sixel:
      let width = columns * window.cellWidth
      text =
        String(decoding: try ImageConverter.sixel(drawing, width: width), as: UTF8.self) + "\n"
    }
  }

  /// Returns the text that shows an image in the terminal, or `nil` if the image cannot be shown.
  ///
  /// - Parameters:
  ///   - errors: The file to which the error is written if the environment variable is invalid, or
  ///     if no program can draw the image.
  ///   - draw: A closure that returns the image. The closure is called only for a terminal that can
  ///     show images.
  static func text<Failure: Error>(
    reportingTo errors: OutputFile, _ draw: () throws(Failure) -> ScreenFormat.Drawing
  ) throws(Failure) -> String? {
    let graphics: TerminalGraphics
    do throws(ScriptError) {
      guard let detected = try TerminalGraphics.detected() else { return nil }
      graphics = detected
    } catch {
      report(error, to: errors)
      return nil
    }
    let drawing = try draw()
    do throws(ScriptError) {
      return try TerminalImage(drawing, for: graphics).text
    } catch {
      report(error, to: errors)
      return nil
    }
  }

  private static func report(_ error: ScriptError, to errors: OutputFile) {
    let hint = error.hint.map { "; \($0)" } ?? ""
    errors.print("signalbox: \(DisplayText.line(error.message + hint))\n")
  }

  /// The number of columns of the window, and the width of a cell in pixels.
  private static var window: (columns: Int, cellWidth: Int) {
    var size = winsize()
    guard ioctl(OutputFile.output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return (80, cellWidth)
    }
    let columns = Int(size.ws_col)
    return (columns, size.ws_xpixel > 0 ? max(1, Int(size.ws_xpixel) / columns) : cellWidth)
  }

  private static func kitty(_ png: [UInt8], _ columns: Int) -> String {
    let letters = Array(Base64.text(png).utf8)
    let starts = stride(from: 0, to: letters.count, by: chunkSize)
    return starts.map { start in
      let chunk = letters[start..<min(start + chunkSize, letters.count)]
      // Without `q=2`, the terminal would answer.
      let first = start == 0 ? "a=T,f=100,q=2,c=\(columns)," : ""
      let more = start + chunkSize < letters.count ? 1 : 0
      return "\u{1B}_G\(first)m=\(more);\(String(decoding: chunk, as: UTF8.self))\u{1B}\\"
    }.joined() + "\n"
  }

  private static func inline(_ png: [UInt8], _ columns: Int) -> String {
    "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);preserveAspectRatio=1:"
      + "\(Base64.text(png))\u{7}\n"
  }
}
