/// An object that is passed by reference in a route, a result or a link, such as a view model.
///
/// Every receiver of the value receives the same object. The engine retains the object as long as a
/// screen, a coordinator or a waiting operation refers to it, and as long as undo can restore such
/// a screen or coordinator. Two values are equal if they refer to the same object.
///
/// A document cannot contain the object, but it can name a ``factory`` that recreates the object
/// from a seed. Snapshots and recordings contain the factory and the seed. Without a factory, the
/// object is rejected in a snapshot as `notSerializable`, and the replay of a recording ends at a
/// call that passes the object.
public final class NavigationObject: Sendable {
  /// The name of the object's type. For an object with a factory, this is the name of the factory.
  public let type: String
  /// The information needed to recreate the object, or `nil` if only the program can create the
  /// object.
  public let factory: Factory?
  /// A number that identifies the object within its session. Objects that scripts create are
  /// numbered from 1, and objects that Swift code passes have negative numbers.
  package let number: Int
  /// The representation of the object in the host that created it.
  package let content: any AnyObject & Sendable

  /// The information needed to recreate an object: a factory and its argument.
  public struct Factory: Hashable, Sendable {
    /// The registered name of the factory.
    public let name: String
    /// The argument passed to the factory, or `nil` if there is none.
    public let seed: NavigationValue?

    /// Creates a description of a factory call.
    ///
    /// - Parameters:
    ///   - name: The registered name of the factory.
    ///   - seed: Plain data that is passed to the factory, or `nil` to pass no argument.
    public init(name: String, seed: NavigationValue? = nil) {
      self.name = name
      self.seed = seed
    }
  }

  package init(
    type: String, factory: Factory?, number: Int, content: any AnyObject & Sendable
  ) {
    self.type = type
    self.factory = factory
    self.number = number
    self.content = content
  }
}

extension NavigationObject: Hashable {
  /// Returns whether two references refer to the same object.
  public static func == (left: NavigationObject, right: NavigationObject) -> Bool {
    left.number == right.number && left.type == right.type
  }

  /// Hashes the object's number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension NavigationObject: CustomStringConvertible {
  /// The call that creates the object, such as `Cart { items = 2 }`. For an object without a
  /// factory, this is its type in angle brackets.
  public var description: String {
    guard let factory else { return "<\(type)>" }
    switch factory.seed {
    case nil: return "\(factory.name)()"
    case .table(let fields)?: return "\(factory.name) \(fields)"
    case let seed?: return "\(factory.name)(\(seed))"
    }
  }
}

/// A function that creates an object from its description in a document.
package typealias ObjectFactory =
  (NavigationObject.Factory) throws(NavigationError) -> NavigationObject
