internal import Signalbox
internal import SignalboxScripting

/// Sorts the suggested methods of `app`: first the methods that currently have an effect, then the
/// other gestures, and then all other methods. In the last two groups, frequently used methods come
/// first.
struct MemberOrder {
  let application: ApplicationNames
  /// The number of times that inputs have called each method.
  let uses: [String: Int]

  /// Returns the sorted methods. Equally ranked methods keep their original order.
  func sorted(_ methods: [ScriptReference.Entry]) -> [ScriptReference.Entry] {
    let ranked = methods.enumerated().map { place, method in
      (method, [rank(of: method), -uses[method.name, default: 0], place])
    }
    return ranked.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }

  private func rank(of method: ScriptReference.Entry) -> Int {
    if let place = useful.firstIndex(of: method.name) { return place - useful.count }
    return method.operation?.receiver == .user ? 1 : 2
  }

  /// The methods that launch the application or, after the launch, the gestures that are currently
  /// possible, most common first.
  private var useful: [String] {
    let engine = application.session.engine
    guard engine.main != nil else { return ["launch", "open"] }
    let isAlert = engine.layers.last?.buttons.isEmpty == false
    let canGoBack =
      engine.layers.count > 1 || application.screens(of: application.frontCoordinator).count > 1
    let hasFields = engine.layers.last?.fields.isEmpty == false
    return [
      isAlert ? "tapAlert" : nil, hasFields ? "enterText" : nil,
      application.actions.isEmpty ? nil : "tap",
      application.links.isEmpty ? nil : "open", canGoBack ? "back" : nil,
      application.pages(around: application.frontCoordinator).isEmpty ? nil : "tapTab",
    ].compactMap(\.self)
  }
}
