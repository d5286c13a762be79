@testable import Signalbox

/// An action in its context, in three forms: a call of the engine, a change of the model, and a
/// line of a script.
struct ConcreteDeed {
  /// The model's number of the calling coordinator, or `nil` for the user.
  var caller: Int?
  var perform: (OperationOptions) -> Outcome?
  var expect: (inout Model) throws(Refusal) -> Verdict.Value
  /// The call in the syntax of scripts, without its options.
  var script: ScriptCall
  var options = OperationOptions()
  /// A successful restart cancels waiting operations.
  var isRestart = false
  /// Rejected after an operation with the same key that was `done`.
  var key: String?
  /// A change of the position in the history instead of an operation.
  var travel: (back: Bool, count: Int)?
}

/// An operation or gesture in random sequences.
///
/// A new operation is one entry of ``all``: its weight, its switches, and the functions that
/// perform, predict and print it.
struct DeedKind: Sendable {
  let name: String
  /// The weight relative to ``totalWeight``. The weights are from section 6 of the semantics, if it
  /// contains them.
  let weight: Int
  var switches: [OperationOptions.Switches] = []
  /// Whether a batch may contain the operation.
  var isPart = true
  let make: @Sendable (Deed, Scene) -> ConcreteDeed?

  static let all: [DeedKind] =
    stackKinds + layerKinds + coordinatorKinds + tabKinds + gestureKinds + editingKinds + rootKinds
    + dependencyKinds + wholeKinds

  static let totalWeight = all.reduce(0) { $0 + $1.weight }

  static func index(of name: String) -> Int { all.firstIndex { $0.name == name } ?? 0 }
}

extension DeedKind {
  fileprivate static let stackKinds = [
    DeedKind(
      name: "push", weight: 25, switches: [.targetFront, .popChildren, .singleTop],
      make: { $1.navigate($0, to: $1.letter($0), style: $0.number < 700 ? .push : $0.style) }),
    DeedKind(
      name: "pop", weight: 10,
      make: { deed, scene in
        let count = deed.number % 5
        return scene.operation(deed, "pop", [.number(count)]) { router, options in
          router.pop(count, options)
        } expect: { model, caller throws(Refusal) in
          try model.pop(caller, count)
        }
      }),
    DeedKind(
      name: "popToRoot", weight: 4, switches: [.dismissModals],
      make: { deed, scene in
        let choice = scene.choice(deed)
        return scene.operation(deed, "popToRoot", []) { router, options in
          router.popToRoot(options)
        } expect: { model, caller throws(Refusal) in
          try model.popToRoot(caller, choice)
        }
      }),
    DeedKind(
      name: "popToView", weight: 5, switches: [.firstMatch],
      make: { deed, scene in
        let name = scene.letter(deed)
        return scene.operation(deed, "popToView", [.text(name)]) { router, options in
          router.popToView(name, options)
        } expect: { model, caller throws(Refusal) in
          try model.popToView(caller, name, first: deed.switches.contains(.firstMatch))
        }
      }),
    DeedKind(
      name: "startFlow", weight: 3, switches: [.keepModals],
      make: { deed, scene in
        let (name, choice) = (scene.destination(deed), scene.choice(deed, deed.style))
        return scene.operation(deed, "startFlow", [.text(name), .nothing], style: deed.style) {
          router, options in
          router.startFlow(at: name, [:], options)
        } expect: { model, caller throws(Refusal) in
          try model.startFlow(caller, name, choice)
        }
      }),
  ]

