internal import Signalbox

/// Checks the definitions of coordinators once, before the first launch.
final class DefinitionCheck {
  /// Whether the definitions still have to be checked.
  private var isDue: Bool

  init(isWanted: Bool) { isDue = isWanted }

  /// Returns the problem that the first launch has to report, or `nil` if there is none.
  func problem(in engine: NavigationEngine) -> NavigationError? {
    guard isDue else { return nil }
    isDue = false
    do throws(NavigationError) {
      try engine.validate()
      return nil
    } catch {
      return error
    }
  }
}
