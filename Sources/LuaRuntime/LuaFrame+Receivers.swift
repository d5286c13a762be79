import CLua
import CLuaShim

// Which methods of scripts are active, by the variable `self` of their functions.
extension LuaFrame {
  /// What a search of the active functions for a method comes to.
  package enum Receiver<Value> {
    case found(Value)
    /// No active function is a method.
    case none
    /// A tail call has taken a function off the stack, which may have been the method.
    case hidden
  }

  /// Calls `body` with `self` of each active function of a script on top of the stack, innermost
  /// first, until it returns a value.
  ///
  /// A function has a `self` as its first parameter, or as a variable of an enclosing function. Cost:
  /// O(active functions), 200 at most.
  ///
  /// - Parameter calls: How many host functions to go past; scripts behind more of them are not
  ///   looked at.
  package func receiver<Value>(
    within calls: Int, _ body: (LuaFrame) -> Value?
  ) -> Receiver<Value> {
    reserve(4)
    var (level, calls) = (Int32(1), Int32(clamping: calls))
    while true {
      level = sbx_push_self(state, level, &calls)
      if level <= 0 { return level == 0 ? .none : .hidden }
      let value = body(self)
      sbx_pop(state, 1)
      if let value { return .found(value) }
    }
  }

  /// Calls `body` with the variable `self` that a function uses on top of the stack; returns nil
  /// where the function uses none.
  package func withSelf<Value>(
    ofFunction index: Int, _ body: (LuaFrame) -> Value?
  ) -> Value? {
    reserve(4)
    guard sbx_push_self_of(state, position(index)) else { return nil }
    defer { sbx_pop(state, 1) }
    return body(self)
  }
}

extension LuaMachine {
  /// How many calls of scripts by the host are active, one inside the other.
  package var callDepth: Int { Int(openHost.pointee.reentry) }
}
