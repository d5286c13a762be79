/// Names snapshot files for scenarios and Swift tests.
package enum SnapshotNaming {
  /// The folder for a file's snapshots, relative to the folder that contains the file.
  package struct Folder {
    /// The folder that contains the file.
    package let base: String
    /// The relative path, such as `snapshots/checkout`.
    package let name: String
    /// The complete path.
    package var path: String {
      base == "." ? name : base == "/" ? "/\(name)" : "\(base)/\(name)"
    }
  }

  /// Returns the folder for a file's snapshots, such as `scenarios/snapshots/checkout`.
  package static func folder(of file: String) -> Folder {
    let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
    var stem = file[(slash.map(file.utf8.index(after:)) ?? file.startIndex)...]
    for ending in [".scenario.lua", ".lua"] where stem.hasSuffix(ending) {
      stem.removeLast(ending.count)
    }
    let base = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    return Folder(base: base, name: "snapshots/\(stem)")
  }

  /// Returns a lowercase copy of a string in which each run of characters other than letters and
  /// digits is replaced with a dash. Dashes at the beginning and at the end are omitted.
  package static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

extension RenderSubject {
  /// The text that snapshot files contain, which is the screen followed by the tree.
  package var snapshotText: String {
    ScreenRenderer.render(self) + "\n\n" + TreeRenderer.render(self) + "\n"
  }
}
