/// The catalog of all gestures, in the order of the reference.
///
/// A gesture simulates a user action. It runs through the queue like an operation and leads to the
/// same state as the equivalent operation. Only the reasons differ (invariant I18). To add a
/// gesture, add a file to this folder and the gesture's name to this list.
public enum GestureCatalog {
  /// All gestures, in the order of the reference.
  public static let gestures: [NavigationOperation] = [
    TapGesture.tap, TapAlertGesture.tapAlert, EnterTextGesture.enterText, BackGesture.back,
    LongPressBackGesture.longPressBack, SwipeBackGesture.swipeBack, SwipeDownGesture.swipeDown,
    TapTabGesture.tapTab, OpenGesture.open,
  ]
}
