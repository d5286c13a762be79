import Testing

@testable import Signalbox

/// The relations in section 6 that concern several operations and the history.
extension RelationTests {
  /// Operations of every kind. Each operation may be rejected.
  private static let commands: [@Sendable (AnyRouter) -> Outcome?] = [
    { $0.navigate(to: "A", [:], .push) },
    { $0.present("A") },
    { $0.navigate(to: "to0") },
    { $0.pop() },
    { $0.dismiss() },
    { $0.popToRoot() },
    { $0.root("to0") },
    { $0.setStack(["A", "A"]) },
    { $0.select("p1") },
    { $0.popLast() },
    { $0.finishFlow() },
  ]

  private static func command(_ start: Start, _ offset: Int = 0) -> (AnyRouter) -> Outcome? {
    commands[(start.number + offset) % commands.count]
  }

  @Test func `a batch has the same result as its operations in sequence`() {
    let chosen = { (start: Start) in [0, 2, 3].map { Self.command(start, $0) } }
    expect(
      { start in
        let outcome = start.router.batch {
          for command in chosen(start) { _ = command(start.router) }
        }
        return outcome?.error == nil ? start.shown : "refused"
      },
      equals: { start in
        for command in chosen(start) where command(start.router)?.error != nil { return "refused" }
        return start.shown
      })
  }

  @Test func `an operation followed by undo changes nothing`() {
    expectIdentity { start in
      start.engine.keepsFinished = true
      return Self.isDone(Self.command(start)(start.router)) && Self.isDone(start.engine.undo())
    }
  }

  @Test func `undo followed by redo changes nothing`() {
    expectIdentity { start in
      Self.isDone(start.engine.undo()) && Self.isDone(start.engine.redo())
    }
  }

  @Test func `a swipe in phases that the user releases early changes nothing`() {
    expectIdentity { start in
      var options = OperationOptions()
      options.phase = .begin
      guard start.engine.perform("swipeBack", options) == nil else { return false }
      options.phase = .cancel
      return start.engine.perform("swipeBack", options)?.reason == .cancelledByUser
    }
  }
}
