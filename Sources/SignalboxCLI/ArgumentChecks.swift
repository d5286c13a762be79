#if SKIPS_ARGUMENT_CHECKS
  /// Replaces the argument parser's checks of declarations in programs that tests start. The linker
  /// redirects calls of the function that `Package.swift` names to this symbol (decision 0374).
  @_silgen_name(
    "__wrap_$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ")
  func skipArgumentChecks() {}
#endif
