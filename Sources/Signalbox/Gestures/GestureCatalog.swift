/// Every gesture, in the order that references show.
///
/// A gesture is a simulated deed of the user: it runs through the queue like an operation and leaves
/// exactly the state of its programmatic equivalent; only reasons differ (invariant I18). A new one
/// is one file in this folder and its name here.
public enum GestureCatalog {
  /// The gestures, in that order.
  public static let gestures: [NavigationOperation] = [
    TapGesture.tap, TapAlertGesture.tapAlert, BackGesture.back, LongPressBackGesture.longPressBack,
    SwipeBackGesture.swipeBack,
    SwipeDownGesture.swipeDown, TapTabGesture.tapTab, OpenGesture.open,
  ]
}
