/// A user of the application.
struct User: Codable, Hashable {
  var name: String
}

/// The service that stores the logged-in user.
public final class Authentication {
  var user: User? { didSet { onChange() } }
  var onChange: () -> Void = {}

  /// Creates a service.
  ///
  /// - Parameter user: The name of the user of an earlier run.
  public init(user: String? = nil) { self.user = user.map(User.init) }
}

/// A to-do item.
struct Todo {
  var name: String
  var isFavorite = false
}

/// The to-do items of all users.
public final class TodosStore {
  private(set) var all: [Todo] = []

  /// Creates an empty store.
  public init() {}

  var favorites: [Todo] { all.filter(\.isFavorite) }

  func add(_ name: String) { all.append(Todo(name: name)) }

  func todo(named name: String) -> Todo? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }

  func toggleFavorite(_ name: String) {
    guard let index = all.firstIndex(where: { $0.name == name }) else { return }
    all[index].isFavorite.toggle()
  }
}
