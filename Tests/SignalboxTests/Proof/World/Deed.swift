import SeededRandom

@testable import Signalbox

/// One random operation or gesture as data: it can be dropped, made simpler and done again.
///
/// Whom it concerns is an index among those there are at that time, so that a deed still means
/// something when others before it are gone.
struct Deed: Equatable, Sendable {
  /// When it is submitted: from outside, or from a callback of the deed before it.
  enum Timing: Int, Sendable {
    case outside, inCompletion
    /// While the deed before it has begun and not changed anything yet.
    case atBeginning
  }

  /// Its place in ``DeedKind/all``.
  var kind: Int
  /// Which coordinator calls: an index into all living ones and one that is gone.
  var caller: Int
  /// An index into whatever names the kind takes.
  var name: Int
  var style: StyleName
  var switches: OperationOptions.Switches
  /// A count, or an index of a layer, a screen or a set of pages.
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
    // Section 6: one operation in ten comes from a callback.
    switch generator.below(20) {
    case 0: timing = .inCompletion
    case 1: timing = .atBeginning
    default: timing = .outside
    }
  }

  private static let styles: [StyleName] = [
    .automatic, .automatic, .push, .sheet, .fullScreen, .popover,
  ]

  /// The deed with less to it, each way for itself.
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

/// Everything random about one sequence.
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
