import Foundation
import SeededRandom
import Signalbox
import Testing
import UIKit

@testable import SignalboxUIOnStandIns

/// The number of random sequences: set `SIGNALBOX_SEQUENCES=10000` for a long check.
let sequenceCount =
  ProcessInfo.processInfo.environment["SIGNALBOX_SEQUENCES"].flatMap(Int.init) ?? 200

extension UIKitTests {
  /// Random operations and touches, with stand-ins for UIKit that delay, reject and lose commands.
  @MainActor
  struct RandomTests {
    @Test func `engine and UIKit are equal whenever they are idle, and no command waits forever`()
      throws
    {
      for seed in 1...UInt64(sequenceCount) {
        let application = try SampleApplication()
        let touches = RandomTouches(seed: seed, application)
        var sequence = RandomSequence(seed: seed, application, touches)
        if let failure = sequence.run() {
          Issue.record("seed \(seed): \(failure)")
          return
        }
      }
    }
  }
}

/// UIKit with a simulated user.
@MainActor
private final class RandomTouches: RandomSubject {
  let loop = TestLoop()
  private let window = UIWindow()
  private let interface: UIKitInterface
  private let user: UIKitUser
  private let faults: RandomFaults
  /// Ends the open gesture.
  private var finger: (@MainActor (_ isCancelled: Bool) -> Void)?
  /// Whether a gesture can drive a push. The value is `false` while the test waits for idle.
  private var canDrive = false

  init(seed: UInt64, _ application: SampleApplication) {
    Platform.reset()
    let (loop, faults) = (loop, RandomFaults(seed: seed, maxCount: 2))
    self.faults = faults
    Platform.schedule = { loop.schedule(after: .milliseconds($0), $1) }
    interface = UIKitInterface(
      application.engine, in: window, mainLoop: { loop.schedule(after: $0, $1) }
    ) { [weak engine = application.engine] screen in
      let controller = UIViewController()
      controller.navigationItem.title = engine?.node(of: screen.id)?.name
      return controller
    }
    user = UIKitUser(window: window)
    // A gesture can drive pushes of this style.
    _ = try? application.engine.register(PresentationStyle.push("zoom", isInteractive: true))
    interface.animationController = { _, _ in faults.happens() ? nil : RandomAnimation(faults) }
    interface.interactionController = { [weak self] _ in
      guard let self, canDrive, finger == nil, faults.happens(oneIn: 2) else { return nil }
      let driver = UIPercentDrivenInteractiveTransition()
      finger = { $0 ? driver.cancel() : driver.finish() }
      return driver
    }
    // Split views are expanded or collapsed at the launch.
    window.userResizes(isCompact: seed.isMultiple(of: 2))
    Platform.duration = { faults.duration(below: 600) }
    Platform.rejects = { faults.happens() }
    Platform.ignores = { faults.happens() }
    Platform.forgets = { faults.happens() }
  }

  var hasFaults: Bool {
    get { faults.isOn }
    set { faults.isOn = newValue }
  }
  var isSettled: Bool { interface.reconciler?.isSettled == true }
  var canPresent: Bool { true }

  func lift(_ random: inout SeededGenerator) {
    canDrive = false
    finger?(Bool.random(using: &random))
    finger = nil
  }

  func difference(from tree: InterfaceTree) -> String? {
    if interface.shown != tree { return "shown \(interface.shown)\nexpected \(tree)" }
    if user.presented.count != tree.layers.count {
      return "\(user.presented.count) presented, \(tree.layers.count) layers"
    }
    let changes = Platform.log.filter {
      $0.contains("during a transition") || $0.contains("split view")
    }
    if let change = changes.first { return change }
    guard let stack = tree.top?.contents?.frontStack, let shown = user.stack else { return nil }
    let names = stack.screens.map { interface.viewController(of: $0)?.navigationItem.title ?? "-" }
    let all = (stack.tabs == nil ? [] : ["-"]) + names
    let expected =
      stack.detail == nil || Platform.isCompact
      ? [all] : [Array(all.prefix(1)), Array(all.dropFirst())]
    return user.columns == expected ? nil : "\(user.columns) of \(shown), expected \(expected)"
  }

  func touch(_ random: inout SeededGenerator) -> String {
    canDrive = true
    if Int.random(in: 0..<8, using: &random) == 0 {
      window.userResizes(isCompact: !Platform.isCompact)
      return Platform.isCompact ? "collapse" : "expand"
    }
    if let finger {
      let isCancelled = Bool.random(using: &random)
      self.finger = nil
      finger(isCancelled)
      return isCancelled ? "let go" : "finish"
    }
    if let alert = user.top as? UIAlertController {
      if let field = alert.textFields?.randomElement(using: &random), Bool.random(using: &random) {
        field.userEnters("\(Int.random(in: 0..<3, using: &random))")
        return "enter \(field.text ?? "")"
      }
      guard let title = alert.actions.randomElement(using: &random)?.title,
        Int.random(in: 0..<3, using: &random) > 0
      else {
        if alert.preferredStyle == .actionSheet {
          alert.userTapsOutside()
          return "tap outside"
        }
        alert.dismiss(animated: Bool.random(using: &random))
        return "dismiss alert"
      }
      alert.userTaps(title)
      return "tap \(title)"
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      guard let stack = user.stack, let swipe = stack.userBeginsSwipe() else { return "no swipe" }
      finger = { stack.userEndsSwipe(swipe, isCancelled: $0) }
      return "swipe"
    case 2, 3:
      guard let sheet = user.top, let pull = sheet.userBeginsPull() else { return "no pull" }
      finger = { sheet.userEndsPull(pull, isCancelled: $0) }
      return "pull"
    case 4:
      user.stack?.userTapsBack()
      return "back button"
    case 5:
      guard let stack = user.stack, stack.viewControllers.count > 1 else { return "no menu" }
      stack.userPops(to: Int.random(in: 0..<stack.viewControllers.count - 1, using: &random))
      return "menu"
    case 6:
      user.presented.last?.dismiss(animated: Bool.random(using: &random))
      return "dismiss itself"
    default:
      guard let tabs = user.tabs.randomElement(using: &random),
        let index = tabs.viewControllers?.indices.randomElement(using: &random)
      else { return "no tabs" }
      tabs.userTaps(index)
      return "tab \(index)"
    }
  }
}

/// An application's animation.
@MainActor
private final class RandomAnimation: UIViewControllerAnimatedTransitioning {
  private let duration: TimeInterval

  init(_ faults: RandomFaults) { duration = Double(faults.duration(below: 600)) / 1000 }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval {
    duration
  }
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {}
}
