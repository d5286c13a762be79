@testable import Signalbox

/// A command in its context, in three forms: a call of the engine, a change to the model, and a
/// line of a script.
struct ConcreteCommand {
  /// The model's number of the calling coordinator, or `nil` for the user.
  var caller: Int?
  var perform: (OperationOptions) -> Outcome?
  var expect: (inout Model) throws(NoEffect) -> ModelOutcome.Value
  /// The call in the syntax of scripts, without its options.
  var script: ScriptCall
  var options = OperationOptions()
  /// A successful restart cancels waiting operations.
  var isRestart = false
  /// Rejected after an operation with the same key that was `done`.
  var key: String?
  /// A change of the position in the history instead of an operation.
  var moveInHistory: (back: Bool, count: Int)?
}

/// An operation or gesture in random sequences.
///
/// A new operation is one entry of ``all``: its weight, its switches, and the functions that
/// perform, predict and print it.
struct CommandKind: Sendable {
  let name: String
  /// The weight relative to ``totalWeight``.
  let weight: Int
  var switches: [OperationOptions.Switches] = []
  /// Whether a batch may contain the operation.
  var isPart = true
  let make: @Sendable (RandomCommand, TestEnvironment) -> ConcreteCommand?

  static let all: [CommandKind] =
    stackKinds + layerKinds + coordinatorKinds + tabKinds + gestureKinds + editingKinds + rootKinds
    + dependencyKinds + wholeKinds

  static let totalWeight = all.reduce(0) { $0 + $1.weight }

  static func index(of name: String) -> Int { all.firstIndex { $0.name == name } ?? 0 }
}

extension CommandKind {
  fileprivate static let stackKinds = [
    CommandKind(
      name: "push", weight: 25, switches: [.targetFront, .popChildren, .singleTop],
      make: { $1.navigate($0, to: $1.letter($0), style: $0.number < 700 ? .push : $0.style) }),
    CommandKind(
      name: "pop", weight: 10,
      make: { command, environment in
        let count = command.number % 5
        return environment.operation(command, "pop", [.number(count)]) { router, options in
          router.pop(count, options)
        } expect: { model, caller throws(NoEffect) in
          try model.pop(caller, count)
        }
      }),
    CommandKind(
      name: "popToRoot", weight: 4, switches: [.dismissModals],
      make: { command, environment in
        let choice = environment.choice(command)
        return environment.operation(command, "popToRoot", []) { router, options in
          router.popToRoot(options)
        } expect: { model, caller throws(NoEffect) in
          try model.popToRoot(caller, choice)
        }
      }),
    CommandKind(
      name: "popToView", weight: 5, switches: [.firstMatch],
      make: { command, environment in
        let name = environment.letter(command)
        return environment.operation(command, "popToView", [.text(name)]) { router, options in
          router.popToView(name, options)
        } expect: { model, caller throws(NoEffect) in
          try model.popToView(caller, name, first: command.switches.contains(.firstMatch))
        }
      }),
    CommandKind(
      name: "startFlow", weight: 3, switches: [.keepModals],
      make: { command, environment in
        let (name, choice) = (
          environment.destination(command), environment.choice(command, command.style)
        )
        return environment.operation(
          command, "startFlow", [.text(name), .nothing], style: command.style
        ) {
          router, options in
          router.startFlow(at: name, [:], options)
        } expect: { model, caller throws(NoEffect) in
          try model.startFlow(caller, name, choice)
        }
      }),
  ]

  fileprivate static let layerKinds = [
    CommandKind(
      name: "present", weight: 12, switches: [.withNavigation, .singleTop],
      make: { $1.present($0, $1.letter($0)) }),
    CommandKind(
      name: "presentFromScreen", weight: 2, make: { $1.presentFromScreen($0, $1.letter($0)) }),
    CommandKind(
      name: "dismiss", weight: 5, switches: [.all, .selfIfNone],
      make: { command, environment in
        let count = command.number % 4
        let (all, own) = (command.switches.contains(.all), command.switches.contains(.selfIfNone))
        return environment.operation(command, "dismiss", [], count: count) { router, options in
          router.dismiss(options)
        } expect: { model, caller throws(NoEffect) in
          try model.dismiss(caller, count: count, all: all, selfIfNone: own)
        }
      }),
    CommandKind(
      name: "dismissLayer", weight: 3, switches: [.layerStays],
      make: { $1.dismissLayer($0) }),
    CommandKind(
      name: "back", weight: 1,
      make: { command, environment in
        environment.operation(command, "back", []) { router, options in
          router.back(options)
        } expect: { model, caller throws(NoEffect) in
          try model.checkStarted(caller)
          return try model.back(asUser: false)
        }
      }),
  ]

  fileprivate static let coordinatorKinds = [
    CommandKind(
      name: "navigateToCoordinator", weight: 5, switches: [.targetFront, .popChildren],
      make: { $1.navigate($0, to: $1.coordinatorRoute($0), style: $0.style) }),
    CommandKind(
      name: "presentCoordinator", weight: 2, make: { $1.present($0, $1.coordinatorRoute($0)) }),
    CommandKind(
      name: "show", weight: 4, switches: [.targetFront, .popChildren],
      make: { $1.show($0, isNew: true) }),
    CommandKind(name: "showAgain", weight: 1, make: { $1.show($0, isNew: false) }),
    CommandKind(
      name: "finishFlow", weight: 8, switches: [.scopeSelf],
      make: { command, environment in
        let isSelf = command.switches.contains(.scopeSelf)
        return environment.operation(command, "finishFlow", [.nothing]) { router, options in
          router.finishFlow(nil, options)
        } expect: { model, caller throws(NoEffect) in
          try model.finishFlow(caller, scopeSelf: isSelf)
        }
      }),
    CommandKind(
      name: "forcePresentation", weight: 2, make: { $1.forcePresentation($0, isNew: false) }),
    CommandKind(
      name: "forcePresentationOfNew", weight: 1, make: { $1.forcePresentation($0, isNew: true) }),
    CommandKind(
      name: "restartApp", weight: 1, isPart: false,
      make: { $1.restartApp($0) }),
  ]

  fileprivate static let tabKinds = [
    CommandKind(
      name: "setPages", weight: 4, switches: [.recreate], make: { $1.setPages($0) }),
    CommandKind(
      name: "select", weight: 4,
      make: { command, environment in
        let page = "p\(command.number % 4)"
        return environment.operation(command, "select", [.text(page)], tabs: true) {
          router, options in
          router.select(page, options)
        } expect: { model, caller throws(NoEffect) in
          try model.select(caller, page)
        }
      }),
  ]

  fileprivate static let gestureKinds = [
    CommandKind(
      name: "user.back", weight: 3, isPart: false,
      make: { command, environment in
        environment.gesture(command, "back") { model throws(NoEffect) in
          try model.back(asUser: true)
        }
      }),
    CommandKind(
      name: "user.swipeBack", weight: 3, switches: [.cancel], isPart: false,
      make: { command, environment in
        environment.gesture(command, "swipeBack") { model throws(NoEffect) in
          try model.swipeBack(isCancelled: command.switches.contains(.cancel))
        }
      }),
    CommandKind(
      name: "user.swipeDown", weight: 2, isPart: false,
      make: { command, environment in
        environment.gesture(command, "swipeDown") { model throws(NoEffect) in try model.swipeDown()
        }
      }),
    CommandKind(
      name: "user.tapTab", weight: 2, isPart: false,
      make: { command, environment in
        let page = "p\(command.number % 4)"
        return environment.gesture(command, "tapTab", page) { model throws(NoEffect) in
          try model.tapTab(page)
        }
      }),
  ]
}
