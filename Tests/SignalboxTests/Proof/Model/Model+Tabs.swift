import Signalbox

/// The operations on tabs in section 3.
extension Model {
  mutating func select(_ caller: Int, _ page: String) throws(NoEffect) -> ModelOutcome.Value {
    let found = coordinators[caller].pages[try place(of: page, in: caller)]
    if coordinators[caller].selected == page {
      throw .noop(.alreadySelected, .coordinator(found.coordinator))
    }
    try show(found, of: caller)
    return .coordinator(found.coordinator)
  }

  /// Selects a page. A lazy page is started.
  mutating func show(_ page: Page, of tabs: Int) throws(NoEffect) {
    coordinators[tabs].selected = page.id
    if coordinators[page.coordinator].phase == .created { try start(page.coordinator) }
  }

  private func checkTabs(_ caller: Int) throws(NoEffect) {
    try checkAlive(caller)
    if !coordinators[caller].kind.isTabs { throw .rejected(.wrongKind) }
    try checkStarted(caller)
  }

  func place(of page: String, in tabs: Int) throws(NoEffect) -> Int {
    try checkTabs(tabs)
    guard let place = coordinators[tabs].pages.firstIndex(where: { $0.id == page }) else {
      throw .rejected(.unknownPage)
    }
    return place
  }

  mutating func setPages(
    _ caller: Int, _ pages: [ApplicationPlan.Page]?, current: String?, recreate: Bool
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkTabs(caller)
    let declared = coordinators[caller].kind.pages
    if pages == nil && declared.isEmpty { throw .rejected(.badArgument) }
    guard try setPages(pages ?? declared, of: caller, current: current, recreate: recreate) else {
      throw .noop(.unchanged)
    }
    return .none
  }

  /// - Returns: Whether anything changed (decision 0012).
  mutating func setPages(
    _ pages: [ApplicationPlan.Page], of tabs: Int, current: String?, recreate: Bool,
    startsPages: Bool = true
  ) throws(NoEffect) -> Bool {
    if Set(pages.map(\.id)).count < pages.count { throw .rejected(.duplicatePage) }
    if let current, !pages.contains(where: { $0.id == current }) { throw .rejected(.unknownPage) }
    let sorted = pages.enumerated().sorted { left, right in
      (left.element.position ?? left.offset, left.offset)
        < (right.element.position ?? right.offset, right.offset)
    }.map(\.element)

    let old = coordinators[tabs].pages
    let selected = coordinators[tabs].selected
    let isSame = old.map(\.id) == sorted.map(\.id) && (current == nil || current == selected)
    let isStarted = zip(old, sorted).allSatisfy {
      $1.isLazy || coordinators[$0.coordinator].phase == .started
    }
    if isSame && isStarted && !recreate { return false }

    for page in old.reversed() where recreate || !sorted.contains(where: { $0.id == page.id }) {
      finish(page.coordinator)
    }
    var list: [Page] = []
    for page in sorted {
      if let kept = coordinators[tabs].pages.first(where: { $0.id == page.id }) {
        list.append(kept)
      } else {
        list.append(Page(id: page.id, coordinator: try makePage(page, of: tabs)))
      }
    }
    let others = coordinators[tabs].children.filter { child in
      !list.contains { $0.coordinator == child }
    }
    coordinators[tabs].pages = list
    coordinators[tabs].children = list.map(\.coordinator) + others
    coordinators[tabs].selected = selection(list, current, selected, old)
    for (page, wanted) in zip(list, sorted)
    where startsPages && (!wanted.isLazy || page.id == coordinators[tabs].selected) {
      if coordinators[page.coordinator].phase == .created { try start(page.coordinator) }
    }
    return true
  }

  private mutating func makePage(_ page: ApplicationPlan.Page, of tabs: Int) throws(NoEffect) -> Int
  {
    let coordinator = try make(page.type)
    coordinators[coordinator].parent = tabs
    coordinators[coordinator].attachment = .page(page.id)
    giveStack(to: coordinator)
    return coordinator
  }

  /// Returns the requested page, or otherwise the page with the same id, the same index, or the
  /// first page (rule U12).
  private func selection(
    _ list: [Page], _ current: String?, _ selected: String?, _ old: [Page]
  ) -> String? {
    if let current { return current }
    if let selected, list.contains(where: { $0.id == selected }) { return selected }
    if let index = old.firstIndex(where: { $0.id == selected }), index < list.count {
      return list[index].id
    }
    return list.first?.id
  }

  mutating func tapTab(_ page: String) throws(NoEffect) -> ModelOutcome.Value {
    let visible = visibleTabs
    let owner = visible.first { coordinators[$0].pages.contains { $0.id == page } }
    guard let tabs = owner ?? visible.first else { throw .noop(.gestureUnavailable) }
    guard let found = coordinators[tabs].pages.first(where: { $0.id == page }) else {
      throw .rejected(.unknownPage)
    }
    if coordinators[tabs].selected != page { return try select(tabs, page) }
    if coordinators[found.coordinator].kind.isTabs {
      throw .noop(.alreadySelected, .coordinator(found.coordinator))
    }
    do throws(NoEffect) {
      return try popToRoot(found.coordinator, Choice())
    } catch {
      throw .noop(.alreadySelected, .coordinator(found.coordinator))
    }
  }
}
