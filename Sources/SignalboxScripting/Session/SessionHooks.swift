/// What a host observes of a session and answers for it, while a scope of ``ScriptSession`` has it.
///
/// The observers ``onCall``, ``onInnerCall`` and ``onUse`` of all scopes are called, the outermost first. Of
/// every other hook the one of the innermost scope that has it is called.
///
/// ```swift
/// try session.withHooks(SessionHooks(output: { lines.append($0) })) {
///   try session.run(script, name: "shop.lua")
/// }
/// ```
public struct SessionHooks {
  /// Takes the lines of `print`, as text or as bytes; without one they go to standard output.
  package var printer: ScriptPrinter?
  /// Gets rejections and errors of handlers that no script has looked at, as they happen.
  public var onUnhandled: ((ScriptError) -> Void)?
  /// Gets every operation and gesture that scripts call from outside of callbacks, just before it is
  /// submitted.
  public var onCall: ((CallSite) -> Void)?
  /// Gets the calls that callbacks make, in the same way.
  public var onInnerCall: ((CallSite) -> Void)?
  /// Gets actions, links and guards as they run.
  public var onUse: ((ScriptUse) -> Void)?
  /// Answers `app:command "tree"`; without one the call is an error.
  public var onCommand: ((String) throws(ScriptError) -> Void)?
  /// Opens the prompt where a script calls `app:pause()`, and returns when the script is to go on;
  /// without one the call is an error.
  public var onPause: ((ScriptPause) throws(ScriptError) -> Void)?

  /// Each hook is the property of its name.
  ///
  /// - Parameter output: Takes the lines of `print`, without their ends. Bytes that are not UTF-8 become
  ///   U+FFFD.
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

  /// Takes what is printed and reported, and shows none of it.
  package static var silent: SessionHooks {
    SessionHooks(output: { _ in }, onUnhandled: { _ in })
  }

  /// Adds those of an inner scope.
  mutating func add(_ inner: SessionHooks) {
    printer = inner.printer ?? printer
    onUnhandled = inner.onUnhandled ?? onUnhandled
    onCall = Self.both(onCall, inner.onCall)
    onInnerCall = Self.both(onInnerCall, inner.onInnerCall)
    onUse = Self.both(onUse, inner.onUse)
    onCommand = inner.onCommand ?? onCommand
    onPause = inner.onPause ?? onPause
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

/// Names hooks that a session has until they are removed.
public struct HookScope: Hashable, Sendable {
  fileprivate let number: Int
}

/// The open scopes of a session, the outermost first.
struct HookStack {
  private var scopes: [(scope: HookScope, hooks: SessionHooks)] = []
  private var lastNumber = 0

  /// What all of them come to.
  var sum: SessionHooks { scopes.reduce(into: SessionHooks()) { $0.add($1.hooks) } }

  mutating func add(_ hooks: SessionHooks) -> HookScope {
    lastNumber += 1
    scopes.append((HookScope(number: lastNumber), hooks))
    return HookScope(number: lastNumber)
  }

  mutating func remove(_ scope: HookScope) { scopes.removeAll { $0.scope == scope } }

  /// Numbers go on, so that a scope of before removes no later one.
  mutating func removeAll() { scopes = [] }
}
