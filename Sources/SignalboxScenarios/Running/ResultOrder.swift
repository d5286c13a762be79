/// Sorts results that arrive in any order. Only one worker at a time reports results, so that the
/// other workers do not have to wait for the report.
struct ResultOrder<Result> {
  /// Results that have not been reported yet, because earlier results are missing or another worker
  /// is reporting.
  private var waiting: [Int: Result] = [:]
  private var place = 0
  private var isHandingOn = false

  /// Adds the result for a position, counted from 0.
  ///
  /// - Returns: The result to report now, or `nil` if earlier results are missing or another worker
  ///   is reporting. After reporting this result, the caller must report the results that
  ///   ``next()`` returns.
  mutating func take(_ result: Result, at place: Int) -> Result? {
    guard place == self.place, !isHandingOn else {
      waiting[place] = result
      return nil
    }
    isHandingOn = true
    self.place += 1
    return result
  }

  /// Returns the result that follows the last reported result, or `nil` if that result is not
  /// available yet. In this case, the caller stops reporting.
  mutating func next() -> Result? {
    guard let result = waiting.removeValue(forKey: place) else {
      isHandingOn = false
      return nil
    }
    self.place += 1
    return result
  }
}
