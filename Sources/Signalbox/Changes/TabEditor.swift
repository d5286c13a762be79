/// Edits tab bars, their pages, and their tab views.
struct TabEditor: TransactionPart {
  let transaction: Transaction

  func makeTabBar(for owner: Slot) -> Slot {
    state.tabBars.insert(TabBarRecord(serial: state.serials.nextTabBar(), owner: owner))
  }

  /// Adds the pages that a tab coordinator's type declares to the coordinator's empty tab bar.
  func installDeclaredPages(of owner: Slot) throws(NavigationError) {
    let record = state.coordinators[owner]
    guard let type = registry.registered(record.type)?.type, !type.pages.isEmpty else {
      return
    }
    let current = coordinators.firstPage(of: owner, type)
    try setPages(
      type.pages, of: owner, current: current.map(symbols.intern), recreate: false,
      isFirst: true)
  }

  /// Replaces the pages of a tab bar. Pages that keep their ids also keep their contents, unless
  /// `recreate` is `true`. Cost: O(pages · children + contents of the removed pages).
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  func setPages(
    _ definitions: [PageDefinition], of owner: Slot, current: Symbol?, recreate: Bool,
    isFirst: Bool = false
  ) throws(NavigationError) -> Bool {
    let tabBar = state.coordinators[owner].tabBar
    let sorted = try ordered(definitions, of: owner, current: current)
    if !recreate && isShown(sorted, current: current, in: tabBar) { return false }
    let old = state.pageList(of: tabBar)
    let oldSelected = state.tabBars[tabBar].selected
    let oldIndex = old.firstIndex(of: oldSelected)
    let oldSelectedID = oldSelected == .none ? Symbol.none : state.pages[oldSelected].id

    let wanted = Set(sorted.map { symbols.internPassing($0.id) })
    transaction.reason = .pageRemoved
    for page in old.reversed() where recreate || !wanted.contains(state.pages[page].id) {
      coordinators.finish(state.pages[page].coordinator, reason: .pageRemoved)
    }
    var list: [Slot] = []
    for definition in sorted {
      list.append(try keepOrMakePage(definition, in: tabBar, owner: owner))
    }
    link(list, in: tabBar, owner: owner)
    let selected = selection(among: list, current: current, old: oldSelectedID, oldIndex: oldIndex)
    state.tabBars.update(tabBar) { $0.selected = selected }
    for (page, definition) in zip(list, sorted) {
      if isFirst || isStarting(owner) {
        postpone(page, !definition.isLazy)
      } else if !definition.isLazy || page == selected {
        try startPage(page)
      }
    }
    guard !isFirst else { return true }
    let id = state.id(ofTabBar: tabBar)
    transaction.note(.tabPagesChanged, .tabBar(id))
    let newID = selected == .none ? Symbol.none : state.pages[selected].id
    if newID != oldSelectedID { noteSelection(of: newID, in: tabBar, .pages) }
    return true
  }

  /// Returns whether a tab bar already has the given pages and selection.
  private func isShown(
    _ definitions: [PageDefinition], current: Symbol?, in tabBar: Slot
  ) -> Bool {
    let (pages, symbols) = (state.pageList(of: tabBar), symbols)
    let selected = state.tabBars[tabBar].selected
    if let current, selected == .none || state.pages[selected].id != current { return false }
    return pages.count == definitions.count
      && zip(pages, definitions).allSatisfy { slot, definition in
        let page = state.pages[slot]
        return symbols[page.id] == definition.id && symbols[page.title] == definition.title
          && symbols[page.icon] == definition.icon
          && page.selectedTitle == symbol(definition.selectedTitle)
          && page.selectedIcon == symbol(definition.selectedIcon)
          && (definition.isLazy
            || !state.coordinators[page.coordinator].flags.isDisjoint(with: [.started, .postponed]))
      }
  }

  private func symbol(_ text: String?) -> Symbol { text.map(symbols.internPassing) ?? .none }

  private func ordered(
    _ definitions: [PageDefinition], of owner: Slot, current: Symbol?
  ) throws(NavigationError) -> [PageDefinition] {
    var seen = Set<String>()
    for definition in definitions where !seen.insert(definition.id).inserted {
      throw NavigationError(
        .duplicatePage,
        "setPages: \(transaction.typeName(owner)) would have two pages with the id "
          + "\"\(definition.id)\"")
    }
    if let current, !seen.contains(symbols[current]) {
      throw unknownPage("setPages", symbols[current], owner, definitions.map(\.id))
    }
    let indexed = definitions.enumerated().sorted { left, right in
      (left.element.position ?? left.offset, left.offset)
        < (right.element.position ?? right.offset, right.offset)
    }
    return indexed.map(\.element)
  }

  func unknownPage(
    _ operation: String, _ name: String, _ owner: Slot, _ known: [String]
  ) -> NavigationError {
    NavigationError(
      .unknownPage, "\(operation): \(transaction.typeName(owner)) has no page \"\(name)\"",
      hint: nameHint(for: name, in: known) ?? "it has no pages")
  }

