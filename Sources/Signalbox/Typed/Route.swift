/// The routes of a coordinator as a Swift type: an enumeration with one case per destination, whose
/// associated values are the arguments.
///
/// ```swift
/// enum ShopRoute: Route, Codable {
///   case catalog, product(id: Int), checkout(Order)
///
///   static var samples: [ShopRoute] { [.catalog, .product(id: 42), .checkout(.sample)] }
///
///   var style: TransitionStyle {
///     if case .checkout = self { .sheet } else { .automatic }
///   }
/// }
/// ```
///
/// Scripts and links use the same routes by name: the name of the case is the name of the route,
/// and the labels are the names of the arguments (`navigate("product", { id = 42 })`). If a case
/// has a single associated value without a label, the properties of that value are the arguments. A
/// plain value is the argument `_0`, as in Swift's own encoding of enumerations (SE-0295).
///
/// If all associated values are `Codable`, declare the enumeration `Codable`, so that scripts can
/// pass any arguments and snapshots contain the route. Otherwise, associated values that are class
/// instances are passed by reference, and scripts can use the case only with the arguments of its
/// sample.
public protocol Route: Sendable {
  /// One value for each case. A sample declares the names and kinds of the case's arguments for
  /// scripts, and ``NavigationEngine/validate()`` checks where it leads. A case without a sample is
  /// rejected as `unknownRoute`. If only the main actor can create a value, and the engine runs
  /// there, write `MainActor.assumeIsolated { Model() }`.
  static var samples: [Self] { get }

  /// How to show the destination. The default is `automatic`, which pushes a screen and presents a
  /// coordinator in the style of its type.
  var style: TransitionStyle { get }

  /// The layer properties that differ from the style, if the destination is presented; none by
  /// default.
  var layerTraits: LayerTraits { get }

  /// The restrictions of the screen; none by default.
  var screenTraits: ScreenTraits { get }
}

extension Route {
  /// `automatic` by default.
  public var style: TransitionStyle { .automatic }
  /// No changes by default.
  public var layerTraits: LayerTraits { LayerTraits() }
  /// No restrictions by default.
  public var screenTraits: ScreenTraits { [] }
}

extension Route where Self: CaseIterable {
  /// All cases, for an enumeration without associated values.
  public static var samples: [Self] { Array(allCases) }
}

/// The routes of a coordinator that has none, such as one that only has pages.
public enum NoRoutes: Route, CaseIterable {}
