/// Everything that the last table of an operation can say, by its name in scripts.
public enum OperationOption: String, CaseIterable, Sendable {
  case animated, duration, style, completion, onDismiss, onFinish
  case target, popChildren, which, count, to, layer, all
  case keepModals, dismissModals, scope, withDismiss, withNavigation, selfIfNone
  case current, recreate, cancel
  case keepStack, equals
  case covering, interactive, detents, buttons
  case onBusy, key, singleTop, atomic, phase, progress, mainCoordinator

  /// What kinds of values options take.
  public enum Kind: Sendable {
    case boolean, integer, duration, style, function, page, layer, text, detents, buttons
    case coordinator
    /// A number from 0 to 1.
    case fraction
    case choice([String])
  }

  /// What the option takes.
  public var kind: Kind {
    switch self {
    case .animated, .popChildren, .all, .keepModals, .dismissModals, .withDismiss,
      .withNavigation, .selfIfNone, .recreate, .cancel, .covering, .interactive, .singleTop,
      .atomic, .keepStack:
      .boolean
    case .count: .integer
    case .duration: .duration
    case .style: .style
    case .completion, .onDismiss, .onFinish, .equals: .function
    case .to, .layer: .layer
    case .current: .page
    case .target: .choice(["own", "front"])
    case .which: .choice(["nearest", "first"])
    case .scope: .choice(["tabs", "self"])
    case .onBusy: .choice(["queue", "drop", "error"])
    case .phase: .choice(GesturePhase.allCases.map(\.rawValue))
    case .key: .text
    case .detents: .detents
    case .buttons: .buttons
    case .progress: .fraction
    case .mainCoordinator: .coordinator
    }
  }

  /// One sentence for help and editor stubs.
  public var summary: String {
    switch self {
    case .animated: "whether the change takes virtual time (default true)"
    case .duration: "how long the animation takes (default 350 ms)"
    case .style: "how to go there, instead of the route's own style"
    case .completion: "called once with the outcome"
    case .onDismiss: "called once with the reason when the layer or pushed screen is gone"
    case .onFinish: "called once with result and reason when the coordinator is gone"
    case .target:
      "\"front\" pushes onto the topmost layer's stack (default \"own\", or as `unifiedStack` says)"
    case .popChildren: "finishes pushed children that stand on top (default false)"
    case .which: "\"first\" takes the match nearest to the root (default \"nearest\" to the top)"
    case .count: "how many layers, 1 or more (default 1)"
    case .to: "the layer that stays on top"
    case .layer: "the layer that goes, with everything above it"
    case .all: "every layer above the caller"
    case .keepModals: "leaves the flow's own layers up (default false)"
    case .dismissModals: "dismisses the layers above as well (default: `unifiedStack`)"
    case .scope: "\"self\" removes only the page (default \"tabs\", the whole tab coordinator)"
    case .withDismiss: "false where the coordinator's screens are gone already (default true)"
    case .withNavigation: "gives the screen a stack of its own (default: `unifiedStack`)"
    case .selfIfNone: "with nothing above, dismisses the caller's own layer (default false)"
    case .current: "the page to select"
    case .recreate: "replaces kept pages as well (default false)"
    case .cancel: "lets go before the end: nothing changes (default false)"
    case .keepStack: "leaves what stands above the root where it is (default false)"
    case .equals: "tells whether two tables of arguments mean the same (default: equal values)"
    case .covering: "whether what is below disappears (default: as the style says)"
    case .interactive: "whether the user may swipe the layer away (default: as the style says)"
    case .detents: "the heights of a sheet: \"medium\", \"large\", parts up to 1 or points"
    case .buttons: "the buttons of an alert: labels, or handlers by their labels"
    case .onBusy: "where it would have to wait: \"queue\" (default), \"drop\" or \"error\""
    case .key: "refuses the same key twice in a row, as double taps make it"
    case .singleTop: "does nothing when the front screen is the same already (default false)"
    case .atomic: "false leaves refused operations out instead of refusing all (default true)"
    case .phase: "\"begin\", \"progress\", \"cancel\" or \"commit\" of a swipe (default \"whole\")"
    case .progress: "how far a swipe has come, from 0 to 1"
    case .mainCoordinator:
      "the coordinator at the root of the tree in question (default: the main coordinator)"
    }
  }

  /// The options of every operation that changes something.
  static let common: [OperationOption] = [.animated, .duration, .completion, .onBusy]
}
