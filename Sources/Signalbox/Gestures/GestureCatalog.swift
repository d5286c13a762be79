/// A simulated deed of the user: runs through the queue like an operation and leaves exactly the
/// state of its programmatic equivalent; only reasons differ (invariant I18).
public protocol NavigationGesture: NavigationOperation {}

/// Every gesture, in the order that references show.
///
/// A new gesture is one file in this folder and one line here.
public enum GestureCatalog {
  /// The gestures, in that order.
  public static let gestures: [any NavigationGesture.Type] = [
    TapGesture.self,
    TapAlertGesture.self,
    BackGesture.self,
    LongPressBackGesture.self,
    SwipeBackGesture.self,
    SwipeDownGesture.self,
    TapTabGesture.self,
    OpenGesture.self,
  ]
}
