// Stand-ins for the part of UIKit that connects an application to its windows.

@MainActor
open class UIResponder {
  public init() {}
}

@MainActor
public final class UIApplication {}

@MainActor
public protocol UIApplicationDelegate: AnyObject {
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
  /// Reports that the application cannot run, because the stand-in draws nothing.
  public static func main() { print("\(Self.self) needs UIKit.") }
}

@MainActor
public final class UISceneSession {
  public struct Role: Hashable, Sendable {
    public static let windowApplication = Role()
  }

  public let role = Role.windowApplication

  public init() {}
}

@MainActor
public final class UISceneConfiguration {
  public let role: UISceneSession.Role
  public var delegateClass: AnyClass?

  public init(name: String?, sessionRole: UISceneSession.Role) { role = sessionRole }
}

@MainActor
open class UIScene {
  public final class ConnectionOptions {
    public init() {}
  }

  public init() {}
}

@MainActor
public final class UIWindowScene: UIScene {}

@MainActor
public protocol UISceneDelegate: AnyObject {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}
