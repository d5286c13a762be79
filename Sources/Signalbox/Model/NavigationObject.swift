/// An object that a route, a result or a link carries by reference, such as a view model.
///
/// All who get the value get the same object. The engine keeps it as long as a screen or coordinator
/// that was given it lives, an undo can bring one back, or an operation with it waits. Two are equal
/// when they are the same object.
///
/// A document cannot hold an object, but it can name a ``factory`` that makes it again from a
/// seed: snapshots and recordings keep those two, and reject an object without a factory.
public final class NavigationObject: Sendable {
  /// What kind of object it is; the name of its factory where it has one.
  public let type: String
  /// How its factory makes it again; `nil` for an object that only the program can make.
  public let factory: Factory?
  /// Identifies it among the objects of its session; counted from 1.
  package let number: Int
  /// The object itself, in the form of the host that made it.
  package let content: any AnyObject & Sendable

  /// What a factory needs to make an object again.
  public struct Factory: Hashable, Sendable {
    /// The name that the factory is registered under.
    public let name: String
    /// What the factory is called with; `nil` for nothing.
    public let seed: NavigationValue?

    /// A factory and what it is called with.
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

  /// Hashes its number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension NavigationObject: CustomStringConvertible {
  /// The call that makes it, `Cart { items = 2 }`; its type in angle brackets without a factory.
  public var description: String {
    guard let factory else { return "<\(type)>" }
    switch factory.seed {
    case nil: return "\(factory.name)()"
    case .table(let fields)?: return "\(factory.name) \(fields)"
    case let seed?: return "\(factory.name)(\(seed))"
    }
  }
}
