public import Signalbox

/// Formats screens for renderers and prompts.
public enum ScreenText {
  /// The maximum number of listed screens. In a deeper stack, the middle is omitted.
  static let longestStack = 10

  /// Returns a screen with its arguments, such as `product { id = 42 }`.
  ///
  /// - Parameter screen: A screen of any state.
  public static func name(_ screen: StateDocument.Screen) -> String {
    let name = DisplayText.clean(screen.name)
    return screen.arguments.isEmpty
      ? name : "\(name) \(DisplayText.clean(screen.arguments.description))"
  }

  /// Returns the screens of a stack from the root up, such as `catalog ▸ product { id = 42 }`. If
  /// there are more than ten screens, the middle is omitted.
  ///
  /// - Parameter screens: The screens, root first.
  public static func path(_ screens: [StateDocument.Screen]) -> String {
    guard screens.count > longestStack else {
      return screens.map(name).joined(separator: " ▸ ")
    }
    let (head, tail) = (screens.prefix(2).map(name), screens.suffix(4).map(name))
    let omitted = screens.count - head.count - tail.count
    return (head + ["… \(omitted) more …"] + tail).joined(separator: " ▸ ")
  }
}
