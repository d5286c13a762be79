public import Signalbox

/// The method `gesture/list`, which lists the gestures that the user can perform now.
public enum GestureListMethod: EngineMethod {
  /// The method has no parameters.
  public typealias Params = NoFields

  /// The result of the method.
  public struct Result: MessageFields {
    /// The gestures, each in the form of the parameters of `gesture/perform`.
    @Sparse public var gestures: [NavigationValue] = []

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "gestures", .list(.call), optional: true,
        "the gestures, each as the parameters of `gesture/perform`")
    ]
  }

  /// The name of the method.
  public static let name = "gesture/list"
  /// A short description of the method.
  public static let summary =
    "Lists the gestures that the user can perform now: taps on actions, alert buttons and tabs, "
    + "the back button, and swipes. No gesture is possible before the launch or while an operation "
    + "is in flight."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(NoFields())

  /// Returns the gestures.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    var result = Result()
    for action in UserAction.available(in: context.engine) {
      var call: NavigationArguments = ["operation": .string(action.gesture)]
      switch action {
      case .tap(let label), .tapAlert(let label): call["text"] = .string(label)
      case .swipeBack(let cancelled), .swipeDown(let cancelled):
        if cancelled { call["options"] = ["cancel": true] }
      case .tapTab(let page, let owner):
        call["name"] = .string(page)
        call["coordinator"] = context.engine.plain(.coordinator(owner))
      case .back: break
      }
      result.gestures.append(.table(call))
    }
    return result
  }
}
