public import SignalboxScripting

/// What `require` needs of a host's files.
public protocol ModuleFiles {
  /// Whether there is a regular file at a path.
  func isFile(_ path: String) -> Bool
  /// Whether a file is in a folder when all links are followed.
  func isInside(_ path: String, _ folder: String) -> Bool
  /// The bytes of a file.
  ///
  /// - Throws: `module` where it cannot be read.
  func read(_ path: String) throws(ScriptError) -> [UInt8]
}

/// Finds modules in a few folders and never outside of them, for every host that has files.
///
/// `require "a.b"` looks for `a/b.lua` and `a/b/init.lua` in each folder, in order.
public final class FolderModules: ModuleSource {
  private let folders: [String]
  private let files: any ModuleFiles
  private let sources: SourceShelf
  private let name: (String) -> String
  private let note: ((String) -> Void)?

  /// - Parameters:
  ///   - folders: Where to look; one that is listed twice is searched once.
  ///   - files: The host's files.
  ///   - sources: Gets the texts of what is found.
  ///   - name: How messages and scripts call a path; as it is unless given.
  ///   - note: Gets every path that is looked at, also where there is nothing.
  public init(
    in folders: [String], files: any ModuleFiles, sources: SourceShelf,
    naming name: @escaping (String) -> String = { $0 }, noting note: ((String) -> Void)? = nil
  ) {
    self.folders = folders.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.files = files
    self.sources = sources
    self.name = name
    self.note = note
  }

  /// The module of that name; `nil` where no folder has it.
  ///
  /// - Throws: `module` where the name is none, or the file leads outside of its folder or cannot be
  ///   read.
  public func module(named name: String) throws(ScriptError) -> ScriptModule? {
    guard Self.isPlain(name) else {
      throw ScriptError(
        .module, "module \"\(name)\": a name is made of words with dots between them",
        hint: "\"flows.support\" finds flows/support.lua")
    }
    for folder in folders {
      for path in Self.paths(of: name, in: folder) {
        note?(path)
        guard files.isFile(path) else { continue }
        let shown = self.name(path)
        guard files.isInside(path, folder) else {
          throw ScriptError(.module, "module \"\(name)\": \(shown) leads outside of its folder")
        }
        let source = try files.read(path)
        sources[shown] = source
        return ScriptModule(path: shown, source: source)
      }
    }
    return nil
  }

  /// The places that are searched for a name, in order.
  public func searched(for name: String) -> [String] {
    Self.isPlain(name)
      ? folders.flatMap { Self.paths(of: name, in: $0) }.map(self.name) : []
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }
    }
  }

  private static func paths(of name: String, in folder: String) -> [String] {
    let dot = UInt8(ascii: ".")
    let path = String(decoding: name.utf8.map { $0 == dot ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    let head = folder == "." ? "" : folder == "/" ? "/" : folder + "/"
    return ["\(head)\(path).lua", "\(head)\(path)/init.lua"]
  }
}
