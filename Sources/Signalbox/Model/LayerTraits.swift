/// Layer properties that override the values of the layer's style.
public struct LayerTraits: Hashable, Sendable {
  /// Whether the layer below is hidden, or `nil` to use the style's value.
  public var isCovering: Bool?
  /// Whether the user can swipe the layer away, or `nil` to use the style's value.
  public var isInteractive: Bool?
  /// The resting heights of a sheet, lowest first. If the list is empty, the platform's default
  /// applies.
  public var detents: [Detent]
  /// The message of an alert or confirmation dialog, below its title. If `nil`, the layer shows the
  /// argument `message` of its screen.
  public var message: String?
  /// The text fields of an alert, in display order.
  public var fields: [AlertField]

  /// Creates layer properties. All of them can be omitted.
  ///
  /// - Parameters:
  ///   - isCovering: Whether the layer below is hidden, or `nil` to use the style's value.
  ///   - isInteractive: Whether the user may swipe the layer away, or `nil` to use the style's
  ///     value.
  ///   - detents: The resting heights of a sheet, lowest first. If the list is empty, the
  ///     platform's default applies.
  ///   - message: The message of an alert or confirmation dialog. If `nil`, the layer shows the
  ///     argument `message` of its screen.
  ///   - fields: The text fields of an alert, in display order and with unique names.
  public init(
    isCovering: Bool? = nil, isInteractive: Bool? = nil, detents: [Detent] = [],
    message: String? = nil, fields: [AlertField] = []
  ) {
    self.isCovering = isCovering
    self.isInteractive = isInteractive
    self.detents = detents
    self.message = message
    self.fields = fields
  }

  /// Returns these traits, with missing values filled in from other traits.
  package func over(_ other: LayerTraits) -> LayerTraits {
    LayerTraits(
      isCovering: isCovering ?? other.isCovering,
      isInteractive: isInteractive ?? other.isInteractive,
      detents: detents.isEmpty ? other.detents : detents, message: message ?? other.message,
      fields: fields.isEmpty ? other.fields : fields)
  }
}

/// A resting height of a sheet.
public enum Detent: Hashable, Sendable {
  /// About half of the available height.
  case medium
  /// The full available height. A sheet without detents has this height.
  case large
  /// A fraction of the available height, above 0 and at most 1.
  case fraction(Double)
  /// A height in points, above 1.
  case height(Double)

  /// Creates a detent from a name or a number, such as `"medium"`, `"large"`, 0.3 (a fraction of
  /// the available height) or 240 (a height in points). Returns `nil` for any other value.
  ///
  /// - Parameter value: A name, a fraction above 0 and at most 1, or a height in points above 1.
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

  /// The name or number that represents the detent.
  public var value: NavigationValue {
    switch self {
    case .medium: .string("medium")
    case .large: .string("large")
    case .fraction(let number), .height(let number): .number(number)
    }
  }
}
