internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds modules in a few folders and never outside of them.
///
/// `require "a.b"` looks for `a/b.lua` and `a/b/init.lua` in each folder.
final class ModuleFolders: ModuleSource {
  private let folders: [String]
  private let sources: SourceShelf
  /// Gets every place that is looked at; `nil` where nobody asks.
  private let note: ((String) -> Void)?

  /// - Parameters:
  ///   - script: The script whose folder is searched before the current one; `nil` for none.
  ///   - sources: Gets the texts of what is found.
  ///   - note: Gets every place that is looked at, also where there is nothing.
  init(script: String?, sources: SourceShelf, noting note: ((String) -> Void)? = nil) {
    let folder = script.map(Self.folder(of:)) ?? "."
    folders = folder == "." ? ["."] : [folder, "."]
    self.sources = sources
    self.note = note
  }

  func module(named name: String) throws(ScriptError) -> ScriptModule? {
    guard Self.isPlain(name) else {
      throw ScriptError(
        .module, "module \"\(name)\": a name is made of words with dots between them",
        hint: "\"flows.support\" finds flows/support.lua")
    }
    for folder in folders {
      for path in Self.paths(of: name, in: folder) {
        note?(path)
        guard Self.isFile(path) else { continue }
        guard Self.isInside(path, folder) else {
          throw ScriptError(.module, "module \"\(name)\": \(path) leads outside of its folder")
        }
        let source = try ScriptFile.read(path)
        sources[path] = source
        return ScriptModule(path: path, source: source)
      }
    }
    return nil
  }

  func searched(for name: String) -> [String] {
    Self.isPlain(name) ? folders.flatMap { Self.paths(of: name, in: $0) } : []
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }
    }
  }

  private static func paths(of name: String, in folder: String) -> [String] {
    let path = name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "/")
    let head = folder == "." ? "" : folder == "/" ? "/" : folder + "/"
    return ["\(head)\(path).lua", "\(head)\(path)/init.lua"]
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a file is in a folder when all links are followed.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let path = resolved(path), let folder = resolved(folder) else { return false }
    return path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
