package import Signalbox

/// Describes steps as text, based on their events.
package enum StepText {
  /// The maximum number of listed changes.
  private static let maxChanges = 3

  /// Returns a call as text, such as `tap "Buy"`.
  package static func call(_ verb: String, _ argument: String?) -> String {
    argument.map { "\(verb) \(NavigationValue.string($0))" } ?? verb
  }

  /// Returns the effect of a step, such as `⤒ sheet` or `▸ payment`. The string is empty if nothing
  /// changed.
  ///
  /// - Parameter range: The numbers of the step's events.
  package static func effect(in engine: NavigationEngine, _ range: Range<Int>) -> String {
    let changes = Array(
      range.lazy.compactMap(engine.event(numbered:)).compactMap(ChangeDescription.mark)
        .prefix(maxChanges + 1))
    let rest = changes.count > maxChanges ? ["…"] : []
    return (changes.prefix(maxChanges) + rest).joined(separator: " ")
  }
}
