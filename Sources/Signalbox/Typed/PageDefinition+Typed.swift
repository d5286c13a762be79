extension PageDefinition {
  /// Creates a page with a coordinator that has an input.
  ///
  /// - Parameters:
  ///   - id: Unique within its tab bar.
  ///   - coordinator: The class of the coordinator of the page.
  ///   - input: What it is created with.
  ///   - title: The title in the tab bar; its id if `nil`.
  ///   - icon: The name of its icon; empty for none.
  ///   - isLazy: Whether the coordinator starts when the page is selected for the first time.
  /// - Throws: `badArgument` for an input with a part that cannot be passed.
  public init<Class: Coordinator>(
    _ id: String, _ coordinator: Class.Type, with input: Class.Input, title: String? = nil,
    icon: String = "", isLazy: Bool = false
  ) throws(NavigationError) {
    self.init(
      id: id, title: title, icon: icon, coordinator: Class.name,
      arguments: try CoordinatorInput.arguments(of: input), isLazy: isLazy)
  }

  /// Creates a page with a coordinator without an input.
  ///
  /// - Parameters:
  ///   - id: Unique within its tab bar.
  ///   - coordinator: The class of the coordinator of the page.
  ///   - title: The title in the tab bar; its id if `nil`.
  ///   - icon: The name of its icon; empty for none.
  ///   - isLazy: Whether the coordinator starts when the page is selected for the first time.
  public init<Class: Coordinator>(
    _ id: String, _ coordinator: Class.Type, title: String? = nil, icon: String = "",
    isLazy: Bool = false
  ) where Class.Input == Void {
    self.init(id: id, title: title, icon: icon, coordinator: Class.name, isLazy: isLazy)
  }
}
