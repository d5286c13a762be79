/// The host functions that a session calls. An instance forms a scope of hooks.
///
/// If several scopes set ``onCall``, ``onInnerCall`` or ``onUse``, all of these observers are
/// called, outermost first. For every other hook, only the hook in the innermost scope that sets it
/// is called.
///
/// ```swift
/// try session.withHooks(SessionHooks(output: { lines.append($0) })) {
///   try session.run(script, name: "shop.lua")
/// }
/// ```
public struct SessionHooks {
  /// The destination for the lines that `print` writes, or `nil` to write the lines to standard
  /// output.
  package var printer: ScriptPrinter?
  /// A closure that is called with each rejection or error that no code has observed, when it
  /// occurs.
  public var onUnhandled: ((ScriptError) -> Void)?
  /// A closure that is called for every operation or gesture that scripts call outside callbacks,
  /// except queries, before the call is submitted.
  public var onCall: ((CallSite) -> Void)?
  /// A closure that is called for every operation or gesture that callbacks call, except queries,
  /// before the call is submitted.
  public var onInnerCall: ((CallSite) -> Void)?
  /// A closure that is called when an action, link or guard is used.
  public var onUse: ((ScriptUse) -> Void)?
  /// A closure that runs the prompt command of a call such as `app:command "tree"`. If this hook is
  /// not set, the call raises an error.
  public var onCommand: ((String) throws(ScriptError) -> Void)?
  /// A closure that opens the prompt for `app:pause()`, and returns when the script should
  /// continue. If this hook is not set, the call raises an error.
  public var onPause: ((ScriptPause) throws(ScriptError) -> Void)?

  /// A closure that is called in a host function when an expectation fails, an operation is
  /// rejected or a scenario is skipped. Debuggers stop the script in this closure.
  package var onIncident: ((ScriptIncident) -> Void)?

  /// Creates hooks. `output` sets the destination of `print`, and each other parameter sets the
  /// property of the same name.
  ///
  /// - Parameters:
  ///   - output: A closure that receives the lines that `print` writes, without line endings. Bytes
  ///     that are not valid UTF-8 are replaced with U+FFFD.
  ///   - onUnhandled: A closure that receives the rejections and errors that no code has observed.
  ///   - onCall: A closure that receives the operations and gestures that scripts call outside
  ///     callbacks.
  ///   - onInnerCall: A closure that receives the operations and gestures that callbacks call.
  ///   - onUse: A closure that receives the actions, links and guards that are used.
  ///   - onCommand: A closure that runs the command that is passed to `app:command`.
  ///   - onPause: A closure that opens the prompt for `app:pause()` and returns when the script
  ///     should continue.
  public init(
    output: ((String) -> Void)? = nil, onUnhandled: ((ScriptError) -> Void)? = nil,
    onCall: ((CallSite) -> Void)? = nil, onInnerCall: ((CallSite) -> Void)? = nil,
    onUse: ((ScriptUse) -> Void)? = nil,
    onCommand: ((String) throws(ScriptError) -> Void)? = nil,
    onPause: ((ScriptPause) throws(ScriptError) -> Void)? = nil
  ) {
    printer = output.map { ScriptPrinter(text: $0) }
    self.onUnhandled = onUnhandled
    self.onCall = onCall
    self.onInnerCall = onInnerCall
    self.onUse = onUse
    self.onCommand = onCommand
    self.onPause = onPause
  }

  /// Hooks that discard output and errors.
  package static var silent: SessionHooks {
    SessionHooks(output: { _ in }, onUnhandled: { _ in })
  }

  /// Adds the hooks of an inner scope.
  mutating func add(_ inner: SessionHooks) {
    printer = inner.printer ?? printer
    onUnhandled = inner.onUnhandled ?? onUnhandled
    onCall = Self.both(onCall, inner.onCall)
    onInnerCall = Self.both(onInnerCall, inner.onInnerCall)
    onUse = Self.both(onUse, inner.onUse)
    onCommand = inner.onCommand ?? onCommand
    onPause = inner.onPause ?? onPause
    onIncident = inner.onIncident ?? onIncident
  }

  private static func both<Value>(
    _ outer: ((Value) -> Void)?, _ inner: ((Value) -> Void)?
  ) -> ((Value) -> Void)? {
    guard let outer, let inner else { return inner ?? outer }
    return { value in
      outer(value)
      inner(value)
    }
  }
}

/// The identifier of hooks that were added to a session.
public struct HookScope: Hashable, Sendable {
  fileprivate let number: Int
}

/// A session's open scopes, outermost first.
struct HookStack {
  private var scopes: [(scope: HookScope, hooks: SessionHooks)] = []
  private var lastNumber = 0

  /// The hooks of all scopes, combined.
  var sum: SessionHooks { scopes.reduce(into: SessionHooks()) { $0.add($1.hooks) } }

  mutating func add(_ hooks: SessionHooks) -> HookScope {
    lastNumber += 1
    scopes.append((HookScope(number: lastNumber), hooks))
    return HookScope(number: lastNumber)
  }

  mutating func remove(_ scope: HookScope) { scopes.removeAll { $0.scope == scope } }

  /// Removes all scopes. Their numbers are not reused, so that the identifier of a removed scope
  /// cannot remove a later scope.
  mutating func removeAll() { scopes = [] }
}
