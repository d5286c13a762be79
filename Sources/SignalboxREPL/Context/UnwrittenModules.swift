package import SignalboxScripting

/// Provides modules that are not written to disk yet, which take precedence over the modules of
/// another source.
package final class UnwrittenModules: ModuleSource {
  private let modules: [String: ScriptModule]
  private let inner: any ModuleSource

  /// - Parameter modules: The modules, keyed by name.
  package init(_ modules: [String: ScriptModule], before inner: any ModuleSource) {
    self.modules = modules
    self.inner = inner
  }

  package func module(named name: String) throws(ScriptError) -> ScriptModule? {
    if let module = modules[name] { return module }
    return try inner.module(named: name)
  }

  package func searched(for name: String) -> [String] { inner.searched(for: name) }
}
