extension PageDefinition {
  /// Creates a page for a coordinator that has an input.
  ///
  /// - Parameters:
  ///   - id: The id, unique within the tab bar.
  ///   - coordinator: The class of the page's coordinator.
  ///   - input: The value to create the coordinator with.
  ///   - title: The title in the tab bar. `nil` uses the id.
  ///   - icon: The name of the icon; empty for none.
  ///   - isLazy: Whether the coordinator starts only when the page is first selected.
  /// - Throws: `badArgument` for an input that contains a value that cannot be passed.
  public init<Class: Coordinator>(
    _ id: String, _ coordinator: Class.Type, with input: Class.Input, title: String? = nil,
    icon: String = "", isLazy: Bool = false
  ) throws(NavigationError) {
    self.init(
      id: id, title: title, icon: icon, coordinator: Class.name,
      arguments: try CoordinatorInput.arguments(of: input), isLazy: isLazy)
  }

  /// Creates a page for a coordinator without an input.
  ///
  /// - Parameters:
  ///   - id: The id, unique within the tab bar.
  ///   - coordinator: The class of the page's coordinator.
  ///   - title: The title in the tab bar. `nil` uses the id.
  ///   - icon: The name of the icon; empty for none.
  ///   - isLazy: Whether the coordinator starts only when the page is first selected.
  public init<Class: Coordinator>(
    _ id: String, _ coordinator: Class.Type, title: String? = nil, icon: String = "",
    isLazy: Bool = false
  ) where Class.Input == Void {
    self.init(id: id, title: title, icon: icon, coordinator: Class.name, isLazy: isLazy)
  }
}
