import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The processor time of another process. Tests wait for it, so they do not depend on the load of
/// the machine.
enum ProcessWork {
  /// Returns after a process has used another 50 ms of processor time, or has ended.
  static func await(_ process: pid_t) {
    #if canImport(Glibc)
      let start = time(of: process)
      while time(of: process) < start + 50_000_000 { sched_yield() }
    #endif
  }

  /// Returns the processor time of a process in nanoseconds, or the maximum number if it has ended.
  /// The time is zero on systems that do not report it.
  static func time(of process: pid_t) -> Int {
    #if canImport(Glibc)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return .max / 2
      }
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    #else
      return 0
    #endif
  }
}
