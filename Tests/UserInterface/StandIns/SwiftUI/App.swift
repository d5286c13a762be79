// Stand-ins for the part of SwiftUI that declares an application.

/// An application, as in SwiftUI.
@MainActor
public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

extension App {
  /// Reports that the application cannot run, because the stand-in draws nothing.
  public static func main() { print("\(Self.self) needs SwiftUI.") }
}

@MainActor
public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
  /// The content of each window.
  public let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// A scene with an action for a change. The stand-in retains the action for tests.
public struct ChangeObservingScene<Content: Scene, Value: Equatable>: Scene {
  public let scene: Content
  /// Called with the old value and the new value.
  public let action: @MainActor (Value, Value) -> Void
}

extension Scene {
  public func onChange<Value: Equatable>(
    of value: Value, _ action: @escaping @MainActor (Value, Value) -> Void
  ) -> ChangeObservingScene<Self, Value> {
    ChangeObservingScene(scene: self, action: action)
  }
}

public enum ScenePhase: Hashable, Sendable { case background, inactive, active }
