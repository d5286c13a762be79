import Foundation
import SeededRandom
import Signalbox
import Testing
import UIKit

@testable import SignalboxUIOnStandIns

/// The number of random sequences: `SIGNALBOX_SEQUENCES=10000` for a long check.
let sequenceCount =
  ProcessInfo.processInfo.environment["SIGNALBOX_SEQUENCES"].flatMap(Int.init) ?? 200

extension UIKitTests {
  /// Random operations and random touches, in a UIKit that delays, refuses and forgets.
  @MainActor
  struct RandomTests {
    @Test func `engine and UIKit are equal at every quiet point, and nothing waits for ever`()
      throws
    {
      for seed in 1...UInt64(sequenceCount) {
        if let failure = try RandomTouches(seed: seed).run() {
          Issue.record("seed \(seed): \(failure)")
          return
        }
      }
    }
  }
}

/// One random sequence.
@MainActor
private final class RandomTouches {
  private let application: SampleApplication
  private let loop = TestLoop()
  private let window = UIWindow()
  private let interface: UIKitInterface
  private let user: UIKitUser
  private var play: RandomPlay
  private var random: SeededGenerator
  private var log: [String] = []
  /// Ends the gesture that is open.
  private var finger: (@MainActor (_ isCancelled: Bool) -> Void)?

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    Platform.reset()
    let loop = loop
    Platform.schedule = { loop.schedule(after: .milliseconds($0), $1) }
    application = try SampleApplication()
    interface = UIKitInterface(
      application.engine, in: window, mainLoop: { loop.schedule(after: $0, $1) }
    ) { _ in UIViewController() }
    user = UIKitUser(window: window)
    play = RandomPlay(application: application, random: SeededGenerator(seed: seed &* 31))
    let faults = Faults(seed: seed)
    Platform.duration = { faults.duration() }
    Platform.refuses = { faults.happens() }
    Platform.ignores = { faults.happens() }
    Platform.forgets = { faults.happens() }
  }

  /// At most two faults in a row.
  @MainActor
  private final class Faults {
    private var random: SeededGenerator
    private var count = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 7919) }

    func duration() -> Int { Int.random(in: 1..<600, using: &random) }

    func happens() -> Bool {
      let happens = count < 2 && Int.random(in: 0..<12, using: &random) == 0
      count = happens ? count + 1 : 0
      return happens
    }
  }

  func run() -> String? {
    application.engine.launch(["Main", "Tabs", "Root"].randomElement(using: &random) ?? "Main")
    for _ in 0..<30 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4: log.append(play.operate())
      case 5...7: log.append(touch())
      case 8: loop.run(for: Int.random(in: 0..<500, using: &random))
      default: if let failure = settle() { return failure }
      }
    }
    return settle()
  }

  private func settle() -> String? {
    log.append("settle")
    // A finger does not rest for ever.
    finger?(Bool.random(using: &random))
    finger = nil
    let engine = application.engine
    var failure: String?
    if !loop.run() {
      failure = "the main loop does not come to an end"
    } else if engine.waitingCount > 0 {
      failure = "\(engine.waitingCount) operations wait"
    } else if interface.shown != engine.interface {
      failure = "shown \(interface.shown)\nexpected \(engine.interface)"
    } else if interface.reconciler?.isSettled != true {
      failure = "the reconciler is not settled"
    } else if user.presented.count != max(engine.interface.layers.count, 0) {
      failure = "\(user.presented.count) presented, \(engine.interface.layers.count) layers"
    }
    return failure.map { (log + application.takeProblems() + [$0]).joined(separator: "\n") }
  }

  private func touch() -> String {
    application.interceptsBack = Int.random(in: 0..<8, using: &random) == 0
    application.allowsDismissal = Int.random(in: 0..<8, using: &random) > 0
    if let finger {
      let isCancelled = Bool.random(using: &random)
      self.finger = nil
      finger(isCancelled)
      return isCancelled ? "let go" : "finish"
    }
    if let alert = user.top as? UIAlertController {
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
