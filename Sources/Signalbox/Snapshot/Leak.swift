/// A description of an object that exists although it is not in the tree, and of its owners.
public struct Leak: Hashable, Sendable {
  /// The kinds of objects that a leak report describes.
  public enum Subject: Hashable, Sendable {
    /// A coordinator, whose delegate is still retained.
    case coordinator(CoordinatorID)
    /// A screen, whose observer or host object is still retained.
    case screen(ScreenID)
  }

  /// The state of an object that is not in the tree.
  public enum State: String, Hashable, Sendable {
    /// The object was created but has never been shown. It exists until it has been shown and has
    /// finished.
    case neverShown
    /// The object was removed, but its delegate, its observer or the host's object is still
    /// retained.
    case gone
  }

  /// The object that still exists.
  public let subject: Subject
  /// The coordinator's type or the screen's name.
  public let name: String
  /// The state of the object.
  public let state: State
  /// The owners of the object: `engine`, `timer`, `work`, `observer`, `waiting operation`, `undo
  /// history` or, if the owners are unknown, `host`.
  public let holders: [String]

  /// Creates a leak report, for hosts that know of additional owners.
  ///
  /// - Parameters:
  ///   - subject: The object that still exists.
  ///   - name: The coordinator's type or the screen's name.
  ///   - state: The state of the object.
  ///   - holders: The owners of the object, such as `timer`, or `host` if the owners are unknown.
  public init(subject: Subject, name: String, state: State, holders: [String]) {
    self.subject = subject
    self.name = name
    self.state = state
    self.holders = holders
  }
}

extension Leak: CustomStringConvertible {
  /// A one-line description, such as `c7 Checkout was never shown, retained by engine, timer`.
  public var description: String {
    let subject =
      switch subject {
      case .coordinator(let id): id.description
      case .screen(let id): id.description
      }
    let how = state == .neverShown ? "was never shown" : "is gone"
    return "\(subject) \(name) \(how), retained by \(holders.joined(separator: ", "))"
  }
}

/// Weak references to removed objects, which are used to report removed objects that still exist.
final class LeakWatch {
  /// A removed object that is released unless it has other owners.
  struct Entry {
    let subject: Leak.Subject
    let name: Symbol
    weak var object: AnyObject?
  }

  private(set) var entries: ContiguousArray<Entry> = []
  private var nextPurge = 64

  /// A copy of the references at one point in time, for ``restore(_:)``.
  var contents: ContiguousArray<Entry> { entries }

  /// Restores saved references. Objects that were released in the meantime are no longer
  /// referenced.
  func restore(_ contents: ContiguousArray<Entry>) { entries = contents }

  func note(_ subject: Leak.Subject, _ name: Symbol, _ object: AnyObject) {
    if entries.count >= nextPurge {
      entries.removeAll { $0.object == nil }
      nextPurge = max(64, 2 * entries.count)
    }
    entries.append(Entry(subject: subject, name: name, object: object))
  }
}