  private func selection(among list: [Slot], current: Symbol?, old: Symbol, oldIndex: Int?) -> Slot
  {
    let byID = { (id: Symbol) in list.first { state.pages[$0].id == id } }
    if let current, let page = byID(current) { return page }
    if old != .none, let page = byID(old) { return page }
    if let oldIndex, list.indices.contains(oldIndex) { return list[oldIndex] }
    return list.first ?? .none
  }

  private func keepOrMakePage(
    _ definition: PageDefinition, in tabBar: Slot, owner: Slot
  ) throws(NavigationError) -> Slot {
    let symbols = symbols
    let id = symbols.internPassing(definition.id)
    let position = Int32(clamping: definition.position ?? 0)
    let known = state.page(id, of: tabBar)
    if known != .none {
      state.pages.update(known) { page in
        page.title = symbols.internPassing(definition.title)
        page.icon = symbols.internPassing(definition.icon)
        page.selectedTitle = symbol(definition.selectedTitle)
        page.selectedIcon = symbol(definition.selectedIcon)
        page.position = position
      }
      return known
    }
    let type = try registry.type(named: definition.coordinator, for: "setPages")
    let coordinator = try coordinators.makeCoordinator(type, arguments: definition.arguments)
    try coordinators.adopt(coordinator, by: owner)
    let page = state.pages.insert(
      PageRecord(
        id: id, title: symbols.internPassing(definition.title),
        icon: symbols.internPassing(definition.icon),
        position: position, coordinator: coordinator, tabBar: tabBar,
        selectedTitle: symbol(definition.selectedTitle),
        selectedIcon: symbol(definition.selectedIcon)))
    coordinators.giveContent(
      to: coordinator, attachment: .page(page), layer: state.coordinators[owner].layer)
    return page
  }

  /// Links the pages into a list. Also links the owner's children: the pages' coordinators in the
  /// order of the pages, followed by the other children.
  private func link(_ list: [Slot], in tabBar: Slot, owner: Slot) {
    for (index, page) in list.enumerated() {
      let next = index + 1 < list.count ? list[index + 1] : .none
      if state.pages[page].next != next { state.pages.update(page) { $0.next = next } }
    }
    state.tabBars.update(tabBar) { record in
      record.firstPage = list.first ?? .none
      record.lastPage = list.last ?? .none
    }
    let pageChildren = list.map { state.pages[$0].coordinator }
    let others = state.children(of: owner).filter { !pageChildren.contains($0) }
    let children = pageChildren + others
    for (index, child) in children.enumerated() {
      let previous = index > 0 ? children[index - 1] : .none
      let next = index + 1 < children.count ? children[index + 1] : .none
      state.coordinators.update(child) { record in
        record.previousSibling = previous
        record.nextSibling = next
      }
    }
    state.coordinators.update(owner) { record in
      record.firstChild = children.first ?? .none
      record.lastChild = children.last ?? .none
    }
  }

  /// Selects another page. A lazy page starts when it is selected for the first time.
  func select(
    _ page: Slot, in tabBar: Slot, by source: PageChangeSource = .operation
  ) throws(NavigationError) {
    state.tabBars.update(tabBar) { $0.selected = page }
    noteSelection(of: state.pages[page].id, in: tabBar, source)
    if !isStarting(state.tabBars[tabBar].owner) { try startPage(page) }
  }

  // MARK: - Starting

  /// Returns whether a tab coordinator's own `start` is still running. The coordinators of its
  /// pages start afterwards.
  private func isStarting(_ owner: Slot) -> Bool {
    transaction.isStarting(state.id(ofCoordinator: owner))
  }

  private func postpone(_ page: Slot, _ isPostponed: Bool) {
    let coordinator = state.pages[page].coordinator
    let flags = state.coordinators[coordinator].flags
    guard !flags.contains(.started), flags.contains(.postponed) != isPostponed else { return }
    state.coordinators.update(coordinator) { $0.flags.formSymmetricDifference(.postponed) }
  }

  /// Starts the pages whose start was postponed until the end of a tab coordinator's `start`: the
  /// selected page and all pages that are not lazy, in the order of their tabs.
  func startPostponedPages(of owner: Slot) throws(NavigationError) {
    guard let record = state.coordinators.record(at: owner), record.tabBar != .none else { return }
    let wasHidden = transaction.isHidden
    defer { transaction.isHidden = wasHidden }
    for page in state.pageList(of: record.tabBar) {
      let isPostponed = state.coordinators[state.pages[page].coordinator].flags.contains(.postponed)
      postpone(page, false)
      if isPostponed || state.tabBars[record.tabBar].selected == page { try startPage(page) }
    }
  }

  /// Starts a page's coordinator unless it has already started.
  func startPage(_ page: Slot) throws(NavigationError) {
    let coordinator = state.pages[page].coordinator
    if state.coordinators[coordinator].flags.contains(.started) { return }
    try coordinators.start(coordinator, animated: false)
  }

