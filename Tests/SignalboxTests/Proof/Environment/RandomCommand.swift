import SeededRandom

@testable import Signalbox

/// A random operation or gesture as data that can be dropped, simplified and repeated.
///
/// The target is an index into the objects that exist at that time, so that a command remains
/// meaningful if others before it are removed.
struct RandomCommand: Equatable, Sendable {
  /// The time of submission: outside callbacks, or in a callback of the previous command.
  enum Timing: Int, Sendable {
    case outside, inCompletion
    /// The previous command has begun, but has not changed anything yet.
    case atBeginning
  }

  /// The index in ``CommandKind/all``.
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

extension RandomCommand {
  init(using generator: inout SeededGenerator) {
    var left = generator.below(CommandKind.totalWeight)
    kind = 0
    for (index, one) in CommandKind.all.enumerated() {
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
    for one in CommandKind.all[kind].switches where generator.below(5) == 0 { switches.insert(one) }
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

  /// Returns simpler versions of the command, each with one simplification.
  var simpler: [RandomCommand] {
    var list: [RandomCommand] = []
    func add(_ change: (inout RandomCommand) -> Void) {
      var command = self
      change(&command)
      if command != self { list.append(command) }
    }
    add { $0.timing = .outside }
    add { $0.switches = [] }
    for one in CommandKind.all[kind].switches { add { $0.switches.remove(one) } }
    add { $0.style = .automatic }
    add { $0.number = 1 }
    add { $0.number = 0 }
    add { $0.name = 0 }
    return list
  }
}

/// All random choices of one sequence.
struct RandomSequence: Sendable {
  var plan: ApplicationPlan
  var commands: [RandomCommand]

  init(seed: UInt64, length: Int) {
    var generator = SeededGenerator(seed: seed)
    plan = ApplicationPlan(using: &generator)
    commands = []
    commands.reserveCapacity(length)
    for _ in 0..<length { commands.append(RandomCommand(using: &generator)) }
  }
}
