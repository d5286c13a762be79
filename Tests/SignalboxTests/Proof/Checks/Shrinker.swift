@testable import Signalbox

/// Reduces a failing sequence: fewer commands, simpler commands, a smaller application.
struct Shrinker {
  private let sequence: RandomSequence
  private let fault: (RandomSequence) -> String?
  private let original: String?

  /// - Parameter fault: Returns the fault of a sequence, or `nil` if there is none.
  init(_ sequence: RandomSequence, fault: @escaping (RandomSequence) -> String?) {
    self.sequence = sequence
    self.fault = fault
    original = fault(sequence).map(Self.essence)
  }

  func shrunk() -> RandomSequence {
    guard original != nil else { return sequence }
    var best = sequence
    while let smaller = fewer(best) ?? simpler(best) ?? plainer(best) { best = smaller }
    return best
  }

  /// Returns a fault without its numbers and lists, so that a smaller sequence must have the same
  /// fault.
  private static func essence(_ fault: String) -> String {
    fault.replacing(/\[[^\]]*\]|[0-9]+/, with: "").replacing(" none", with: "")
  }

  private func fails(_ sequence: RandomSequence) -> Bool {
    fault(sequence).map(Self.essence) == original
  }

  /// Removes a range of commands, trying the longest range first.
  private func fewer(_ sequence: RandomSequence) -> RandomSequence? {
    var length = sequence.commands.count
    while length > 0 {
      for start in stride(from: 0, through: sequence.commands.count - length, by: length) {
        var smaller = sequence
        smaller.commands.removeSubrange(start..<start + length)
        if fails(smaller) { return smaller }
      }
      length /= 2
    }
    return nil
  }

  private func simpler(_ sequence: RandomSequence) -> RandomSequence? {
    for index in sequence.commands.indices {
      for command in sequence.commands[index].simpler
      where command.weight < sequence.commands[index].weight {
        var smaller = sequence
        smaller.commands[index] = command
        if fails(smaller) { return smaller }
      }
    }
    return nil
  }

  /// Simplifies the definitions.
  private func plainer(_ sequence: RandomSequence) -> RandomSequence? {
    for index in sequence.plan.kinds.indices {
      let kind = sequence.plan.kinds[index]
      for change in changes(of: kind) {
        var smaller = sequence
        change(&smaller.plan.kinds[index])
        if fails(smaller) { return smaller }
      }
    }
    return nil
  }

  private func changes(of kind: ApplicationPlan.Kind) -> [(inout ApplicationPlan.Kind) -> Void] {
    var changes: [(inout ApplicationPlan.Kind) -> Void] = []
    for place in kind.start.indices { changes.append { $0.start.remove(at: place) } }
    for place in kind.routes.indices { changes.append { $0.routes.remove(at: place) } }
    for place in kind.routes.indices where kind.routes[place].style != .automatic {
      changes.append { $0.routes[place].style = .automatic }
    }
    for place in kind.pages.indices where kind.pages[place].id != kind.current {
      changes.append { $0.pages.remove(at: place) }
    }
    if kind.current != nil { changes.append { $0.current = nil } }
    if kind.isInteractive != nil { changes.append { $0.isInteractive = nil } }
    if kind.style != .sheet { changes.append { $0.style = .sheet } }
    return changes
  }
}

extension RandomCommand {
  /// The size of a command, which shrinking reduces.
  fileprivate var weight: Int {
    timing.rawValue + switches.rawValue.nonzeroBitCount + (style == .automatic ? 0 : 1)
      + (number == 0 ? 0 : number == 1 ? 1 : 2) + (name == 0 ? 0 : 1)
  }
}
