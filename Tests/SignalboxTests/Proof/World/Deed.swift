import SeededRandom

@testable import Signalbox

/// A random operation or gesture as data that can be dropped, simplified and repeated.
///
/// The target is an index into the objects that exist at that time, so that an action remains
/// meaningful if others before it are removed.
struct Deed: Equatable, Sendable {
  /// The time of submission: outside callbacks, or in a callback of the previous action.
  enum Timing: Int, Sendable {
    case outside, inCompletion
    /// The previous action has begun, but has not changed anything yet.
    case atBeginning
  }

  /// The index in ``DeedKind/all``.
  var kind: Int
  /// The calling coordinator: an index into all existing coordinators and one finished coordinator.
  var caller: Int
  /// An index into the names that the kind accepts.
  var name: Int
  var style: StyleName
  var switches: OperationOptions.Switches
  /// A count, or the index of a layer, a screen or a set of pages.
  var number: Int
  var timing: Timing
}

extension Deed {
  init(using generator: inout SeededGenerator) {
    var left = generator.below(DeedKind.totalWeight)
    kind = 0
    for (index, one) in DeedKind.all.enumerated() {
      if left < one.weight {
        kind = index
        break
      }
      left -= one.weight
    }
    caller = generator.below(1000)
    name = generator.below(1000)
    style = generator.pick(Self.styles)
    number = generator.below(1000)
    switches = []
    for one in DeedKind.all[kind].switches where generator.below(5) == 0 { switches.insert(one) }
    // Section 6: one operation in ten is called from a callback.
    switch generator.below(20) {
    case 0: timing = .inCompletion
    case 1: timing = .atBeginning
    default: timing = .outside
    }
  }

  private static let styles: [StyleName] = [
    .automatic, .automatic, .push, .sheet, .fullScreen, .popover,
  ]

  /// Returns simpler versions of the action, each with one simplification.
  var simpler: [Deed] {
    var list: [Deed] = []
    func add(_ change: (inout Deed) -> Void) {
      var deed = self
      change(&deed)
      if deed != self { list.append(deed) }
    }
    add { $0.timing = .outside }
    add { $0.switches = [] }
    for one in DeedKind.all[kind].switches { add { $0.switches.remove(one) } }
    add { $0.style = .automatic }
    add { $0.number = 1 }
    add { $0.number = 0 }
    add { $0.name = 0 }
    return list
  }
}

/// All random choices of one sequence.
struct RandomSequence: Sendable {
  var plan: WorldPlan
  var deeds: [Deed]

  init(seed: UInt64, length: Int) {
    var generator = SeededGenerator(seed: seed)
    plan = WorldPlan(using: &generator)
    deeds = []
    deeds.reserveCapacity(length)
    for _ in 0..<length { deeds.append(Deed(using: &generator)) }
  }
}
