public import Observation
public import Signalbox

/// The model of the contents of a layer, a page or the root of a stack.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
public enum ContentsModel: Equatable {
  /// A single screen without a navigation stack.
  case screen(ScreenModel)
  /// A navigation stack, whose root may be a screen or tabs.
  case stack(StackModel)
  /// The pages of a tab coordinator, of which one is shown.
  case tabs(TabsModel)

  /// Returns whether both values contain the same model.
  nonisolated public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.screen(let left), .screen(let right)): left === right
    case (.stack(let left), .stack(let right)): left === right
    case (.tabs(let left), .tabs(let right)): left === right
    default: false
    }
  }
}

/// A layer of the window.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable
public final class LayerModel: Identifiable {
  /// The identifier of the layer.
  nonisolated public let id: LayerID
  /// The name of the presentation style, or `root` for the lowest layer.
  nonisolated public let style: String
  /// Whether the user can dismiss the layer with a swipe.
  public private(set) var isDismissible = false
  /// The alert's text fields, each with its current text, in display order.
  public private(set) var fields: [AlertField] = []
  /// The contents, or `nil` if the coordinator shows nothing.
  public private(set) var contents: ContentsModel?
  private var above: LayerModel?
  @ObservationIgnored private weak var model: InterfaceModel?

  init(_ id: LayerID, style: String, _ model: InterfaceModel) {
    (self.id, self.style, self.model) = (id, style, model)
  }

  func show(_ layer: InterfaceTree.Layer, contents: ContentsModel?, presented: LayerModel?) {
    if isDismissible != layer.isDismissible { isDismissible = layer.isDismissible }
    if fields != layer.fields { fields = layer.fields }
    if self.contents != contents { self.contents = contents }
    if above !== presented { above = presented }
  }

  /// The layer above, or `nil` if there is none. Setting this property to `nil` reports a swipe
  /// down if the user can swipe that layer away, and otherwise a dismissal by a view. Setting it to
  /// other values has no effect, because only the engine presents layers.
  public var presented: LayerModel? {
    get { above }
    set { if newValue == nil, above != nil { model?.removePresented(by: id) } }
  }

  /// The sheet's detents. The array is empty if the platform's default applies.
  public var detents: [Detent] { model?.engine?.detents(of: id) ?? [] }

  /// The front screen's title, or `nil` if there is no front screen.
  public var title: String? { model?.front(of: id)?.title }

  /// The alert's message: the message with which the alert was presented, otherwise the argument
  /// `message` of the alert's screen, or `nil` if there is neither.
  public var message: String? { model?.engine?.message(of: id) }

  /// The buttons of the alert or confirmation dialog, with their roles.
  public var buttons: [AlertButton.Label] { model?.engine?.buttons(of: id) ?? [] }

  /// The text of a field. The text of an unknown field is empty. Setting the text reports user
  /// input.
  ///
  /// - Parameter field: The name of one of the ``fields``.
  public subscript(text field: String) -> String {
    get { fields.first { $0.name == field }?.text ?? "" }
    set { model?.enter(newValue, into: field, of: id) }
  }

  /// Reports that the user has dismissed the layer. Call this method in the presentation of an
  /// application's own style, for example after a tap on the background.
  public func dismiss() { model?.dismiss(id) }

  /// Reports a tap on a button of an alert, which removes the alert.
  ///
  /// - Parameter button: The title of one of the ``buttons``.
  public func tap(_ button: String) { model?.tap(button: button, of: id) }

  /// Reports that an alert or confirmation dialog was closed, with or without a button.
  /// `InterfaceView` calls this method. If a button closed the dialog, ``tap(_:)`` reports the
  /// button in the same turn of the main loop.
  public func didClose() { model?.close(id) }

  /// Reports that the layer's view has appeared. `InterfaceView` calls this method.
  public func didAppear() { model?.didAppear(id) }

  /// Reports that the layer's view has disappeared. `InterfaceView` calls this method.
  public func didDisappear() { model?.didDisappear(id) }
}

/// A navigation stack.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable
public final class StackModel: Identifiable {
  /// The identifier of the stack.
  nonisolated public let id: StackID
  /// The screen or tabs below the path, or `nil` before the coordinator starts.
  public private(set) var root: ContentsModel?
  /// Whether the stack is a split view, which shows the root in a sidebar and the path in a detail
  /// column if there is enough room.
  public private(set) var isSplit = false
  /// Whether the split view currently shows both columns. `InterfaceView` sets this property.
  @ObservationIgnored public var isExpanded = false
  private var screens: [ScreenModel] = []
  @ObservationIgnored private weak var model: InterfaceModel?

  init(_ id: StackID, _ model: InterfaceModel) { (self.id, self.model) = (id, model) }

  func show(root: ContentsModel?, _ screens: [ScreenModel], isSplit: Bool) {
    if self.root != root { self.root = root }
    if self.screens != screens { self.screens = screens }
    if self.isSplit != isSplit { self.isSplit = isSplit }
  }

  /// The screens above the root. Setting a shorter path reports that the user has navigated back. A
  /// path with other screens has no effect and is reported as a problem, because only the engine
  /// pushes screens.
  public var path: [ScreenModel] {
    get { screens }
    set { model?.setPath(newValue.map(\.id), of: id) }
  }

