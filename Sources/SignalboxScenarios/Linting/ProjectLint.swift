internal import Signalbox
package import SignalboxScripting

/// Lints scenario files and the modules that they require. The files are loaded, but no scenario is
/// run.
package struct ProjectLint {
  /// A session for a file, and the modules that the file requires.
  package typealias Stage = (session: ScriptSession, modules: NotedModules)

  private let makeStage: (ScenarioFile) throws(ScriptError) -> Stage
  private let timeout: Duration

  /// - Parameters:
  ///   - timeout: The wall-clock limit for loading a file.
  ///   - makeStage: A closure that creates a new session for a file.
  package init(
    timeout: Duration = .seconds(10),
    makeStage: @escaping (ScenarioFile) throws(ScriptError) -> Stage
  ) {
    self.timeout = timeout
    self.makeStage = makeStage
  }

  /// Lints files.
  ///
  /// - Parameters:
  ///   - files: The scenario files.
  ///   - others: Other Lua files in the same folders, whose scenarios would not be found.
  ///   - unreadable: Paths that cannot be read but may contain scenario files.
  /// - Throws: `interrupted` if the user stops linting.
  package func lint(
    _ files: [ScenarioFile], others: [ScenarioFile] = [], unreadable: [UnloadedFile] = []
  ) throws(ScriptError) -> CheckResult {
    var result = CheckResult()
    var scenarios: [ScenarioDescription] = []
    var loaded = Set(files.map(\.path))
    var known: Set<LintFinding> = []
    func add(_ findings: [LintFinding]) {
      result.findings += findings.filter { known.insert($0).inserted }
    }
    for file in files {
      result.files.append(file.path)
      do throws(ScriptError) {
        let context = try load(file)
        loaded.formUnion(context.texts.map(\.path))
        scenarios += context.scenarios
        for rejection in context.rejections {
          if rejection.severity == .error { result.unloaded.insert(rejection.file) }
          add([rejection])
        }
        // If linting does not allow a plugin's setup, the plugin's additions are unknown.
        guard context.rejections.allSatisfy({ $0.severity == .error }) else { continue }
        for rule in LintCatalog.all { add(rule.findings(in: context)) }
      } catch {
        if error.kind == .interrupted { throw error }
        result.unloaded.insert(file.path)
        add([Self.finding(error, in: file.path)])
      }
    }
    for file in unreadable {
      result.unloaded.insert(file.path)
      add([Self.finding(file.error, in: file.path)])
    }
    result.scenarioCount = scenarios.count
    add(ScenariosRule.findings(in: scenarios))
    add(others.filter { !loaded.contains($0.path) }.compactMap(UnfoundScenarios.finding(in:)))
    result.findings.sort {
      ($0.file, $0.line ?? 0, $0.column ?? 0, $0.message)
        < ($1.file, $1.line ?? 0, $1.column ?? 0, $1.message)
    }
    return result
  }

  /// Returns the names that files declare, for editor definitions.
  ///
  /// - Parameter files: Scenario files and applications. The names in the modules that they require
  ///   are included.
  /// - Returns: The names, the files and modules that were read, and the files that failed to load,
  ///   whose names are unknown.
  /// - Throws: `interrupted` if the user stops the process.
  package func names(
    in files: [ScenarioFile]
  ) throws(ScriptError) -> (names: ProjectNames, paths: Set<String>, unloaded: [UnloadedFile]) {
    var names = ProjectNames()
    var paths = Set(files.map(\.path))
    var unloaded: [UnloadedFile] = []
    for file in files {
      do throws(ScriptError) {
        let context = try load(file)
        names.add(context.types)
        names.add(links: context.applicationLinks)
        paths.formUnion(context.texts.map(\.path))
        for text in context.texts {
          names.add(
            coordinators: context.typeNames, routes: text.sourceIndex.keys["routes"] ?? [])
        }
      } catch {
        if error.kind == .interrupted { throw error }
        unloaded.append(UnloadedFile(path: file.path, error: error))
      }
    }
    return (names, paths, unloaded)
  }

  /// Loads a file in the same way as a run, and returns its declarations.
  private func load(_ file: ScenarioFile) throws(ScriptError) -> LintContext {
    let (session, modules) = try makeStage(file)
    defer { session.close() }
    session.addHooks(SessionHooks(output: { _ in }))
    let collector = ScenarioCollector()
    try ScenarioGlobals.define(
      in: session, collector, RunSettings(), owner: session.host.makeOwner("scenario files"))
    try session.run(file.source, name: file.path, timeout: timeout)
    let scenarios = try collector.scenarios(of: file.path, file.source, in: session).map(
      \.description)
    var texts = [LintContext.Text(file.path, file.source)]
    for module in modules.found where !texts.contains(where: { $0.path == module.path }) {
      texts.append(LintContext.Text(module.path, module.source))
    }
    // Libraries are created when a script first refers to them.
    let base =
      session.inspection.baseNames.map(\.name) + LuaNames.globals + LuaNames.libraries.keys + [
        "arg"
      ]
    let types = session.declaredTypes
    let defined = DefinedNames(texts, types)
    return LintContext(
      scenarios: scenarios, texts: texts, receivers: ReceiverTypes.all(of: texts, types, defined),
      base: Set(base), types: types, defined: defined, main: session.application?.main,
      names: try NameSet.all(in: session, timeout: timeout),
      addedMethods: Dictionary(
        uniqueKeysWithValues: ScriptReference.kinds.map {
          ($0, Set(session.inspection.addedMethods(on: $0)))
        }), matchers: Set(session.host.extensions(of: .matcher).map(\.name)),
      styles: Set(session.engine.registry.transitionStyleNames),
      applicationLinks: session.engine.registry.applicationLinkPatterns,
      hasPlugins: !session.plugins.loaded.isEmpty,
      rejections: session.plugins.rejections.map { Self.finding($0, in: file.path) })
  }

  /// Returns the finding for a rejected plugin. If the plugin was rejected only because its setup
  /// accesses the system, which linting does not allow, the finding is a warning.
  private static func finding(_ rejection: PluginRejection, in file: String) -> LintFinding {
    var finding = finding(rejection.error, in: file)
    if rejection.reason == .sealed {
      finding.severity = .warning
      finding.hint =
        "lint does not know what the plugin adds, so the files that load it are not checked"
    }
    return finding
  }

  private static func finding(_ error: ScriptError, in file: String) -> LintFinding {
    LintFinding(
      error.code ?? error.kind.rawValue, error.message, hint: error.hint,
      file: error.location?.file ?? file, line: error.location?.line)
  }
}

/// Records the modules that a session requires.
package final class NotedModules: ModuleSource {
  private let inner: any ModuleSource
  /// The modules that were found, in the order in which they were required.
  package private(set) var found: [ScriptModule] = []

  /// Wraps another source of modules.
  ///
  /// - Parameter inner: The source that finds the modules. The wrapper records which modules are
  ///   required.
  package init(_ inner: any ModuleSource) { self.inner = inner }

  /// Returns the module with the given name, or `nil` if it does not exist.
  package func module(named name: String) throws(ScriptError) -> ScriptModule? {
    let module = try inner.module(named: name)
    if let module { found.append(module) }
    return module
  }

  /// Returns the locations that the wrapped source searches.
  package func searched(for name: String) -> [String] { inner.searched(for: name) }
}
