internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTesting

extension TestProject {
  /// The object that provides access to modules and snapshots on disk, and refers to folders by
  /// name in messages.
  var files: FolderFiles { FolderFiles(placing: path(named:)) }

  /// Returns the modules that a test's script can require: first those in the script's folder, then
  /// those in the root of the project.
  ///
  /// - Parameters:
  ///   - folder: The folder of the script on disk.
  ///   - sources: The cache that stores the sources of the files.
  func modules(in folder: String, sources: SourceCache) -> FolderModules {
    FolderModules(in: [folder, root], files: files, sources: sources, naming: name(of:))
  }

  /// Returns the name and the source of a script.
  func script(_ path: String) throws(ScriptError) -> (name: String, source: [UInt8]) {
    let file = try scriptPath(of: path)
    return (name(of: file), try scriptText(file))
  }

  /// Returns the path on disk of a file or folder.
  func scriptPath(of name: String) throws(ScriptError) -> String {
    do throws(FixtureError) {
      return try path(of: name)
    } catch {
      throw ScriptError(error)
    }
  }

  /// Returns the contents of a file on disk.
  func scriptText(_ path: String) throws(ScriptError) -> [UInt8] {
    do throws(FixtureError) {
      return try read(path)
    } catch {
      throw ScriptError(error)
    }
  }
}

extension ScriptError {
  /// Creates a script error from a fixture error.
  init(_ error: FixtureError) {
    switch error.code {
    case .file: self.init(.module, error.message, hint: error.hint)
    case .environment: self = .badArgument(error.message, hint: error.hint)
    }
  }
}

extension SnapshotPolicy {
  /// Returns the policy that `SIGNALBOX_UPDATE` specifies.
  ///
  /// - Throws: `badArgument` if the value is invalid.
  static func ofEnvironment() throws(ScriptError) -> SnapshotPolicy {
    do throws(FixtureError) {
      switch try SnapshotUpdate.ofEnvironment() {
      case .none: return .none
      case .missing: return .missing
      case .changed: return .changed
      }
    } catch {
      throw ScriptError(error)
    }
  }
}
