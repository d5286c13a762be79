/// The path of a frame, or of a folder of frames: a name below the folder of its flows.
public struct FramePath: Hashable, Sendable {
  /// The folder of the flows, which nothing of the path may lead out of; `.` is the current one.
  public let folder: String
  /// What it is called there: `frames/checkout/guest-buys--basket.txt`.
  public let name: String

  /// A name below a folder.
  public init(_ name: String, below folder: String) {
    self.name = name
    self.folder = folder
  }

  /// What is in a folder of frames.
  public func appending(_ file: String) -> FramePath {
    FramePath("\(name)/\(file)", below: folder)
  }
}

extension FramePath: CustomStringConvertible {
  /// The whole path.
  public var description: String {
    folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}

extension FlowDescription {
  /// What the paths of all its frames begin with: `flows/frames/checkout/guest-buys--`.
  public var framePrefix: String {
    FrameRecorder.folder(of: file).appending("\(FrameRecorder.slug(title))--").description
  }
}

extension FlowFile {
  /// The folder of the frames of a file's flows: `flows/frames/checkout`.
  public static func frameFolder(of path: String) -> FramePath { FrameRecorder.folder(of: path) }
}
