public import Observation
public import Signalbox

/// What fills a layer or a page, as models.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
public enum ContentsModel: Equatable {
  case screen(ScreenModel)
  case stack(StackModel)
  case tabs(TabsModel)

  /// Whether both are the same models.
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
  /// The name of its presentation style; `root` for the lowest layer.
  nonisolated public let style: String
  /// Whether the user can swipe it away.
  public private(set) var isDismissible = false
  /// The text fields of an alert, in order, with their texts.
  public private(set) var fields: [AlertField] = []
  /// What fills it; `nil` if its coordinator shows nothing.
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

  /// The layer above; setting it to `nil` is the user's swipe down. Another value has no effect: only
  /// the engine presents.
  public var presented: LayerModel? {
    get { above }
    set { if newValue == nil, above != nil { model?.removePresented(by: id) } }
  }

  /// The heights at which it rests; empty for the default.
  public var detents: [Detent] { model?.engine?.detents(of: id) ?? [] }

  /// The title of the screen in front.
  public var title: String? { model?.front(of: id)?.title }

  /// The message of an alert: the one that it was presented with, otherwise the argument `message`
  /// of its screen.
  public var message: String? { model?.engine?.message(of: id) }

  /// The buttons of an alert or confirmation dialog, with their roles.
  public var buttons: [AlertButton.Label] { model?.engine?.buttons(of: id) ?? [] }

  /// The text of a field; empty for an unknown one. Setting it is the user's typing.
  ///
  /// - Parameter field: The name of one of the ``fields``.
  public subscript(text field: String) -> String {
    get { fields.first { $0.name == field }?.text ?? "" }
    set { model?.enter(newValue, into: field, of: id) }
  }

  /// Removes an alert as the user does with one of its buttons.
  ///
  /// - Parameter button: The title of one of the ``buttons``.
  public func tap(_ button: String) { model?.tap(button: button, of: id) }

  /// Reports that an alert or confirmation dialog is closed, whether with a button or without;
  /// ``InterfaceView`` does. In the same turn of the main loop, ``tap(_:)`` says with which button.
  public func didClose() { model?.close(id) }

  /// Reports that the view of the layer has appeared; ``InterfaceView`` does.
  public func didAppear() { model?.didAppear(id) }

  /// Reports that the view of the layer has disappeared; ``InterfaceView`` does.
  public func didDisappear() { model?.didDisappear(id) }
}

/// A navigation stack.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable
public final class StackModel: Identifiable {
  /// The identifier of the stack.
  nonisolated public let id: StackID
  /// What is below the path: a screen or tabs; `nil` before its coordinator starts.
  public private(set) var root: ContentsModel?
  private var screens: [ScreenModel] = []
  @ObservationIgnored private weak var model: InterfaceModel?

  init(_ id: StackID, _ model: InterfaceModel) { (self.id, self.model) = (id, model) }

  func show(root: ContentsModel?, _ screens: [ScreenModel]) {
    if self.root != root { self.root = root }
    if self.screens != screens { self.screens = screens }
  }

  /// The screens above the root. Setting a shorter path is the user's way back; a path with other
  /// screens has no effect and is reported: only the engine pushes.
  public var path: [ScreenModel] {
    get { screens }
    set { model?.setPath(newValue.map(\.id), of: id) }
  }
}

/// A tab bar.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor @Observable
public final class TabsModel: Identifiable {
  /// The identifier of the tab bar.
  nonisolated public let id: TabBarID
  /// The screen around the pages; `nil` for the platform's tab bar.
  public private(set) var view: ScreenModel?
  /// The pages, in order.
  public private(set) var pages: [PageModel] = []
  private var selected: String?
  @ObservationIgnored private weak var model: InterfaceModel?

  init(_ id: TabBarID, _ model: InterfaceModel) { (self.id, self.model) = (id, model) }

  func show(view: ScreenModel?, _ pages: [PageModel], selected: String?) {
    if self.view != view { self.view = view }
    if self.pages != pages { self.pages = pages }
    if self.selected != selected { self.selected = selected }
  }

  /// The id of the selected page. Setting it is the user's tap on a tab, also on the selected one.
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
  /// What fills it; `nil` if its coordinator shows nothing.
  nonisolated public let contents: ContentsModel?

  nonisolated init(page: InterfaceTree.Page, contents: ContentsModel?) {
    var page = page
    page.contents = nil
    (self.page, self.contents) = (page, contents)
  }

  /// The id, unique within its tab bar.
  nonisolated public var id: String { page.id }
  /// The title in the tab bar.
  nonisolated public var title: String { page.title }
  /// The name of its icon; empty for none.
  nonisolated public var icon: String { page.icon }
  /// The title while the page is selected; `nil` for the same one.
  nonisolated public var selectedTitle: String? { page.selectedTitle }
  /// The name of its icon while the page is selected; `nil` for the same one.
  nonisolated public var selectedIcon: String? { page.selectedIcon }
  /// The badge; `nil` for none.
  nonisolated public var badge: String? { page.badge }

  /// Whether both show the same.
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
  /// The title from its coordinator.
  public private(set) var title: String
  /// The name of the style with which it was pushed, for `navigationTransition`; `nil` for the
  /// platform's own transition.
  nonisolated public let transition: String?
  @ObservationIgnored private weak var engine: NavigationEngine?

  init(_ id: ScreenID, _ engine: NavigationEngine?) {
    (self.id, self.engine) = (id, engine)
    title = engine?.title(of: id) ?? ""
    transition = engine?.transition(of: id)
  }

  func setTitle(_ title: String) { if self.title != title { self.title = title } }

  /// The screen in the engine, with its name and arguments; `nil` if it was removed.
  public var screen: StateDocument.Screen? { engine?.node(of: id) }

  /// The coordinator that owns it, if it is an instance of a class; `nil` if it was removed.
  ///
  /// - Parameter type: The class of the coordinator.
  public func coordinator<Class: CoordinatorDelegate>(_ type: Class.Type) -> Class? {
    engine.flatMap { engine in engine.owner(of: id).flatMap { engine.coordinator($0, as: type) } }
  }

  /// Whether both are the same screen.
  nonisolated public static func == (left: ScreenModel, right: ScreenModel) -> Bool {
    left.id == right.id
  }

  /// Hashes the identifier.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
