/// An object that is passed by reference in a route, a result or a link, such as a view model.
///
/// Every receiver of the value receives the same object. The engine retains the object as long as a
/// screen or coordinator refers to it, an undo can restore such a screen or coordinator, or a
/// waiting operation refers to it. Two values are equal if they refer to the same object.
///
/// A document cannot contain an object, but it can name a ``factory`` that recreates it from a
/// seed: snapshots and recordings contain both, and reject an object without a factory.
public final class NavigationObject: Sendable {
  /// The kind of object; the name of its factory if it has one.
  public let type: String
  /// How its factory recreates it; `nil` for an object that only the program can create.
  public let factory: Factory?
  /// Identifies it among the objects of its session; counted from 1.
  package let number: Int
  /// The object itself, in the representation of the host that created it.
  package let content: any AnyObject & Sendable

  /// The data that is needed to recreate an object.
  public struct Factory: Hashable, Sendable {
    /// The name that the factory is registered under.
    public let name: String
    /// The argument of the factory; `nil` for none.
    public let seed: NavigationValue?

    /// Creates the description of a factory call.
    ///
    /// - Parameters:
    ///   - name: The name that the factory is registered under.
    ///   - seed: Plain data from which the factory creates the object; `nil` passes none.
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
  /// Whether both are the same object.
  public static func == (left: NavigationObject, right: NavigationObject) -> Bool {
    left.number == right.number && left.type == right.type
  }

  /// Hashes the object's number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension NavigationObject: CustomStringConvertible {
  /// The call that creates it, `Cart { items = 2 }`; without a factory, its type in angle brackets.
  public var description: String {
    guard let factory else { return "<\(type)>" }
    switch factory.seed {
    case nil: return "\(factory.name)()"
    case .table(let fields)?: return "\(factory.name) \(fields)"
    case let seed?: return "\(factory.name)(\(seed))"
    }
  }
}
