internal import Signalbox

/// Steps in words, from the events that they caused.
enum StepText {
  /// At most so many changes are named.
  private static let mostChanges = 3

  /// `tap "Buy"`.
  static func call(_ verb: String, _ argument: String?) -> String {
    argument.map { "\(verb) \(NavigationValue.string($0))" } ?? verb
  }

  /// `⤒ sheet`, `▸ payment`; empty where nothing changed.
  ///
  /// - Parameter range: The numbers of the events of the step.
  static func effect(in engine: NavigationEngine, _ range: Range<Int>) -> String {
    let numbers = engine.eventNumbers(of: kinds, in: range)
    guard !numbers.isEmpty else { return "" }
    var changes = numbers.prefix(mostChanges).compactMap(engine.event(numbered:)).compactMap {
      words[$0.kind]?($0)
    }
    if numbers.count > mostChanges { changes.append("…") }
    return changes.joined(separator: " ")
  }

  private static let kinds = Set(words.keys)

  private static let words: [NavigationEvent.Kind: @Sendable (NavigationEvent) -> String] = [
    .entryPushed: { "▸ \($0.name)" },
    .entryPopped: { "◂ \($0.name)" },
    .layerPresented: { "⤒ \($0.name)" },
    .layerDismissed: { "⤓ \($0.name)" },
    .tabChanged: { "⇥ \($0.name)" },
    .rootChanged: { "⌂ \($0.name)" },
    .operationNoop: { "nothing (\($0.reason))" },
    .operationRejected: { "refused (\($0.reason.prefix { $0 != ":" }))" },
    .operationCancelled: { "cancelled (\($0.reason))" },
    .linkUnhandled: { _ in "unhandled" },
  ]
}
