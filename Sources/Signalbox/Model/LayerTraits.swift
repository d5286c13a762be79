/// How a layer differs from what its style says.
public struct LayerTraits: Hashable, Sendable {
  /// Whether what is below disappears; `nil` leaves it to the style.
  public var isCovering: Bool?
  /// Whether the user may swipe the layer away; `nil` leaves it to the style.
  public var isInteractive: Bool?
  /// The heights that a sheet rests at, lowest first; empty leaves it to the platform.
  public var detents: [Detent]

  /// A layer like its style unless said otherwise.
  public init(
    isCovering: Bool? = nil, isInteractive: Bool? = nil, detents: [Detent] = []
  ) {
    self.isCovering = isCovering
    self.isInteractive = isInteractive
    self.detents = detents
  }

  /// These traits, and another's where these say nothing.
  package func over(_ other: LayerTraits) -> LayerTraits {
    LayerTraits(
      isCovering: isCovering ?? other.isCovering,
      isInteractive: isInteractive ?? other.isInteractive,
      detents: detents.isEmpty ? other.detents : detents)
  }
}

/// A height that a sheet rests at.
public enum Detent: Hashable, Sendable {
  case medium, large
  /// A part of the height there is, above 0 and at most 1.
  case fraction(Double)
  /// Points, above 1.
  case height(Double)

  /// The detent that a word or number stands for: `"medium"`, `"large"`, 0.3 of the height there
  /// is, 240 points; `nil` for anything else.
  public init?(_ value: NavigationValue) {
    switch value {
    case .string("medium"): self = .medium
    case .string("large"): self = .large
    case .integer(let number): self.init(Double(number))
    case .number(let number): self.init(number)
    case .string, .boolean, .list, .table, .object: return nil
    }
  }

  private init?(_ number: Double) {
    guard number > 0, number.isFinite else { return nil }
    self = number <= 1 ? .fraction(number) : .height(number)
  }

  /// The word or number that stands for it.
  public var value: NavigationValue {
    switch self {
    case .medium: .string("medium")
    case .large: .string("large")
    case .fraction(let number), .height(let number): .number(number)
    }
  }
}

/// A button of an alert or confirmation dialog.
public struct AlertButton {
  /// What it says; `tapAlert` finds it by this.
  public let title: String
  /// Runs when the alert is gone.
  public let action: (() throws -> Void)?

  /// A button that only closes the alert unless it is given an action.
  public init(_ title: String, action: (() throws -> Void)? = nil) {
    self.title = title
    self.action = action
  }
}
