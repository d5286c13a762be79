import SeededRandom
import Signalbox

/// A platform with a simulated user, for random sequences.
@MainActor
protocol RandomSubject: AnyObject {
  /// The main loop of the platform.
  var loop: TestLoop { get }
  /// Whether the platform delays, rejects and loses commands.
  var hasFaults: Bool { get set }
  /// Whether the engine and the interface are equal and idle.
  var isSettled: Bool { get }
  /// Whether the platform presents a layer above the front layer.
  var canPresent: Bool { get }

  /// Performs a random user action or platform change, and returns its name for messages.
  func touch(_ random: inout SeededGenerator) -> String
  /// Ends the gesture that the user has begun.
  func lift(_ random: inout SeededGenerator)
  /// Returns the difference between the screen and the engine's interface, or `nil` if they are
  /// equal.
  func difference(from interface: InterfaceTree) -> String?
}

/// One random sequence of operations and touches.
@MainActor
struct RandomSequence {
  private let application: SampleApplication
  private let subject: any RandomSubject
  private var play: RandomPlay
  private var random: SeededGenerator
  private var log: [String] = []

  private var engine: NavigationEngine { application.engine }

  init(seed: UInt64, _ application: SampleApplication, _ subject: any RandomSubject) {
    (self.application, self.subject) = (application, subject)
    random = SeededGenerator(seed: seed)
    play = RandomPlay(application: application, random: SeededGenerator(seed: seed &* 31))
  }

  /// Runs the sequence.
  ///
  /// - Returns: The first fault and the actions before it, or `nil` if no fault occurred.
  mutating func run() -> String? {
    engine.launch(["Main", "Tabs", "Root", "Split"].randomElement(using: &random) ?? "Main")
    for _ in 0..<30 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4: log.append(play.operate())
      case 5...7:
        application.interceptsBack = Int.random(in: 0..<8, using: &random) == 0
        application.allowsDismissal = Int.random(in: 0..<8, using: &random) > 0
        log.append(subject.touch(&random))
      case 8: subject.loop.run(for: Int.random(in: 0..<500, using: &random))
      default: if let failure = settle() { return describe(failure) }
      }
    }
    return settle().map(describe)
  }

  private func describe(_ failure: String) -> String {
    (log + application.takeProblems() + [failure]).joined(separator: "\n")
  }

  /// Runs until nothing is scheduled, and compares the engine with the interface. Without faults,
  /// the platform must still be able to present a layer.
  private mutating func settle() -> String? {
    log.append("settle")
    // A user does not hold a gesture indefinitely.
    subject.lift(&random)
    if let failure = waitAndCompare() { return failure }
    guard engine.main != nil, subject.canPresent, Int.random(in: 0..<4, using: &random) == 0 else {
      return nil
    }
    subject.hasFaults = false
    defer { subject.hasFaults = true }
    let problems = application.problems.count
    let count = engine.interface.layers.count
    log.append("present cover")
    application.main.navigate(to: "cover")
    if let failure = waitAndCompare() { return failure }
    guard engine.interface.layers.count == count + 1, application.problems.count == problems else {
      return "the platform could not present a layer any more"
    }
    return nil
  }

  private func waitAndCompare() -> String? {
    guard subject.loop.run() else { return "the main loop does not come to an end" }
    if engine.waitingCount > 0 { return "\(engine.waitingCount) operations wait" }
    if let difference = subject.difference(from: engine.interface) { return difference }
    return subject.isSettled ? nil : "the reconciler is not settled"
  }
}

/// Random faults, with a maximum number of consecutive faults.
@MainActor
final class RandomFaults {
  private var random: SeededGenerator
  private let maxCount: Int
  private var count = 0
  var isOn = true

  /// Creates faults.
  ///
  /// - Parameter maxCount: The maximum number of consecutive faults.
  init(seed: UInt64, maxCount: Int) {
    random = SeededGenerator(seed: seed &* 7919)
    self.maxCount = maxCount
  }

  /// Returns the duration of an animation in milliseconds.
  func duration(below limit: Int) -> Int { Int.random(in: 1..<limit, using: &random) }

  /// Returns whether the next call fails.
  func happens(oneIn chance: Int = 12) -> Bool {
    let happens = isOn && count < maxCount && Int.random(in: 0..<chance, using: &random) == 0
    count = happens ? count + 1 : 0
    return happens
  }

  /// Returns one of several faults.
  func choose<Fault>(_ faults: [Fault]) -> Fault? { faults.randomElement(using: &random) }
}
