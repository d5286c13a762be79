/// A Swift type that represents a coordinator's routes: an enumeration with one case per
/// destination. The associated values of a case are the arguments of the route.
///
/// ```swift
/// enum ShopRoute: Route, Codable {
///   case catalog
///   case product(id: Int)
///   case checkout(Order)
///
///   static var samples: [ShopRoute] { [.catalog, .product(id: 42), .checkout(.sample)] }
///
///   var style: TransitionStyle {
///     if case .checkout = self { .sheet } else { .automatic }
///   }
/// }
/// ```
///
/// Scripts use the same routes by name: the name of the case is the route name, and the labels are
/// the argument names (`navigate("product", { id = 42 })`). If a case has a single associated value
/// without a label, the properties of that value are the arguments. If such a value has no
/// properties or is passed by reference, it becomes the argument `_0`, as in Swift's own encoding
/// of enumerations (SE-0295).
///
/// If all associated values are `Codable`, declare the enumeration `Codable`, so that scripts can
/// pass any arguments and snapshots contain the route. Otherwise, associated values that are class
/// instances are passed by reference, and scripts can use each case only with the arguments of its
/// sample.
public protocol Route: Sendable {
  /// Sample values, one for each case. A sample declares the names and kinds of the case's
  /// arguments for scripts, and ``NavigationEngine/validate()`` checks the sample's destination. A
  /// route whose case has no sample is rejected as `unknownRoute`. If a value can be created only
  /// on the main actor, and the engine runs there, use `MainActor.assumeIsolated { Model() }`.
  static var samples: [Self] { get }

  /// The presentation style of the destination. The default is `automatic`, which pushes a screen,
  /// and presents a coordinator in the style of its type.
  var style: TransitionStyle { get }

  /// The layer properties that override the style's values, if the destination is presented. By
  /// default, no property is overridden.
  var layerTraits: LayerTraits { get }

  /// The gestures that the screen does not allow. The default is an empty set.
  var screenTraits: ScreenTraits { get }
}

extension Route {
  /// The default is `automatic`.
  public var style: TransitionStyle { .automatic }
  /// By default, no property is overridden.
  public var layerTraits: LayerTraits { LayerTraits() }
  /// The default is an empty set.
  public var screenTraits: ScreenTraits { [] }
}

extension Route where Self: CaseIterable {
  /// The cases of an enumeration without associated values.
  public static var samples: [Self] { Array(allCases) }
}

/// The route type of a coordinator without routes, such as a coordinator that only has pages.
public enum NoRoutes: Route, CaseIterable {}
