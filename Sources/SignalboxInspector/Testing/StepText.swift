package import Signalbox

/// Describes steps as text, based on their events.
package enum StepText {
  /// The maximum number of listed changes.
  private static let maxChanges = 3

  /// Returns a call as text, such as `tap "Buy"`.
  package static func call(_ verb: String, _ argument: String?) -> String {
    argument.map { "\(verb) \(NavigationValue.string($0))" } ?? verb
  }

  /// Returns the effect of a step, such as `⤒ sheet` or `▸ payment`. The string is empty if none of
  /// the step's events has a mark.
  ///
  /// Cost: O(events of the step). Benchmark: `runops`.
  ///
  /// - Parameter range: The numbers of the step's events.
  package static func effect(in engine: NavigationEngine, _ range: Range<Int>) -> String {
    var marks: [String] = []
    for number in engine.eventNumbers(of: ChangeDescription.markedKinds, in: range) {
      guard let mark = engine.event(numbered: number).flatMap(ChangeDescription.mark) else {
        continue
      }
      guard marks.count < maxChanges else {
        marks.append("…")
        break
      }
      marks.append(mark)
    }
    return marks.joined(separator: " ")
  }
}
