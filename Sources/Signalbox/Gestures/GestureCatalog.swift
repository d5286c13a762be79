/// The catalog of all gestures, in the order of the reference.
///
/// A gesture simulates a user action. Gestures run through the queue like operations and lead to
/// the same states as the equivalent operations. Only reasons and the events of user actions differ
/// (invariant I18). To add a gesture, add a file to this folder and an element to this list.
public enum GestureCatalog {
  /// All gestures, in the order of the reference.
  public static let gestures: [NavigationOperation] = [
    TapGesture.tap, TapAlertGesture.tapAlert, EnterTextGesture.enterText, BackGesture.back,
    LongPressBackGesture.longPressBack, SwipeBackGesture.swipeBack, SwipeDownGesture.swipeDown,
    TapTabGesture.tapTab, OpenGesture.open,
  ]
}
