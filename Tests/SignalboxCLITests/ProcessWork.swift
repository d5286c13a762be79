import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The time that another process has worked: tests wait for it, however busy the machine is.
enum ProcessWork {
  /// Returns once a process has worked for another 50 ms, or is gone.
  static func await(_ process: pid_t) {
    #if canImport(Glibc)
      let start = time(of: process)
      while time(of: process) < start + 50_000_000 { sched_yield() }
    #endif
  }

  #if canImport(Glibc)
    /// Nanoseconds that a process has worked; more than any once it is gone.
    private static func time(of process: pid_t) -> Int {
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return .max / 2
      }
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  #endif
}
