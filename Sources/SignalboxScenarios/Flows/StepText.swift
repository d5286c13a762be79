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
  static func effect(_ events: [NavigationEvent]) -> String {
    let changes = events.compactMap(change)
    let rest = changes.count > mostChanges ? ["…"] : []
    return (changes.prefix(mostChanges) + rest).joined(separator: " ")
  }

  private static func change(_ event: NavigationEvent) -> String? {
    switch event.kind {
    case .entryPushed: "▸ \(event.name)"
    case .entryPopped: "◂ \(event.name)"
    case .layerPresented: "⤒ \(event.name)"
    case .layerDismissed: "⤓ \(event.name)"
    case .tabChanged: "⇥ \(event.name)"
    case .rootChanged: "⌂ \(event.name)"
    case .operationNoop: "nothing (\(event.reason))"
    case .operationRejected: "refused (\(event.reason.prefix { $0 != ":" }))"
    case .operationCancelled: "cancelled (\(event.reason))"
    case .linkUnhandled: "unhandled"
    default: nil
    }
  }
}
