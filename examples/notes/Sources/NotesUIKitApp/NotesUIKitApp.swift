#if canImport(UIKit)
  import Notes
  import Stage3
  import UIKit

  /// The application with UIKit.
  @main
  final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
      _ application: UIApplication, configurationForConnecting session: UISceneSession,
      options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
      configuration.delegateClass = SceneDelegate.self
      return configuration
    }
  }

  /// Shows the notes in the window of a scene. To run stage 2, import `Stage2` instead of `Stage3`.
  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private(set) var notes: UIKitNotes?

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      guard let scene = scene as? UIWindowScene else { return }
      let window = UIWindow(windowScene: scene)
      self.window = window
      // UIKit presents nothing in an invisible window.
      window.makeKeyAndVisible()
      do {
        notes = try UIKitNotes(NoteStore(), in: window)
      } catch {
        assertionFailure("\(error)")
      }
    }

    func sceneWillEnterForeground(_ scene: UIScene) { notes?.clock.start() }

    func sceneDidEnterBackground(_ scene: UIScene) { notes?.clock.stop() }
  }
#else
  @main
  struct NotesUIKitApp {
    static func main() { print("This application needs UIKit.") }
  }
#endif
