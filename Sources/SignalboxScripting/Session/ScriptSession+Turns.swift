extension ScriptSession {
  /// Whether an input from outside runs, so that another one would become a part of it.
  package var isRunning: Bool { isPerforming }

  /// Withdraws a stop that came too late for what it was meant for.
  package func dropLateStop() {
    // Whatever runs next would end at once: this does, and it does nothing else.
    try? run([], name: "stop")
  }
}
