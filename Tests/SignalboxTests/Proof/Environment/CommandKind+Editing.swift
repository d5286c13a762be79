@testable import Signalbox

/// Operations on whole stacks, on roots and on their contents.
extension CommandKind {
  static let editingKinds = [
    CommandKind(
      name: "popTo", weight: 2,
      make: { command, environment in
        let index = command.number % 5 - 2
        return environment.operation(command, "popTo", [.number(index)]) { router, options in
          router.pop(toIndex: index, options)
        } expect: { model, caller throws(NoEffect) in
          try model.popTo(caller, index)
        }
      }),
    CommandKind(
      name: "popLast", weight: 2,
      make: { command, environment in
        environment.operation(command, "popLast", []) { router, options in
          router.popLast(options)
        } expect: { model, caller throws(NoEffect) in
          try model.popLast(caller)
        }
      }),
    CommandKind(name: "popScreen", weight: 2, isPart: false, make: { $1.popScreen($0) }),
    CommandKind(name: "update", weight: 2, isPart: false, make: { $1.update($0) }),
    CommandKind(
      name: "replaceTop", weight: 2, switches: [.popChildren],
      make: { command, environment in
        let (name, choice) = (
          environment.destination(command), environment.choiceWithEndings(command, .automatic)
        )
        return environment.operation(command, "replaceTop", [.text(name), .nothing]) {
          [unowned environment] router, options in
          router.replaceTop(
            with: name, [:], environment.withEndings(options, choice).fitting("replaceTop"))
        } expect: { model, caller throws(NoEffect) in
          try model.replaceTop(caller, name, choice)
        }
      }),
    CommandKind(
      name: "setStack", weight: 3,
      make: { command, environment in
        let wanted = environment.wanted(command)
        return environment.operation(command, "setStack", [.wanted(wanted)]) { router, options in
          router.setStack(wanted.map { $0.isNew ? .new($0.name) : .route($0.name) }, options)
        } expect: { model, caller throws(NoEffect) in
          try model.setStack(caller, wanted)
        }
      }),
    CommandKind(
      name: "user.longPressBack", weight: 2, isPart: false,
      make: { command, environment in
        let index = command.number % 5 - 2
        return environment.gesture(command, "longPressBack", count: index) {
          model throws(NoEffect) in
          try model.longPressBack(index)
        }
      }),
  ]

  static let rootKinds = [
    CommandKind(
      name: "root", weight: 3, switches: [.keepStack],
      make: { command, environment in
        let (name, choice) = (
          environment.destination(command), environment.choiceWithEndings(command, .automatic)
        )
        let keepStack = command.switches.contains(.keepStack)
        return environment.operation(command, "root", [.text(name), .nothing]) {
          [unowned environment] router, options in
          router.root(name, nil, environment.withEndings(options, choice).fitting("root"))
        } expect: { model, caller throws(NoEffect) in
          try model.root(caller, name, keepStack: keepStack, onFinish: choice.onFinish)
        }
      }),
    CommandKind(
      name: "focusFirst", weight: 3,
      make: { command, environment in
        let name =
          command.number % 3 == 0 ? "p\(command.name % 4)" : environment.destination(command)
        return environment.operation(command, "focusFirst", [.text(name), .nothing]) {
          router, options in
          router.focusFirst(name, nil, options)
        } expect: { model, caller throws(NoEffect) in
          try model.focusFirst(caller, name)
        }
      }),
    CommandKind(
      name: "route", weight: 2,
      make: { command, environment in
        let (name, choice) = (
          environment.destination(command), environment.choiceWithEndings(command, command.style)
        )
        return environment.operation(
          command, "route", [.text(name), .nothing], style: command.style
        ) {
          [unowned environment] router, options in
          router.route(to: name, nil, environment.withEndings(options, choice))
        } expect: { model, caller throws(NoEffect) in
          try model.navigate(caller, name, choice)
        }
      }),
  ]

  static let dependencyKinds = [
    CommandKind(name: "addDependency", weight: 2, make: { $1.addDependency($0, isNew: true) }),
    CommandKind(
      name: "addDependencyAgain", weight: 1, make: { $1.addDependency($0, isNew: false) }),
    CommandKind(name: "removeDependency", weight: 2, make: { $1.removeDependency($0) }),
    CommandKind(
      name: "dismissCoordinator", weight: 2,
      make: { command, environment in
        environment.operation(command, "dismissCoordinator", []) { router, options in
          router.dismissCoordinator(options)
        } expect: { model, caller throws(NoEffect) in
          try model.dismissCoordinator(caller)
        }
      }),
    CommandKind(
      name: "setBadge", weight: 1,
      make: { command, environment in
        let (page, badge) = (
          "p\(command.number % 4)", command.name % 3 == 0 ? nil : "\(command.name % 3)"
        )
        return environment.operation(
          command, "setBadge", [.text(page), badge.map { .text($0) } ?? .nothing], tabs: true
        ) { router, options in
          router.call("setBadge", options) { call in
            call.name = router.engine?.symbols.intern(page) ?? .none
            if let badge { call.value = .string(badge) }
          }
        } expect: { model, caller throws(NoEffect) in
          try model.setBadge(caller, page, badge)
        }
      }),
  ]

  static let wholeKinds = [
    CommandKind(
      name: "batch", weight: 4, switches: [.skipRejected], isPart: false,
      make: { $1.batch($0) }),
    CommandKind(name: "undo", weight: 4, isPart: false, make: { $1.moveInHistory($0, back: true) }),
    CommandKind(
      name: "redo", weight: 3, isPart: false, make: { $1.moveInHistory($0, back: false) }),
    CommandKind(name: "launch", weight: 1, isPart: false, make: { $1.launch($0) }),
  ]
}
