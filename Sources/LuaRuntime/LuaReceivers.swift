import CLua
import CLuaShim

/// Determines which methods of scripts are active, from the variable `self` of their functions.
package struct LuaReceivers {
  private let frame: LuaFrame

  package init(_ frame: LuaFrame) { self.frame = frame }

  /// The result of searching for a method among the active functions.
  package enum Result<Value> {
    case found(Value)
    /// No active function is a method.
    case none
    /// A tail call has removed a function, which may have been the method, from the stack.
    case hidden
  }

  /// Calls `body` for each active script function that has a `self`, innermost first, until `body`
  /// returns a value. The function's `self` is on top of the stack.
  ///
  /// A function's `self` is its first local variable, if that variable has this name, or a variable
  /// in an enclosing function. Cost: O(active functions), up to 200 functions.
  ///
  /// - Parameter calls: The maximum number of host functions to skip.
  package func first<Value>(
    within calls: Int, _ body: (LuaFrame) -> Value?
  ) -> Result<Value> {
    frame.reserve(4)
    var (level, calls) = (Int32(1), Int32(clamping: calls))
    while true {
      level = sbx_push_self(frame.state, level, &calls)
      if level <= 0 { return level == 0 ? .none : .hidden }
      let value = body(frame)
      sbx_pop(frame.state, 1)
      if let value { return .found(value) }
    }
  }

  /// Pushes the variable `self` that a function uses, and calls `body`. Returns `nil` if the
  /// function uses no such variable.
  package func value<Value>(
    ofFunction index: Int, _ body: (LuaFrame) -> Value?
  ) -> Value? {
    frame.reserve(4)
    guard sbx_push_self_of(frame.state, frame.position(index)) else { return nil }
    defer { sbx_pop(frame.state, 1) }
    return body(frame)
  }
}
