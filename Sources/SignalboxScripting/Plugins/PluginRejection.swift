/// Why a plugin does not load. Everything that it had registered is gone; all others go on.
public struct PluginRejection: Error, Sendable {
  /// What kinds of reasons there are; the words are stable.
  public enum Reason: String, Sendable, CaseIterable {
    /// It was written for another plugin interface.
    case api = "pluginApi"
    /// Its manifest lacks something, or has something that is not right.
    case manifest = "pluginManifest"
    /// A plugin that it depends on was not found or does not load.
    case missing = "pluginMissing"
    /// The folder of plugins cannot be read.
    case unreadable = "pluginFolder"
    /// Another plugin has its name.
    case duplicate = "pluginDuplicate"
    /// It depends on itself, through others.
    case cycle = "pluginCycle"
    /// Its code failed while it was loaded or set up.
    case failed = "pluginFailed"
    /// A permission that it asks for is not granted.
    case denied = "pluginDenied"
    /// Its setup reaches outside where nothing is given.
    case sealed = "pluginSealed"
    /// It defines something under a name that is taken.
    case nameTaken = "pluginNameTaken"
  }

  /// The plugin's name.
  public let plugin: String
  /// Where it comes from, as messages show it.
  public let path: String
  /// Which kind of reason it is.
  public let reason: Reason
  /// The whole report: what came, what was expected, what to do.
  public let error: ScriptError

  /// - Parameters:
  ///   - cause: The error of a script that led to this; the report has its place and traceback.
  init(
    _ plugin: String, at path: String, _ reason: Reason, _ what: String, hint: String?,
    cause: ScriptError? = nil
  ) {
    self.plugin = plugin
    self.path = path
    self.reason = reason
    var error = ScriptError(
      .module, code: reason.rawValue, "plugin \"\(plugin)\" is rejected: \(what)", hint: hint,
      location: cause?.location, traceback: cause?.traceback ?? [])
    switch cause?.kind {
    case .syntax, .memory, .timeout, .interrupted: error.kind = cause?.kind ?? .module
    case .runtime, .rejected, .module, .closed, .internal, nil: break
    }
    self.error = error
  }

  /// The rejection of all plugins of a library whose folder cannot be read.
  init(ofLibrary cause: ScriptError) {
    (plugin, path, reason) = ("", "", .unreadable)
    var error = cause
    error.code = reason.rawValue
    self.error = error
  }

  /// The code of what a host's system raises that gives nothing.
  package static let sealedCode = Reason.sealed.rawValue

  /// The rejection of a plugin whose code failed while it did something.
  init(_ plugin: String, at path: String, _ cause: ScriptError, while doing: String) {
    let isTaken = cause.code == ScriptError.nameTakenCode
    self.init(
      plugin, at: path,
      isTaken ? .nameTaken : cause.code == Self.sealedCode ? .sealed : .failed,
      "\(doing) failed: \(cause.message)",
      hint: cause.hint
        ?? (isTaken
          ? "choose another name, or take the other plugin out"
          : "fix it, or take the plugin out"),
      cause: cause)
  }
}