  fileprivate static let layerKinds = [
    DeedKind(
      name: "present", weight: 12, switches: [.withNavigation, .singleTop],
      make: { $1.present($0, $1.letter($0)) }),
    DeedKind(
      name: "presentFromScreen", weight: 2, make: { $1.presentFromScreen($0, $1.letter($0)) }),
    DeedKind(
      name: "dismiss", weight: 5, switches: [.all, .selfIfNone],
      make: { deed, scene in
        let count = deed.number % 4
        let (all, own) = (deed.switches.contains(.all), deed.switches.contains(.selfIfNone))
        return scene.operation(deed, "dismiss", [], count: count) { router, options in
          router.dismiss(options)
        } expect: { model, caller throws(Refusal) in
          try model.dismiss(caller, count: count, all: all, selfIfNone: own)
        }
      }),
    DeedKind(
      name: "dismissLayer", weight: 3, switches: [.layerStays],
      make: { $1.dismissLayer($0) }),
    DeedKind(
      name: "back", weight: 1,
      make: { deed, scene in
        scene.operation(deed, "back", []) { router, options in
          router.back(options)
        } expect: { model, caller throws(Refusal) in
          try model.checkStarted(caller)
          return try model.back(asUser: false)
        }
      }),
  ]

  fileprivate static let coordinatorKinds = [
    DeedKind(
      name: "navigateToCoordinator", weight: 5, switches: [.popChildren],
      make: { $1.navigate($0, to: $1.coordinatorRoute($0), style: $0.style) }),
    DeedKind(
      name: "presentCoordinator", weight: 2, make: { $1.present($0, $1.coordinatorRoute($0)) }),
    DeedKind(
      name: "show", weight: 4, switches: [.popChildren], make: { $1.show($0, isNew: true) }),
    DeedKind(name: "showAgain", weight: 1, make: { $1.show($0, isNew: false) }),
    DeedKind(
      name: "finishFlow", weight: 8, switches: [.scopeSelf],
      make: { deed, scene in
        let isSelf = deed.switches.contains(.scopeSelf)
        return scene.operation(deed, "finishFlow", [.nothing]) { router, options in
          router.finishFlow(nil, options)
        } expect: { model, caller throws(Refusal) in
          try model.finishFlow(caller, scopeSelf: isSelf)
        }
      }),
    DeedKind(
      name: "forcePresentation", weight: 2, make: { $1.forcePresentation($0, isNew: false) }),
    DeedKind(
      name: "forcePresentationOfNew", weight: 1, make: { $1.forcePresentation($0, isNew: true) }),
    DeedKind(
      name: "restartApp", weight: 1, isPart: false,
      make: { $1.restartApp($0) }),
  ]

  fileprivate static let tabKinds = [
    DeedKind(
      name: "setPages", weight: 4, switches: [.recreate], make: { $1.setPages($0) }),
    DeedKind(
      name: "select", weight: 4,
      make: { deed, scene in
        let page = "p\(deed.number % 4)"
        return scene.operation(deed, "select", [.text(page)], tabs: true) { router, options in
          router.select(page, options)
        } expect: { model, caller throws(Refusal) in
          try model.select(caller, page)
        }
      }),
  ]

  fileprivate static let gestureKinds = [
    DeedKind(
      name: "user.back", weight: 3, isPart: false,
      make: { deed, scene in
        scene.gesture(deed, "back") { model throws(Refusal) in try model.back(asUser: true) }
      }),
    DeedKind(
      name: "user.swipeBack", weight: 3, switches: [.cancel], isPart: false,
      make: { deed, scene in
        scene.gesture(deed, "swipeBack") { model throws(Refusal) in
          try model.swipeBack(isCancelled: deed.switches.contains(.cancel))
        }
      }),
    DeedKind(
      name: "user.swipeDown", weight: 2, isPart: false,
      make: { deed, scene in
        scene.gesture(deed, "swipeDown") { model throws(Refusal) in try model.swipeDown() }
      }),
    DeedKind(
      name: "user.tapTab", weight: 2, isPart: false,
      make: { deed, scene in
        let page = "p\(deed.number % 4)"
        return scene.gesture(deed, "tapTab", page) { model throws(Refusal) in
          try model.tapTab(page)
        }
      }),
  ]
}
