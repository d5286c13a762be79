public import SignalboxScripting

/// Provides `require` with access to a host's files.
public protocol ModuleFiles {
  /// Returns the contents of a file in a folder, or `nil` if the file does not exist.
  ///
  /// - Parameters:
  ///   - name: The path relative to the folder.
  ///   - folder: One of the folders in which modules are searched for.
  /// - Throws: The reason why an existing file cannot be used as a module.
  func read(_ name: String, below folder: String) throws(ModuleFileFailure) -> [UInt8]?
}

/// The reason why an existing file cannot be used as a module.
public enum ModuleFileFailure: Error, Hashable, Sendable {
  /// The path leads outside its folder after symbolic links have been followed.
  case outside
  /// The file cannot be read. The reason begins with a lowercase letter.
  case unreadable(String)
}

/// Finds modules in the given folders, for any host that provides files.
///
/// `require "a.b"` looks for `a/b.lua`, `a/b/init.lua` and `a.b.lua` in each folder, in the order
/// of the folders.
public final class FolderModules: ModuleSource {
  private let folders: [String]
  private let files: any ModuleFiles
  private let sources: SourceCache
  private let name: (String) -> String
  private let note: ((String) -> Void)?

  /// - Parameters:
  ///   - folders: The folders to search. Duplicates are ignored.
  ///   - files: An object that provides access to the host's files.
  ///   - sources: The cache that stores the contents of the files.
  ///   - name: A closure that returns the name by which messages and scripts refer to a path. By
  ///     default, the closure returns the path itself.
  ///   - note: A closure that is called with every path that is tried, whether or not a file exists
  ///     there.
  public init(
    in folders: [String], files: any ModuleFiles, sources: SourceCache,
    naming name: @escaping (String) -> String = { $0 }, noting note: ((String) -> Void)? = nil
  ) {
    self.folders = folders.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.files = files
    self.sources = sources
    self.name = name
    self.note = note
  }

  /// Returns the module with the given name, or `nil` if no folder contains the module.
  ///
  /// - Throws: `module` if the name is invalid, the path leads outside its folder or the file
  ///   cannot be read.
  public func module(named name: String) throws(ScriptError) -> ScriptModule? {
    guard Self.isPlain(name) else {
      throw ScriptError(
        .module, "module \"\(name)\": a module name consists of words separated by dots",
        hint: "for example, \"scenarios.support\" loads scenarios/support.lua")
    }
    for folder in folders {
      for file in Self.files(of: name) {
        let path = Self.path(of: file, in: folder)
        note?(path)
        let shown = self.name(path)
        do throws(ModuleFileFailure) {
          guard let source = try files.read(file, below: folder) else { continue }
          sources[shown] = source
          return ScriptModule(path: shown, source: source)
        } catch {
          switch error {
          case .outside:
            throw ScriptError(
              .module,
              "module \"\(name)\": \(shown) leads outside the module folder through a symbolic link"
            )
          case .unreadable(let reason):
            throw ScriptError(.module, "module \"\(name)\": cannot read \(shown): \(reason)")
          }
        }
      }
    }
    return nil
  }

  /// Returns the paths at which a module with the given name is looked for, in the order of the
  /// search. The array is empty if the name is invalid.
  public func searched(for name: String) -> [String] {
    Self.isPlain(name)
      ? folders.flatMap { folder in
        Self.files(of: name).map { self.name(Self.path(of: $0, in: folder)) }
      } : []
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }
    }
  }

  private static func files(of name: String) -> [String] {
    let dot = UInt8(ascii: ".")
    let path = String(decoding: name.utf8.map { $0 == dot ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    return ["\(path).lua", "\(path)/init.lua"] + (path == name ? [] : ["\(name).lua"])
  }

  private static func path(of file: String, in folder: String) -> String {
    folder == "." ? file : folder == "/" ? "/\(file)" : "\(folder)/\(file)"
  }
}