  /// Removes a page from its tab bar. The page's coordinator is finished separately.
  func removePage(_ slot: Slot) {
    let page = state.pages[slot]
    let list = state.pageList(of: page.tabBar)
    if let index = list.firstIndex(of: slot) {
      let previous = index > 0 ? list[index - 1] : .none
      if previous != .none { state.pages.update(previous) { $0.next = page.next } }
      state.tabBars.update(page.tabBar) { record in
        if record.firstPage == slot { record.firstPage = page.next }
        if record.lastPage == slot { record.lastPage = previous }
        if record.selected == slot { record.selected = .none }
      }
    }
    if page.badge != .none { state.arguments.remove(page.badge) }
    state.pages.remove(slot)
  }

  /// Deletes a tab bar after the coordinators of its pages have finished.
  func removeTabBar(_ slot: Slot) {
    let owner = state.tabBars[slot].owner
    if case .rootSlot(let host) = state.coordinators[owner].attachment,
      case let stack = state.coordinators[host].stack, stack != .none,
      state.stacks[stack].rootTabBar == slot
    {
      state.stacks.update(stack) { record in
        record.rootTabBar = .none
        record.count -= 1
      }
    }
    removeTabView(of: slot)
    state.tabBars.remove(slot)
  }

  /// Creates the tab view that a tab coordinator's type declares, unless the tab view already
  /// exists.
  ///
  /// - Parameter arguments: The tab view's arguments, or `nil` to use the declared arguments.
  func installTabView(of owner: Slot, arguments: NavigationArguments? = nil) {
    let record = state.coordinators[owner]
    guard record.tabBar != .none, state.tabBars[record.tabBar].view == .none,
      var content = registry.registered(record.type)?.type.tabView
    else { return }
    if let arguments { content.arguments = arguments }
    let view = screens.makeBareScreen(
      content, named: symbols.internPassing(content.name), owner: owner)
    state.tabBars.update(record.tabBar) { $0.view = view }
  }

  /// Removes the tab view of a tab bar. Layers that the tab view presented belong to its
  /// coordinator and are removed separately.
  func removeTabView(of tabBar: Slot) {
    let view = state.tabBars[tabBar].view
    guard view != .none else { return }
    state.tabBars.update(tabBar) { $0.view = .none }
    screens.destroy(view)
  }

  /// Records that another page is selected, and schedules the tab coordinator's callback.
  func noteSelection(of page: Symbol, in tabBar: Slot, _ source: PageChangeSource) {
    transaction.note(.tabChanged, .tabBar(state.id(ofTabBar: tabBar)), page)
    let owner = state.tabBars[tabBar].owner
    guard let delegate = state.delegate(at: owner), delegate.observesCurrentPage else { return }
    let name: String? = page == .none ? nil : symbols[page]
    transaction.callLater(.handler { try delegate.currentPageDidChange(to: name, source) })
  }

  /// Returns the tab bar of the tab coordinator that makes a call. Throws an error if the caller is
  /// a navigation coordinator or has not started.
  func tabBar(of call: borrowing OperationCall, as operation: String) throws(NavigationError)
    -> Slot
  {
    let caller = try transaction.caller(of: call)
    let record = state.coordinators[caller]
    guard record.kind == .tabs else {
      throw NavigationError(
        .wrongKind, "\(operation): \(transaction.typeName(caller)) is not a tab coordinator",
        hint: "call \(operation) on the coordinator that has the pages")
    }
    guard record.tabBar != .none, record.flags.contains(.started) else {
      throw NavigationError(
        .notStarted, "\(operation): \(transaction.typeName(caller)) is not shown yet")
    }
    return record.tabBar
  }

  /// Returns the page that a call names, and the page's tab bar. Throws an error if there is no
  /// such page.
  func page(
    of call: borrowing OperationCall, as operation: String
  ) throws(NavigationError) -> (tabBar: Slot, page: Slot) {
    let tabBar = try tabBar(of: call, as: operation)
    let page = state.page(call.name, of: tabBar)
    guard page != .none else {
      let known = state.pageList(of: tabBar).map { symbols[state.pages[$0].id] }
      throw unknownPage(
        operation, symbols[call.name], state.tabBars[tabBar].owner, known)
    }
    return (tabBar, page)
  }

  /// Returns the pages that a tab coordinator's current type declares. Throws an error if there are
  /// none.
  func declaredPages(of owner: Slot) throws(NavigationError) -> [PageDefinition] {
    let pages = registry.registered(state.coordinators[owner].type)?.type.pages ?? []
    guard !pages.isEmpty else {
      throw NavigationError(
        .badArgument, "setPages: \(transaction.typeName(owner)) declares no pages to restore",
        hint: "pass a list of pages, or {} for none")
    }
    return pages
  }

  /// Stores a badge's text and returns the slot of the stored text.
  func keepBadge(_ text: String) -> Slot {
    state.arguments.insert(ArgumentsRecord(arguments: ["badge": .string(text)]))
  }
}
