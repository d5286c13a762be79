public import Signalbox

extension NavigationFixture {
  /// Taps an action of the front screen, identified by its label.
  ///
  /// - Parameter label: The label, as returned by ``/Signalbox/CoordinatorDelegate/actions(of:)``. Unknown
  ///   labels are rejected as `unknownAction`.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func tap(
    _ label: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("tap", label, at: TestLocation(fileID, filePath, line, column)) { call, _ in
      call.text = label
    }
  }

  /// Taps a tab of a tab bar in front. If several such tab bars have the page, the outermost tab
  /// bar is used.
  ///
  /// - Parameter page: The id of the page. An unknown id is rejected as `unknownPage`.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func tapTab(
    _ page: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("tapTab", page, at: TestLocation(fileID, filePath, line, column)) { call, symbols in
      call.name = symbols.intern(page)
    }
  }

  /// Taps a tab of a coordinator's tab bar, for example if an outer tab bar has a page with the
  /// same id.
  ///
  /// - Parameters:
  ///   - page: The id of the page. An unknown id is rejected as `unknownPage`.
  ///   - coordinator: A tab coordinator. If its tab bar is not in front, the tap has no effect.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func tapTab(
    _ page: String, of coordinator: CoordinatorID, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("tapTab", page, at: TestLocation(fileID, filePath, line, column)) { call, symbols in
      call.name = symbols.intern(page)
      call.subject = .coordinator(coordinator)
    }
  }

  /// Taps a button of the front alert or dialog.
  ///
  /// - Parameter button: The title of the button. Unknown titles are rejected.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func tapAlert(
    _ button: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("tapAlert", button, at: TestLocation(fileID, filePath, line, column)) { call, _ in
      call.text = button
    }
  }

  /// Replaces the text of a field in the front alert.
  ///
  /// - Parameters:
  ///   - text: The new text of the field, without line breaks.
  ///   - field: The name of the field. An unknown name is rejected as `unknownField`.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func enterText(
    _ text: String, into field: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("enterText", text, at: TestLocation(fileID, filePath, line, column)) { call, symbols in
      call.name = symbols.intern(field)
      call.text = text
    }
  }

  /// Taps the back button of the system or of the navigation bar.
  @discardableResult
  public func back(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("back", nil, at: TestLocation(fileID, filePath, line, column)) { _, _ in }
  }

  /// Swipes the front screen back. If the gesture is cancelled, nothing changes.
  ///
  /// - Parameter cancelled: Whether the user releases the screen early, so that the screen is not
  ///   removed.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func swipeBack(
    cancelled: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("swipeBack", nil, at: TestLocation(fileID, filePath, line, column)) { call, _ in
      if cancelled { call.options.switches.insert(.cancel) }
    }
  }

  /// Swipes the topmost layer down. If the gesture is cancelled, nothing changes.
  ///
  /// - Parameter cancelled: Whether the user releases the layer early, so that the layer is not
  ///   removed.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func swipeDown(
    cancelled: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("swipeDown", nil, at: TestLocation(fileID, filePath, line, column)) { call, _ in
      if cancelled { call.options.switches.insert(.cancel) }
    }
  }

  /// Goes back several screens in a single step, using the back button's menu.
  ///
  /// - Parameter index: The index of the screen that becomes the top screen. Index 0 is the first
  ///   screen above the root, and index -1 is the root.
  @discardableResult
  public func longPressBack(
    to index: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    let place = TestLocation(fileID, filePath, line, column)
    return gesture("longPressBack", String(index), at: place) { call, _ in call.count = index }
  }

  /// Opens a link, such as a deep link or the link of a notification or shortcut.
  ///
  /// - Parameter link: The URL as a string. If no pattern matches, the link is rejected as
  ///   `unhandled`. If all matching handlers decline the link, only ``events`` report this.
  /// - Returns: The outcome. A rejection is a test failure.
  @discardableResult
  public func open(
    _ link: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome? {
    gesture("open", link, at: TestLocation(fileID, filePath, line, column)) { call, _ in
      call.text = link
    }
  }
}
