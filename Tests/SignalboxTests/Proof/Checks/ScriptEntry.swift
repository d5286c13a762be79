@testable import Signalbox

/// A command of a run, with the data that its script requires.
struct ScriptEntry {
  var call: ScriptCall
  var timing: RandomCommand.Timing
  /// The entry whose callback submitted this entry.
  var parent: Int?
  /// The caller had already finished when the entry was submitted, so nothing cancels the entry.
  var wasOver = false
  var status = Outcome.Status.cancelled
  var expected = "cancelled"
}

/// Returns a call in the syntax of scripts.
struct ScriptCall {
  enum Receiver {
    case coordinator(CoordinatorID)
    case screen(ScreenID)
    case user
  }

  enum Argument {
    case nothing
    case text(String)
    case number(Int)
    case coordinator(CoordinatorID)
    case pages([ApplicationPlan.Page])
    case wanted([Model.Wanted])
    /// The new arguments of a screen.
    case argument(Int?)
    /// A function that makes the given calls.
    case calls([ScriptCall])
  }

  var receiver: Receiver
  var name: String
  var arguments: [Argument]
  var style = StyleName.automatic
  var count = 1
  var switches: OperationOptions.Switches
  /// The index of the calling screen among the coordinator's own screens, counted from 0.
  var screen: Int?
  var layer: LayerID?
  /// The code that must precede the call, such as the creation of a coordinator.
  var preparation: String?
  var current: String?
  var key: String?
  var main: CoordinatorID?
}

extension ScriptCall {
  /// Returns the call with its options and other arguments.
  func text(_ more: [String]) -> String {
    var arguments = arguments.map(\.text)
    let options = options + more
    if options.isEmpty {
      while arguments.last == "nil" { arguments.removeLast() }
    } else {
      arguments.append("{ \(options.joined(separator: ", ")) }")
    }
    return "\(target):\(name)(\(arguments.joined(separator: ", ")))"
  }

  private var target: String {
    switch receiver {
    case .user: "app"
    case .screen(let id): "known(\"\(id)\")"
    // The stack of a selected page is popped with the tab coordinator's handle, not with its
    // router.
    case .coordinator(let id) where name == "popToRoot": "known(\"\(id)\")"
    case .coordinator(let id):
      screen.map { "known(\"\(id)\").stack[\($0 + 1)]" } ?? "known(\"\(id)\").router"
    }
  }

  private var options: [String] {
    var list: [String] = []
    if style != .automatic { list.append("style = \"\(style.rawValue)\"") }
    if count != 1 { list.append("count = \(count)") }
    if let key { list.append("key = \"\(key)\"") }
    if let main { list.append("mainCoordinator = known(\"\(main)\")") }
    if let current { list.append("current = \"\(current)\"") }
    if let layer {
      list.append("\(switches.contains(.layerStays) ? "to" : "layer") = known(\"\(layer)\")")
    }
    for (one, text) in Self.switchTexts where switches.contains(one) { list.append(text) }
    return list
  }

  private static let switchTexts: [(OperationOptions.Switches, String)] = [
    (.targetFront, "target = \"front\""), (.popChildren, "popChildren = true"),
    (.firstMatch, "which = \"first\""), (.all, "all = true"), (.keepModals, "keepModals = true"),
    (.dismissModals, "dismissModals = true"), (.scopeSelf, "scope = \"self\""),
    (.withNavigation, "withNavigation = true"), (.selfIfNone, "selfIfNone = true"),
    (.recreate, "recreate = true"), (.cancel, "cancel = true"), (.keepStack, "keepStack = true"),
    (.singleTop, "singleTop = true"), (.skipRejected, "atomic = false"),
  ]
}

extension ScriptCall.Argument {
  fileprivate var text: String {
    switch self {
    case .nothing: "nil"
    case .text(let text): "\"\(text)\""
    case .number(let number): "\(number)"
    case .coordinator(let id): "known(\"\(id)\")"
    case .pages(let pages): "{ \(pages.map(\.script).joined(separator: ", ")) }"
    case .wanted(let list): "{ \(list.map(\.script).joined(separator: ", ")) }"
    case .argument(let number): number.map { "{ n = \($0) }" } ?? "{}"
    case .calls(let calls):
      "function() \(calls.map { $0.text(["try = true"]) }.joined(separator: "; ")) end"
    }
  }
}

extension Model.Wanted {
  fileprivate var script: String {
    isNew ? "{ route = \"\(name)\", new = true }" : "\"\(name)\""
  }
}

extension ApplicationPlan.Page {
  /// Returns the page in the syntax of a definition.
  var script: String {
    let place = position.map { ", position = \($0)" } ?? ""
    let rest = isLazy ? "\(place), lazy = true" : place
    return "{ id = \"\(id)\", coordinator = \"\(type)\"\(rest) }"
  }
}
