import Foundation
import SeededRandom
import Signalbox
import Testing

@testable import SignalboxUI

/// The number of random sequences: `SIGNALBOX_SEQUENCES=10000` for a long check.
let sequenceCount =
  ProcessInfo.processInfo.environment["SIGNALBOX_SEQUENCES"].flatMap(Int.init) ?? 300

/// Random operations and random moves, on a platform that delays, rejects and forgets.
@MainActor
struct RandomReconcilerTests {
  @Test func `engine and interface are equal at every quiet point, and nothing waits for ever`()
    throws
  {
    for seed in 1...UInt64(sequenceCount) {
      var sequence = try Sequence(seed: seed)
      if let failure = sequence.run() {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  /// One sequence.
  @MainActor
  private struct Sequence {
    private let application: SampleApplication
    private let host = SimulatedHost()
    private let reconciler: InterfaceReconciler
    private var play: RandomPlay
    private var random: SeededGenerator
    private var log: [String] = []
    private var open: InteractiveGesture?

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      application = try SampleApplication()
      reconciler = InterfaceReconciler(application.engine, host: host)
      play = RandomPlay(
        application: application, random: SeededGenerator(seed: seed &* 31))
      let behaviors = Behaviors(seed: seed)
      host.behavior = { behaviors.next($0) }
    }

    mutating func run() -> String? {
      application.engine.launch(["Main", "Tabs", "Root"].randomElement(using: &random) ?? "Main")
      for _ in 0..<30 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: log.append(play.operate())
        case 5...7: log.append(move())
        case 8: host.run(for: Int.random(in: 0..<500, using: &random))
        default: if let failure = settle() { return failure }
        }
      }
      return settle()
    }

    /// Runs until nothing is scheduled, then compares.
    private mutating func settle() -> String? {
      let engine = application.engine
      log.append("settle")
      guard host.run() else { return describe("the main loop does not come to an end") }
      open = nil
      if engine.waitingCount > 0 { return describe("\(engine.waitingCount) operations wait") }
      if host.shown != engine.interface {
        return describe("shown \(host.shown)\nexpected \(engine.interface)")
      }
      return reconciler.isSettled ? nil : describe("the reconciler is not settled")
    }

    private func describe(_ failure: String) -> String {
      (log + application.takeProblems() + [failure]).joined(separator: "\n")
    }

    /// Does what the user or the platform does.
    private mutating func move() -> String {
      application.interceptsBack = Int.random(in: 0..<8, using: &random) == 0
      application.allowsDismissal = Int.random(in: 0..<8, using: &random) > 0
      if let gesture = open { return proceed(gesture) }
      guard let top = host.shown.top, let contents = top.contents else { return "nothing" }
      switch Int.random(in: 0..<9, using: &random) {
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
        guard top.style == "alert" else { return "no alert" }
        host.change { $0.layers.removeLast() }
        reconciler.handle(.tappedButton("Yes", of: top.id))
        return "tapped"
      }
    }

    private mutating func proceed(_ gesture: InteractiveGesture) -> String {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        reconciler.handle(.moved(gesture, progress: Double.random(in: 0...1, using: &random)))
        return "move"
      case 1:
        open = nil
        reconciler.handle(.cancelled(gesture))
        return "cancel"
      case 2:
        open = nil  // The platform forgets to report the end.
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

  /// Mostly shows what it is told; at most a few commands of a row are rejected or forgotten.
  @MainActor
  private final class Behaviors {
    private var random: SeededGenerator
    private var failures = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 7919) }

    func next(_ command: InterfaceCommand) -> SimulatedHost.Behavior {
      let number = Int.random(in: 0..<20, using: &random)
      if number > 3 || failures >= 3 { failures = 0 } else { failures += 1 }
      let delay = Int.random(in: 1..<400, using: &random)
      guard failures > 0 else {
        return number < 8 ? .now : number < 10 ? .twice(delay) : .later(delay)
      }
      // No platform rejects another root of its window.
      if case .setRoot = command { return .unreported }
      return [
        .rejected(after: 0), .rejected(after: delay), .unreported, .lost,
      ][number]
    }
  }
}
