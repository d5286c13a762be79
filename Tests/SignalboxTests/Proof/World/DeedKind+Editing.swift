@testable import Signalbox

/// Operations on whole stacks, on roots and on their contents.
extension DeedKind {
  static let editingKinds = [
    DeedKind(
      name: "popTo", weight: 2,
      make: { deed, scene in
        let index = deed.number % 5 - 2
        return scene.operation(deed, "popTo", [.number(index)]) { router, options in
          router.popTo(index, options)
        } expect: { model, caller throws(Refusal) in
          try model.popTo(caller, index)
        }
      }),
    DeedKind(
      name: "popLast", weight: 2,
      make: { deed, scene in
        scene.operation(deed, "popLast", []) { router, options in
          router.popLast(options)
        } expect: { model, caller throws(Refusal) in
          try model.popLast(caller)
        }
      }),
    DeedKind(name: "popScreen", weight: 2, isPart: false, make: { $1.popScreen($0) }),
    DeedKind(name: "update", weight: 2, isPart: false, make: { $1.update($0) }),
    DeedKind(
      name: "replaceTop", weight: 2, switches: [.popChildren],
      make: { deed, scene in
        let (name, choice) = (scene.destination(deed), scene.choiceWithEndings(deed, .automatic))
        return scene.operation(deed, "replaceTop", [.text(name), .nothing]) {
          [unowned scene] router, options in
          router.replaceTop(
            with: name, [:], scene.withEndings(options, choice).fitting("replaceTop"))
        } expect: { model, caller throws(Refusal) in
          try model.replaceTop(caller, name, choice)
        }
      }),
    DeedKind(
      name: "setStack", weight: 3,
      make: { deed, scene in
        let wanted = scene.wanted(deed)
        return scene.operation(deed, "setStack", [.wanted(wanted)]) { router, options in
          router.setStack(wanted.map { $0.isNew ? .new($0.name) : .route($0.name) }, options)
        } expect: { model, caller throws(Refusal) in
          try model.setStack(caller, wanted)
        }
      }),
    DeedKind(
      name: "user.longPressBack", weight: 2, isPart: false,
      make: { deed, scene in
        let index = deed.number % 5 - 2
        return scene.gesture(deed, "longPressBack", count: index) { model throws(Refusal) in
          try model.longPressBack(index)
        }
      }),
  ]

  static let rootKinds = [
    DeedKind(
      name: "root", weight: 3, switches: [.keepStack],
      make: { deed, scene in
        let (name, choice) = (scene.destination(deed), scene.choiceWithEndings(deed, .automatic))
        let keepStack = deed.switches.contains(.keepStack)
        return scene.operation(deed, "root", [.text(name), .nothing]) {
          [unowned scene] router, options in
          router.root(name, nil, scene.withEndings(options, choice).fitting("root"))
        } expect: { model, caller throws(Refusal) in
          try model.root(caller, name, keepStack: keepStack, onFinish: choice.onFinish)
        }
      }),
    DeedKind(
      name: "focusFirst", weight: 3,
      make: { deed, scene in
        let name = deed.number % 3 == 0 ? "p\(deed.name % 4)" : scene.destination(deed)
        return scene.operation(deed, "focusFirst", [.text(name), .nothing]) { router, options in
          router.focusFirst(name, nil, options)
        } expect: { model, caller throws(Refusal) in
          try model.focusFirst(caller, name)
        }
      }),
    DeedKind(
      name: "route", weight: 2,
      make: { deed, scene in
        let (name, choice) = (scene.destination(deed), scene.choiceWithEndings(deed, deed.style))
        return scene.operation(deed, "route", [.text(name), .nothing], style: deed.style) {
          [unowned scene] router, options in
          router.route(to: name, nil, scene.withEndings(options, choice))
        } expect: { model, caller throws(Refusal) in
          try model.navigate(caller, name, choice)
        }
      }),
  ]

  static let dependencyKinds = [
    DeedKind(name: "addDependency", weight: 2, make: { $1.addDependency($0, isNew: true) }),
    DeedKind(name: "addDependencyAgain", weight: 1, make: { $1.addDependency($0, isNew: false) }),
    DeedKind(name: "removeDependency", weight: 2, make: { $1.removeDependency($0) }),
    DeedKind(
      name: "dismissCoordinator", weight: 2,
      make: { deed, scene in
        scene.operation(deed, "dismissCoordinator", []) { router, options in
          router.dismissCoordinator(options)
        } expect: { model, caller throws(Refusal) in
          try model.dismissCoordinator(caller)
        }
      }),
    DeedKind(
      name: "setBadge", weight: 1,
      make: { deed, scene in
        let (page, badge) = ("p\(deed.number % 4)", deed.name % 3 == 0 ? nil : "\(deed.name % 3)")
        return scene.operation(
          deed, "setBadge", [.text(page), badge.map { .text($0) } ?? .nothing], tabs: true
        ) { router, options in
          router.call("setBadge", options) { call in
            call.name = router.engine?.symbols.intern(page) ?? .none
            if let badge { call.value = .string(badge) }
          }
        } expect: { model, caller throws(Refusal) in
          try model.setBadge(caller, page, badge)
        }
      }),
  ]

  static let wholeKinds = [
    DeedKind(
      name: "batch", weight: 4, switches: [.skipRejected], isPart: false,
      make: { $1.batch($0) }),
    DeedKind(name: "undo", weight: 4, isPart: false, make: { $1.travel($0, back: true) }),
    DeedKind(name: "redo", weight: 3, isPart: false, make: { $1.travel($0, back: false) }),
    DeedKind(name: "launch", weight: 1, isPart: false, make: { $1.launch($0) }),
  ]
}
