/// Formats durations.
package enum DurationText {
  /// Returns a duration such as `2.1 ms`, `340 ms`, `1.25 s` or `2 m 5 s`.
  package static func short(_ duration: Duration) -> String {
    let milliseconds = Self.milliseconds(duration)
    if milliseconds < 10 { return "\(rounded(milliseconds, 10)) ms" }
    if milliseconds < 1000 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds < 60_000 { return "\(rounded(milliseconds / 1000, 100)) s" }
    let seconds = Int((milliseconds / 1000).rounded())
    return "\(seconds / 60) m \(seconds % 60) s"
  }

  /// Returns a duration that may be shorter than a millisecond, such as `850 ns` or `18.4 µs`.
  package static func precise(_ duration: Duration) -> String {
    let nanoseconds = milliseconds(duration) * 1e6
    if nanoseconds < 1000 { return "\(Int(nanoseconds.rounded())) ns" }
    return nanoseconds < 1e6 ? "\(rounded(nanoseconds / 1000, 10)) µs" : short(duration)
  }

  /// Returns a number of seconds with three decimals, such as `0.002`.
  static func seconds(_ duration: Duration) -> String {
    let thousandths = Int(milliseconds(duration).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// Returns a duration in milliseconds, limited to the range from 0 to about 300 years so that it
  /// fits in an integer.
  static func milliseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return min(max(0, Double(seconds) * 1000 + Double(attoseconds) / 1e15), 1e13)
  }

  private static func rounded(_ value: Double, _ factor: Double) -> String {
    let text = String((value * factor).rounded() / factor)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
