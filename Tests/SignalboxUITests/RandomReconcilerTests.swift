import Foundation
import SeededRandom
import Signalbox
import Testing

@testable import SignalboxUI

/// The number of random sequences: set `SIGNALBOX_SEQUENCES=10000` for a long check.
let sequenceCount =
  ProcessInfo.processInfo.environment["SIGNALBOX_SEQUENCES"].flatMap(Int.init) ?? 300

/// Random operations and user actions, on a platform that delays, rejects and loses commands.
@MainActor
struct RandomReconcilerTests {
  @Test func `engine and interface are equal whenever they are idle, and no command waits forever`()
    throws
  {
    for seed in 1...UInt64(sequenceCount) {
      let application = try SampleApplication()
      let platform = Platform(seed: seed, application)
      var sequence = RandomSequence(seed: seed, application, platform)
      if let failure = sequence.run() {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  /// A platform without views.
  @MainActor
  private final class Platform: RandomSubject {
    private let host = SimulatedHost()
    private let reconciler: InterfaceReconciler
    private let faults: RandomFaults
    private var open: InteractiveGesture?

    init(seed: UInt64, _ application: SampleApplication) {
      reconciler = InterfaceReconciler(application.engine, host: host)
      let faults = RandomFaults(seed: seed, maxCount: 3)
      self.faults = faults
      host.behavior = { Self.behavior($0, faults) }
    }

    /// Returns a behavior, which usually performs the command.
    private static func behavior(
      _ command: InterfaceCommand, _ faults: RandomFaults
    ) -> SimulatedHost.Behavior {
      let delay = faults.duration(below: 400)
      guard faults.happens(oneIn: 5) else {
        return faults.choose([.now, .now, .twice(delay)] + (0..<5).map { _ in .later(delay) })
          ?? .now
      }
      // No platform rejects a new root of its window.
      if case .setRoot = command { return .unreported }
      return faults.choose([.rejected(after: 0), .rejected(after: delay), .unreported, .lost])
        ?? .lost
    }

    var loop: TestLoop { host.loop }
    var hasFaults: Bool {
      get { faults.isOn }
      set { faults.isOn = newValue }
    }
    var isSettled: Bool { reconciler.isSettled }
    var canPresent: Bool { true }

    func lift(_ random: inout SeededGenerator) {
      open = nil
      host.isInteracting = false
    }

    func difference(from interface: InterfaceTree) -> String? {
      host.shown == interface ? nil : "shown \(host.shown)\nexpected \(interface)"
    }

    func touch(_ random: inout SeededGenerator) -> String {
      if let gesture = open { return proceed(gesture, &random) }
      guard let top = host.shown.top, let contents = top.contents else { return "nothing" }
      switch Int.random(in: 0..<10, using: &random) {
      case 9:
        host.isWide.toggle()
        return host.isWide ? "expand" : "collapse"
      case 0:
        reconciler.handle(.back)
        return "back"
      case 1:
        guard let bar = contents.tabBars.randomElement(using: &random),
          let page = bar.pages.randomElement(using: &random)
        else { return "no tabs" }
        if Bool.random(using: &random) {
          reconciler.handle(.tappedTab(page: page.id, of: bar.id))
          return "tap \(page.id)"
        }
        host.change { $0.apply(.select(page: page.id, of: bar.id)) }
        reconciler.handle(.selected(page: page.id, of: bar.id))
        return "select \(page.id)"
      case 2, 3:
        guard let stack = contents.frontStack, stack.count > 1 else { return "no stack" }
        let gesture = InteractiveGesture.swipeBack(stack.id)
        if Bool.random(using: &random), !reconciler.mayBegin(gesture) { return "may not begin" }
        open = gesture
        reconciler.handle(.began(gesture))
        return "begin \(gesture)"
      case 4:
        guard host.shown.layers.count > 1 else { return "no layer" }
        guard top.isDismissible else {
          reconciler.handle(.attemptedDismissal(top.id))
          return "attempt"
        }
        open = .swipeDown(top.id)
        reconciler.handle(.began(.swipeDown(top.id)))
        return "begin pull \(top.id)"
      case 5:
        guard let stack = contents.stacks.randomElement(using: &random), stack.count > 1 else {
          return "no stack"
        }
        let kept = Int.random(
          in: stack.tabs == nil ? 1...stack.count : 0...stack.screens.count, using: &random)
        host.change {
          $0.apply(.setScreens(Array(stack.screens.prefix(kept)), of: stack.id, .pop))
        }
        reconciler.handle(.popped(stack.id))
        return "popped \(stack.id) to \(kept)"
      case 6:
        guard let layer = host.shown.layers.dropFirst().randomElement(using: &random) else {
          return "no layer"
        }
        host.change { $0.apply(.dismiss(layer.id)) }
        reconciler.handle(.dismissed(layer.id, byUser: Bool.random(using: &random)))
        return "dismissed \(layer.id)"
      default:
        guard top.isDialog else { return "no alert" }
        if let field = top.fields.randomElement(using: &random), Bool.random(using: &random) {
          let text = "\(Int.random(in: 0..<3, using: &random))"
          host.change { $0.apply(.setText(text, field: field.name, of: top.id)) }
          reconciler.handle(.entered(text, field: field.name, of: top.id))
          return "enter \(text)"
        }
        host.change { $0.layers.removeLast() }
        reconciler.handle(.tappedButton("Yes", of: top.id))
        return "tapped"
      }
    }

    private func proceed(
      _ gesture: InteractiveGesture, _ random: inout SeededGenerator
    ) -> String {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        reconciler.handle(.moved(gesture, progress: Double.random(in: 0...1, using: &random)))
        return "move"
      case 1:
        open = nil
        reconciler.handle(.cancelled(gesture))
        return "cancel"
      case 2:
        open = nil  // The platform does not report the end.
        return "forget"
      default:
        open = nil
        complete(gesture)
        reconciler.handle(.completed(gesture))
        return "complete \(gesture)"
      }
    }

    private func complete(_ gesture: InteractiveGesture) {
      switch gesture {
      case .swipeBack(let id):
        guard let stack = host.shown.stack(id), stack.count > 1, !stack.screens.isEmpty else {
          return
        }
        host.change { $0.apply(.setScreens(Array(stack.screens.dropLast()), of: id, .pop)) }
      case .swipeDown(let id): host.change { $0.apply(.dismiss(id)) }
      }
    }
  }
}
