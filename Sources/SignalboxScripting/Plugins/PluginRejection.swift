/// The reason why a plugin was rejected. The plugin's registrations have been removed. Plugins that
/// do not depend on the rejected plugin continue to load.
public struct PluginRejection: Error, Sendable {
  /// The kinds of reasons. Their names are stable.
  public enum Reason: String, Sendable, CaseIterable {
    /// The plugin was written for another version of the plugin interface.
    case api = "pluginApi"
    /// The plugin's manifest is incomplete or invalid.
    case manifest = "pluginManifest"
    /// The plugin or a dependency was not found, a dependency was rejected, or the plugin's code
    /// requires a plugin that is not among its dependencies.
    case missing = "pluginMissing"
    /// A folder that contains plugins cannot be read.
    case unreadable = "pluginFolder"
    /// Another plugin has the same name.
    case duplicate = "pluginDuplicate"
    /// The plugin depends on itself, directly or through other plugins.
    case cycle = "pluginCycle"
    /// The plugin's code failed while it was being loaded or set up.
    case failed = "pluginFailed"
    /// A permission that the plugin requests is not granted.
    case denied = "pluginDenied"
    /// The plugin's setup accesses the system, but this host denies all access.
    case sealed = "pluginSealed"
    /// The plugin defines a name that is already defined.
    case nameTaken = "pluginNameTaken"
  }

  /// The name of the plugin, or an empty string if a folder of plugins cannot be read.
  public let plugin: String
  /// The path of the plugin in messages.
  public let path: String
  /// The kind of reason.
  public let reason: Reason
  /// The complete error, with a suggested fix if one is known.
  public let error: ScriptError

  /// - Parameters:
  ///   - cause: The script error that caused the rejection. The rejection contains the location and
  ///     the traceback of this error.
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

  /// Creates the rejection of a library whose folder cannot be read.
  init(ofLibrary cause: ScriptError) {
    (plugin, path, reason) = ("", "", .unreadable)
    var error = cause
    error.code = reason.rawValue
    self.error = error
  }

  /// The code of errors from a system object that denies all access.
  package static let sealedCode = Reason.sealed.rawValue

  /// Creates the rejection for a plugin whose code failed.
  init(_ plugin: String, at path: String, _ cause: ScriptError, while doing: String) {
    let isTaken = cause.code == ScriptError.nameTakenCode
    self.init(
      plugin, at: path,
      isTaken ? .nameTaken : cause.code == Self.sealedCode ? .sealed : .failed,
      "\(doing) failed: \(cause.message)",
      hint: cause.hint
        ?? (isTaken
          ? "choose another name, or remove the other plugin"
          : "fix the error, or remove the plugin"),
      cause: cause)
  }
}
