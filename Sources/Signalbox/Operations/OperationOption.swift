/// Everything that the last table of an operation can say, by its name in scripts.
public enum OperationOption: String, CaseIterable, Sendable {
  case animated, duration, style, completion, onDismiss, onFinish
  case target, popChildren, which, count, to, layer, all
  case keepModals, dismissModals, scope, withDismiss, withNavigation, selfIfNone
  case current, recreate, cancel

  /// What kinds of values options take.
  public enum Kind: Sendable {
    case boolean, integer, duration, style, function, page, layer
    case choice([String])
  }

  /// What the option takes.
  public var kind: Kind {
    switch self {
    case .animated, .popChildren, .all, .keepModals, .dismissModals, .withDismiss,
      .withNavigation, .selfIfNone, .recreate, .cancel:
      .boolean
    case .count: .integer
    case .duration: .duration
    case .style: .style
    case .completion, .onDismiss, .onFinish: .function
    case .to, .layer: .layer
    case .current: .page
    case .target: .choice(["own", "front"])
    case .which: .choice(["nearest", "first"])
    case .scope: .choice(["tabs", "self"])
    }
  }

  /// One sentence for help and editor stubs.
  public var summary: String {
    switch self {
    case .animated: "whether the change takes virtual time (default true)"
    case .duration: "how long the animation takes (default 350 ms)"
    case .style: "how to go there, instead of the route's own style"
    case .completion: "called once with the outcome"
    case .onDismiss: "called once with the reason when the layer is gone"
    case .onFinish: "called once with result and reason when the coordinator is gone"
    case .target: "\"front\" pushes onto the topmost layer's stack (default \"own\")"
    case .popChildren: "finishes pushed children that stand on top (default false)"
    case .which: "\"first\" takes the match nearest to the root (default \"nearest\" to the top)"
    case .count: "how many layers, 1 or more (default 1)"
    case .to: "the layer that stays on top"
    case .layer: "the layer that goes, with everything above it"
    case .all: "every layer above the caller"
    case .keepModals: "leaves the flow's own layers up (default false)"
    case .dismissModals: "dismisses the layers above as well (default false)"
    case .scope: "\"self\" removes only the page (default \"tabs\", the whole tab coordinator)"
    case .withDismiss: "false where the coordinator's screens are gone already (default true)"
    case .withNavigation: "gives the screen a stack of its own (default false)"
    case .selfIfNone: "with nothing above, dismisses the caller's own layer (default false)"
    case .current: "the page to select"
    case .recreate: "replaces kept pages as well (default false)"
    case .cancel: "lets go before the end: nothing changes (default false)"
    }
  }

  /// The options of every operation that changes something.
  static let common: [OperationOption] = [.animated, .duration, .completion]
}
