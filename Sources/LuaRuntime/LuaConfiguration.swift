/// The limits of a Lua state, which are fixed when the state is opened.
package struct LuaConfiguration: Sendable {
  /// The ways in which running scripts can be stopped.
  package enum Interruption: Sendable {
    /// No hook is set until a stop is requested, so that scripts run at full speed.
    ///
    /// Any thread can request a stop with ``LuaInterrupter``. ``LuaState/interrupt()`` can be
    /// called only on the thread that runs the script, or in a signal handler on that thread.
    case interruptible
    /// A hook counts instructions, which allows instruction budgets and calls to
    /// ``LuaState/interrupt()`` on any thread.
    ///
    /// Pure Lua code takes 1.1 to 2.1 times as long as with ``interruptible``.
    case budget
  }

  /// The memory limit for scripts, in bytes. The value 0 means no limit. If `countsHeap` is set,
  /// memory that the host allocates for scripts is included.
  package var memoryLimit: Int
  /// The maximum size of a single allocation that a script may cause, in bytes. The value 0 means
  /// no limit.
  package var largestAllocation: Int
  /// The mechanism by which running scripts are stopped.
  package var interruption: Interruption
  /// The maximum nesting depth of calls between host functions and scripts.
  ///
  /// Lua itself fails at a depth of 199. Each level takes 2 KiB of stack in release builds and up
  /// to 3 KiB in debug builds, in addition to the stack of the host function. The default is
  /// suitable for a stack of 512 KiB.
  package var reentryLimit: Int
  /// Whether ``LuaState/checkpoint(collectsGarbage:)`` will be called. If `true`, several hundred
  /// kilobytes of address space are reserved for checkpoints.
  package var takesCheckpoints = false
  /// Whether all allocations that the thread makes while scripts run count toward the limit until
  /// they are freed. This property has no effect in processes that do not link `CHeapMeter`.
  package var countsHeap = false

  package init(
    memoryLimit: Int = 256 << 20,
    largestAllocation: Int = 16 << 20,
    interruption: Interruption = .interruptible,
    reentryLimit: Int = 100
  ) {
    self.memoryLimit = memoryLimit
    self.largestAllocation = largestAllocation
    self.interruption = interruption
    self.reentryLimit = reentryLimit
  }
}
