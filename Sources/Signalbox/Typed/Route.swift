/// The routes of a coordinator as a Swift type: an enumeration with a case for each destination,
/// whose associated values are the arguments.
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
/// Scripts and links use the same routes by name: the case is the name, the labels are the names of
/// the arguments (`navigate("product", { id = 42 })`). The properties of a single associated value
/// without a label are the arguments themselves; a plain one is the argument `_0`, as in Swift's own
/// encoding of enumerations (SE-0295).
///
/// If all associated values are `Codable`, declare the enumeration `Codable`: then scripts can pass
/// any arguments, and snapshots contain the route. Otherwise an associated value that is an instance
/// of a class is passed by reference, and scripts reach the case with the arguments of its sample.
public protocol Route: Sendable {
  /// One value of each case. It declares the names and kinds of the arguments for scripts, and
  /// ``NavigationEngine/validate()`` checks where it leads. A case without a sample is rejected as
  /// `unknownRoute`. If only the main actor can create a value, and the engine runs there, write
  /// `MainActor.assumeIsolated { Model() }`.
  static var samples: [Self] { get }

  /// How to show the destination; by default `automatic`, which pushes a screen and presents a
  /// coordinator with the style of its type.
  var style: TransitionStyle { get }

  /// What the layer of a presented destination changes in its style; by default nothing.
  var layerTraits: LayerTraits { get }

  /// The restrictions of the screen; by default none.
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
  /// All cases, if none has associated values.
  public static var samples: [Self] { Array(allCases) }
}

/// The routes of a coordinator that has none, such as one with pages only.
public enum NoRoutes: Route, CaseIterable {}