  /// The first screen in the detail column of a split view, or `nil` if the column is empty or the
  /// stack is not a split view.
  public var detail: ScreenModel? { isSplit ? screens.first : nil }

  /// The screens above ``detail``. Setting a shorter path reports that the user has navigated back
  /// within the detail column. The setter has no effect if the detail column is empty.
  public var detailPath: [ScreenModel] {
    get { isSplit ? Array(screens.dropFirst()) : [] }
    set { if let detail { path = [detail] + newValue } }
  }

  /// Whether the detail column is above the sidebar while the split view is collapsed. Setting this
  /// property to `false` reports that the user has navigated back to the sidebar. Setting it to
  /// `true` has no effect, because only the engine pushes screens.
  public var isDetailOnTop: Bool {
    get { detail != nil }
    set { if !newValue, detail != nil { path = [] } }
  }
}

/// A tab bar.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable
public final class TabsModel: Identifiable {
  /// The identifier of the tab bar.
  nonisolated public let id: TabBarID
  /// The screen that encloses the pages, or `nil` if the platform's tab bar is used.
  public private(set) var view: ScreenModel?
  /// The pages, in display order.
  public private(set) var pages: [PageModel] = []
  private var selected: String?
  @ObservationIgnored private weak var model: InterfaceModel?

  init(_ id: TabBarID, _ model: InterfaceModel) { (self.id, self.model) = (id, model) }

  func show(view: ScreenModel?, _ pages: [PageModel], selected: String?) {
    if self.view != view { self.view = view }
    if self.pages != pages { self.pages = pages }
    if self.selected != selected { self.selected = selected }
  }

  /// The id of the selected page, or `nil` if there are no pages. Setting this property to the id
  /// of a page reports a tap on the page's tab, even if the page is already selected.
  public var selection: String? {
    get { selected }
    set { if let newValue { model?.tap(page: newValue, of: id) } }
  }
}

/// A page of a tab bar.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
public struct PageModel: Identifiable, Equatable {
  nonisolated let page: InterfaceTree.Page
  /// The contents, or `nil` if the coordinator shows nothing.
  nonisolated public let contents: ContentsModel?

  nonisolated init(page: InterfaceTree.Page, contents: ContentsModel?) {
    var page = page
    page.contents = nil
    (self.page, self.contents) = (page, contents)
  }

  /// The id of the page, which is unique within the tab bar.
  nonisolated public var id: String { page.id }
  /// The title in the tab bar.
  nonisolated public var title: String { page.title }
  /// The name of the icon, or an empty string if there is none.
  nonisolated public var icon: String { page.icon }
  /// The title while the page is selected, or `nil` if the title does not change.
  nonisolated public var selectedTitle: String? { page.selectedTitle }
  /// The name of the icon while the page is selected, or `nil` if the icon does not change.
  nonisolated public var selectedIcon: String? { page.selectedIcon }
  /// The badge, or `nil` if there is none.
  nonisolated public var badge: String? { page.badge }

  /// Returns whether both values describe the same page with the same contents.
  nonisolated public static func == (left: Self, right: Self) -> Bool {
    left.page == right.page && left.contents == right.contents
  }
}

/// A screen.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable
public final class ScreenModel: Identifiable, Hashable {
  /// The identifier of the screen.
  nonisolated public let id: ScreenID
  /// The title that the screen's coordinator returns.
  public private(set) var title: String
  /// The name of the push style, for `navigationTransition`, or `nil` for the platform's default
  /// transition.
  nonisolated public let transition: String?
  /// The number of times that the screen has been updated. Properties that depend on the engine
  /// read this number, so that views observe updates.
  private var revision = 0
  @ObservationIgnored private weak var engine: NavigationEngine?

  init(_ id: ScreenID, _ engine: NavigationEngine?) {
    (self.id, self.engine) = (id, engine)
    title = engine?.title(of: id) ?? ""
    transition = engine?.transition(of: id)
  }

  func setTitle(_ title: String) { if self.title != title { self.title = title } }

  func noteUpdate() { revision += 1 }

  /// The engine's screen, with its name and arguments, or `nil` after the screen has been removed.
  /// Views that read this property are updated when the screen's arguments change.
  public var screen: StateDocument.Screen? {
    _ = revision
    return engine?.node(of: id)
  }

  /// Returns the coordinator that owns the screen, or `nil` if the coordinator is not an instance
  /// of the class or the screen has been removed. Views that call this method, for example to read
  /// the screen's route, are updated when the screen's arguments change.
  ///
  /// - Parameter type: The class of the coordinator.
  public func coordinator<Class: CoordinatorDelegate>(_ type: Class.Type) -> Class? {
    _ = revision
    return engine.flatMap { engine in
      engine.owner(of: id).flatMap { engine.coordinator($0, as: type) }
    }
  }

  /// Returns whether both values refer to the same screen.
  nonisolated public static func == (left: ScreenModel, right: ScreenModel) -> Bool {
    left.id == right.id
  }

  /// Hashes the identifier.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
