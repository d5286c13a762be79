extension PageDefinition {
  /// Creates a page for a coordinator that has an input, using an enumeration of page ids.
  ///
  /// - Parameters:
  ///   - page: The page. The raw value is the page's id.
  ///   - coordinator: The class of the page's coordinator.
  ///   - input: The coordinator's input.
  ///   - title: The title in the tab bar, or `nil` to use the id.
  ///   - icon: The name of the icon, or an empty string if there is none.
  ///   - isLazy: Whether the coordinator starts only when the page is first selected.
  /// - Throws: `badArgument` if the input contains a value that cannot be passed.
  public init<Page: RawRepresentable<String>, Class: Coordinator>(
    _ page: Page, _ coordinator: Class.Type, with input: Class.Input, title: String? = nil,
    icon: String = "", isLazy: Bool = false
  ) throws(NavigationError) {
    try self.init(
      page.rawValue, coordinator, with: input, title: title, icon: icon, isLazy: isLazy)
  }

  /// Creates a page for a coordinator without an input, using an enumeration of page ids.
  ///
  /// - Parameters:
  ///   - page: The page. The raw value is the page's id.
  ///   - coordinator: The class of the page's coordinator.
  ///   - title: The title in the tab bar, or `nil` to use the id.
  ///   - icon: The name of the icon, or an empty string if there is none.
  ///   - isLazy: Whether the coordinator starts only when the page is first selected.
  public init<Page: RawRepresentable<String>, Class: Coordinator>(
    _ page: Page, _ coordinator: Class.Type, title: String? = nil, icon: String = "",
    isLazy: Bool = false
  ) where Class.Input == Void {
    self.init(page.rawValue, coordinator, title: title, icon: icon, isLazy: isLazy)
  }

  /// Creates a page for a coordinator that has an input.
  ///
  /// - Parameters:
  ///   - id: The id of the page, unique within the tab bar.
  ///   - coordinator: The class of the page's coordinator.
  ///   - input: The coordinator's input.
  ///   - title: The title in the tab bar, or `nil` to use the id.
  ///   - icon: The name of the icon, or an empty string if there is none.
  ///   - isLazy: Whether the coordinator starts only when the page is first selected.
  /// - Throws: `badArgument` if the input contains a value that cannot be passed.
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
  ///   - id: The id of the page, unique within the tab bar.
  ///   - coordinator: The class of the page's coordinator.
  ///   - title: The title in the tab bar, or `nil` to use the id.
  ///   - icon: The name of the icon, or an empty string if there is none.
  ///   - isLazy: Whether the coordinator starts only when the page is first selected.
  public init<Class: Coordinator>(
    _ id: String, _ coordinator: Class.Type, title: String? = nil, icon: String = "",
    isLazy: Bool = false
  ) where Class.Input == Void {
    self.init(id: id, title: title, icon: icon, coordinator: Class.name, isLazy: isLazy)
  }
}
