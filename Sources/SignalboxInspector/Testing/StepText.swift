package import Signalbox

/// Describes steps in words, from their events.
package enum StepText {
  /// The maximum number of changes that are listed.
  private static let maxChanges = 3

  /// `tap "Buy"`.
  package static func call(_ verb: String, _ argument: String?) -> String {
    argument.map { "\(verb) \(NavigationValue.string($0))" } ?? verb
  }

  /// `⤒ sheet`, `▸ payment`; empty if nothing changed.
  ///
  /// - Parameter range: The numbers of the events of the step.
  package static func effect(in engine: NavigationEngine, _ range: Range<Int>) -> String {
    let changes = Array(
      range.lazy.compactMap(engine.event(numbered:)).compactMap(ChangeDescription.mark)
        .prefix(maxChanges + 1))
    let rest = changes.count > maxChanges ? ["…"] : []
    return (changes.prefix(maxChanges) + rest).joined(separator: " ")
  }
}
