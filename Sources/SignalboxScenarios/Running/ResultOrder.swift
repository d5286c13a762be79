/// Puts results that come in any order into that of their places, and has one worker at a time hand
/// them on, so that nobody waits for who writes a report.
struct ResultOrder<Result> {
  /// Results that wait for those before them, or for who hands them on.
  private var waiting: [Int: Result] = [:]
  private var place = 0
  private var isHandingOn = false

  /// Takes in the result of a place, counted from 0.
  ///
  /// - Returns: What the caller has to hand on now, and then what ``next()`` gives; `nil` where the
  ///   results before it are missing or somebody hands on already.
  mutating func take(_ result: Result, at place: Int) -> Result? {
    guard place == self.place, !isHandingOn else {
      waiting[place] = result
      return nil
    }
    isHandingOn = true
    self.place += 1
    return result
  }

  /// What comes behind the result that was handed on last; `nil` ends the handing on.
  mutating func next() -> Result? {
    guard let result = waiting.removeValue(forKey: place) else {
      isHandingOn = false
      return nil
    }
    self.place += 1
    return result
  }
}
