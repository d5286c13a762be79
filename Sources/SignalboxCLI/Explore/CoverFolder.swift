internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The scenarios that `signalbox cover` writes to a folder, one per file.
///
/// The last line of each file contains a checksum. A file whose text no longer has this checksum
/// belongs to the user and is neither replaced nor removed.
struct CoverFolder {
  private let folder: String
  private var number = 0
  /// The line with which the files require the explored file.
  private var head: Substring?
  private var written: Set<String> = []
  /// The paths of the files that were kept because they were changed or belong to another explored
  /// file.
  private(set) var kept: [String] = []
  /// The paths of the files of earlier runs that were removed.
  private(set) var removed: [String] = []

  private static let start = "flow-"
  private static let mark = "-- signalbox cover replaces this file as long as its checksum is "

  init(in folder: String) { self.folder = folder }

  /// Writes a scenario to the next file that does not exist or that an earlier run has written.
  ///
  /// - Parameter text: A closure that returns the scenario for the number of the file, counted from
  ///   1.
  mutating func write(_ text: (Int) -> String) throws(ScriptError) {
    while true {
      number += 1
      let name = "\(Self.start)\(number)\(FolderSearch.ending)"
      let text = text(number)
      head = Self.head(of: text)
      let path = FilePath.join(name, in: folder)
      if FilePath.exists(path), !isOwn(path) {
        kept.append(path)
        continue
      }
      try WrittenFile.write(text + "\(Self.mark)\(Self.checksum(of: text)).\n", to: path)
      written.insert(name)
      return
    }
  }

  /// Removes the files of earlier runs that were not written again.
  mutating func removeRest() {
    for name in FilePath.names(in: folder) where Self.isFlow(name) && !written.contains(name) {
      let path = FilePath.join(name, in: folder)
      guard isOwn(path) else { continue }
      WrittenFile.remove(path)
      removed.append(path)
    }
  }

  /// Returns whether a run writes files with the given name. The user can rename a file to keep it.
  private static func isFlow(_ name: String) -> Bool {
    guard name.hasPrefix(start), name.hasSuffix(FolderSearch.ending) else { return false }
    let number = name.dropFirst(start.count).dropLast(FolderSearch.ending.count)
    guard let value = Int(number) else { return false }
    return number == "\(value)"
  }

  /// Returns whether an earlier run wrote the file at a path, for the same explored file, and the
  /// user has not changed the file.
  private func isOwn(_ path: String) -> Bool {
    guard let bytes = try? ScriptFile.read(path) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let mark = text.firstRange(of: Self.mark) else { return false }
    let body = String(text[..<mark.lowerBound])
    return Self.head(of: body) == head
      && text[mark.upperBound...] == "\(Self.checksum(of: body)).\n"
  }

  private static func head(of text: String) -> Substring? {
    text.split(separator: "\n").first { $0.hasPrefix("require ") }
  }

  private static func checksum(of text: String) -> String {
    String(TextHash.value(of: text), radix: 16)
  }
}
