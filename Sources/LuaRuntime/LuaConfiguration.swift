/// The limits of a Lua state, fixed when it is opened.
package struct LuaConfiguration: Sendable {
  /// How running scripts can be stopped.
  package enum Interruption: Sendable {
    /// No hook is set until a stop is requested: scripts run at full speed.
    ///
    /// A stop comes from the thread that runs the script, from a signal handler on it or from a
    /// deadline.
    case interruptible
    /// A hook counts instructions: stops come from any thread and instruction budgets work.
    ///
    /// Costs 1.1 to 2.1 times the run time of pure Lua.
    case budget
  }

  /// The memory limit of scripts in bytes, including memory of the host for them if `countsHeap` is
  /// set; 0 means no limit.
  package var memoryLimit: Int
  /// The size of the largest single allocation that a script may cause, in bytes; 0 means no limit.
  package var largestAllocation: Int
  /// How running scripts can be stopped.
  package var interruption: Interruption
  /// How often host functions and scripts may call each other without returning.
  ///
  /// Lua itself fails at 199. One level takes 2 KiB of stack in release builds, up to 3 KiB in
  /// debug builds, plus the stack of the host function: the default fits a stack of 512 KiB.
  package var reentryLimit: Int
  /// Whether ``LuaState/takeHeapSnapshot()`` will be called; reserves some hundred kilobytes of
  /// address space.
  package var keepsHeapSnapshot = false
  /// Whether all allocations of the thread while scripts run count against the limit, until they
  /// are freed; has no effect in processes that do not link `CHeapMeter`.
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
