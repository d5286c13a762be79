internal import Foundation
internal import Signalbox
public import SignalboxScripting

/// Finds the modules that scripts `require` in the given folders.
public final class ScriptFolder: ModuleSource {
  private let folders: [String]

  /// The folders, in the order in which they are searched.
  public init(_ folders: [String]) { self.folders = folders }

  /// Returns the source of `a/b.lua` for `a.b`, from the first folder that contains the file.
  public func module(named name: String) throws(ScriptError) -> ScriptModule? {
    for path in searched(for: name) {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      return ScriptModule(path: path, source: [UInt8](data))
    }
    return nil
  }

  /// Returns the files that were looked up.
  public func searched(for name: String) -> [String] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.contains("/") }) else { return [] }
    return folders.map { "\($0)/\(parts.joined(separator: "/")).lua" }
  }
}

extension ScriptSession {
  /// Opens a session, registers ``GiftWrap`` with it, and loads a script.
  ///
  /// - Parameters:
  ///   - script: The path of a script that declares an application.
  ///   - folders: The folders in which modules are searched for.
  /// - Throws: The script's error, if the script fails to load.
  public static func opened(
    _ script: String, modules folders: [String]
  ) throws(ScriptError) -> ScriptSession {
    guard let data = FileManager.default.contents(atPath: script) else {
      throw ScriptError(.module, "\(script) cannot be read", hint: "give the path of a script")
    }
    let session = try ScriptSession(
      ScriptConfiguration(
        modules: ScriptFolder(folders),
        plugins: PluginConfiguration(libraries: [BundledPlugins()])))
    do {
      try GiftWrap.register(in: session.engine)
    } catch {
      let code = (error as? NavigationError)?.code
      throw ScriptError(.rejected, code: code?.name, String(describing: error))
    }
    try session.run([UInt8](data), name: script, timeout: .seconds(10))
    return session
  }
}
