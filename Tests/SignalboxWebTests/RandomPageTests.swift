import SeededRandom
import Signalbox
import SignalboxUI
import Testing

@testable import SignalboxWeb

/// Tests random operations with a page that responds late or never, or sends reports that do not
/// match the shown interface.
@MainActor
struct RandomPageTests {
  @Test func `engine and page are equal whenever they are idle, and no command waits forever`()
    throws
  {
    for seed in 1...UInt64(60) {
      let application = try SampleApplication()
      let platform = try Platform(seed: seed, application)
      var sequence = RandomSequence(seed: seed, application, platform)
      if let failure = sequence.run() {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  /// A page with a simulated user.
  @MainActor
  private final class Platform: RandomSubject {
    let loop = TestLoop()
    private let link = WebScreenLink(name: "Sample") {}
    private let interface: WebInterface
    private var page: SimulatedPage
    private let faults: RandomFaults
    private let application: SampleApplication

    init(seed: UInt64, _ application: SampleApplication) throws {
      let (loop, faults) = (loop, RandomFaults(seed: seed, maxCount: 3))
      self.faults = faults
      self.application = application
      interface = WebInterface(application.engine, link) { loop.schedule(after: $0, $1) }
      page = try SimulatedPage(link)
      // An animation ends in the next turn, or the page does not report its end.
      loop.afterTurn = { [unowned self] in
        if !faults.happens(oneIn: 6) { _ = try? page.show() }
      }
    }

    var hasFaults: Bool {
      get { faults.isOn }
      set { faults.isOn = newValue }
    }
    var isSettled: Bool { interface.reconciler?.isSettled == true }
    var canPresent: Bool { true }

    func touch(_ random: inout SeededGenerator) -> String {
      do {
        let (event, fields) = report(&random)
        let reason = try page.report(event, fields)
        return "\(event) \(fields): \(reason ?? "accepted")"
      } catch {
        return "\(error)"
      }
    }

    private func report(
      _ random: inout SeededGenerator
    ) -> (event: String, fields: NavigationArguments) {
      let gesture: NavigationValue = Bool.random(using: &random) ? "swipeBack" : "swipeDown"
      let layer: NavigationValue = .string(interface.shown.top.map { "\($0.id)" } ?? "l1")
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return ("back", [:])
      case 1, 2: return ("began", ["gesture": gesture])
      case 3: return ("moved", ["gesture": gesture, "progress": 0.5])
      case 4: return ("cancelled", ["gesture": gesture])
      case 5, 6: return ("completed", ["gesture": gesture])
      case 7, 8:
        let bar = interface.shown.top?.contents?.visibleTabBars.randomElement(using: &random)
        let page = bar?.pages.randomElement(using: &random)
        return (
          "tab",
          ["bar": .string("\(bar?.id.description ?? "b0")"), "page": .string(page?.id ?? "x")]
        )
      case 9: return ("button", ["layer": layer, "text": "Yes"])
      case 10: return ("enter", ["layer": layer, "field": "name", "text": "Milk"])
      default:
        page.disconnect()
        if let other = try? SimulatedPage(link) { page = other }
        return ("tap", ["text": "Help"])
      }
    }

    func lift(_ random: inout SeededGenerator) {
      for gesture in ["swipeBack", "swipeDown"] {
        _ = try? page.report(
          Bool.random(using: &random) ? "cancelled" : "completed", ["gesture": .string(gesture)])
      }
    }

    func difference(from tree: InterfaceTree) -> String? {
      do {
        // A page that was ignored responds again.
        try page.showAll()
        guard loop.run() else { return "the main loop does not come to an end" }
        try page.showAll()
      } catch {
        return "\(error)"
      }
      if interface.shown != tree { return "shown \(interface.shown)\nexpected \(tree)" }
      var faces = WebFaces()
      faces.read(tree, from: application.engine)
      let expected = WebRendering.value(of: tree, faces)
      guard page.rendering == expected else {
        return "page \(page.rendering.map(\.line) ?? "nothing")\nexpected \(expected.line)"
      }
      return nil
    }
  }
}
