internal import Signalbox
internal import SignalboxScripting

/// The order of suggested methods: methods that currently have an effect come first, and frequently
/// used methods come first within each group.
struct MemberOrder {
  let application: ApplicationNames
  /// The number of calls of each method in the inputs.
  let uses: [String: Int]

  /// Returns methods of `app` in this order, and other methods in their original order.
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

  /// The methods that launch the application or, after the launch, the currently possible gestures,
  /// most common first.
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
