/// Sorts results that arrive in any order, and lets one worker at a time report them so that the
/// other workers need not wait for the report.
struct ResultOrder<Result> {
  /// Results that wait for earlier ones or for being reported.
  private var waiting: [Int: Result] = [:]
  private var place = 0
  private var isHandingOn = false

  /// Adds the result for a position, counted from 0.
  ///
  /// - Returns: The result to report now, to be followed by those from ``next()``, or `nil` if
  ///   earlier results are missing or another worker is reporting.
  mutating func take(_ result: Result, at place: Int) -> Result? {
    guard place == self.place, !isHandingOn else {
      waiting[place] = result
      return nil
    }
    isHandingOn = true
    self.place += 1
    return result
  }

  /// Returns the result that follows the last reported one, or `nil` if there is none yet, which
  /// ends the reporting.
  mutating func next() -> Result? {
    guard let result = waiting.removeValue(forKey: place) else {
      isHandingOn = false
      return nil
    }
    self.place += 1
    return result
  }
}
