internal import SignalboxInspector

/// The value of `--format` of `signalbox graph`: a text format, or PNG, to which another program
/// converts the image.
enum GraphChoice: Hashable, Sendable {
  case text(GraphFormat)
  case png

  /// The names of all formats.
  static let names = GraphFormat.allCases.map(\.rawValue) + [pngName]
  private static let pngName = "png"

  init?(named name: String) {
    if name == Self.pngName {
      self = .png
    } else if let format = GraphFormat(rawValue: name) {
      self = .text(format)
    } else {
      return nil
    }
  }

  /// Returns the format for the extension of a file name, or `nil` if there is no such format.
  init?(endingOf path: String) {
    if path.hasSuffix(".\(Self.pngName)") {
      self = .png
    } else if let format = GraphFormat(endingOf: path) {
      self = .text(format)
    } else {
      return nil
    }
  }
}
