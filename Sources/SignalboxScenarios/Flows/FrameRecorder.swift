internal import Signalbox
internal import SignalboxInspector
public import SignalboxScripting

/// Where frames are kept; the executable knows files.
public protocol FrameStore: AnyObject {
  /// The text of a frame; `nil` where there is none.
  func read(_ path: FramePath) throws(ScriptError) -> String?
  /// Writes a frame, with the folders that it needs.
  func write(_ text: String, to path: FramePath) throws(ScriptError)
}

/// What is done about frames that are not as they were recorded.
public enum FramePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// New ones are written, changed ones fail.
  case missing
  /// New ones and changed ones are written.
  case changed
  /// As `changed`, and those that no flow takes any more are deleted.
  case all
  /// Nothing is written, new ones and changed ones fail.
  case none
}

/// A frame that a flow took.
public struct FlowFrame: Hashable, Codable, Sendable {
  /// What became of it.
  public enum State: String, Hashable, Codable, Sendable {
    case same
    case written
    case failed
  }

  /// The file.
  public var path: String
  /// What became of it.
  public var state: State
}

/// Compares the frames of one flow with those on file.
final class FrameRecorder {
  private let store: (any FrameStore)?
  private let policy: FramePolicy
  private let flow: FlowDescription
  private(set) var frames: [FlowFrame] = []

  init(_ flow: FlowDescription, _ store: (any FrameStore)?, _ policy: FramePolicy) {
    self.flow = flow
    self.store = store
    self.policy = policy
  }

  /// What is shown now, as a frame holds it: the screen and the tree.
  static func text(of engine: NavigationEngine) -> String {
    let picture = PictureSubject(engine)
    return ScreenPicture.draw(picture) + "\n\n" + TreePicture.draw(picture) + "\n"
  }

  /// The folder of the frames of a file: `flows/frames/checkout`.
  static func folder(of file: String) -> FramePath {
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
    var stem = file[(slash.map(file.utf8.index(after:)) ?? file.startIndex)...]
    for ending in [".flow.lua", ".lua"] where stem.hasSuffix(ending) {
      stem.removeLast(ending.count)
    }
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    return FramePath("frames/\(stem)", below: folder)
  }

  /// Letters and digits, dashes for everything between.
  static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// - Returns: What differs; empty where it is the same or was written.
  func take(_ name: String, _ text: String) throws(ScriptError) -> [FlowDifference] {
    let title = Self.slug(flow.title)
    let place = Self.folder(of: flow.file).appending("\(title)--\(Self.slug(name)).txt")
    let path = place.description
    guard !frames.contains(where: { $0.path == path }) else {
      throw .badArgument("snapshot \"\(name)\" is taken twice in this flow; each needs a name")
    }
    guard let store else {
      throw .badArgument("snapshot \"\(name)\": this run has no place to keep frames")
    }
    let known = try store.read(place)
    // Bytes: accents in two spellings are two texts.
    if let known, known.utf8.elementsEqual(text.utf8) {
      frames.append(FlowFrame(path: path, state: .same))
      return []
    }
    let mayWrite = policy == .changed || policy == .all || policy == .missing && known == nil
    if mayWrite { try store.write(text, to: place) }
    frames.append(FlowFrame(path: path, state: mayWrite ? .written : .failed))
    if mayWrite { return [] }
    guard let known else {
      return [FlowDifference(path, expected: "a frame", actual: "none on file")]
    }
    return [FlowDifference.ofLines(path, expected: known, actual: text)]
  }
}
