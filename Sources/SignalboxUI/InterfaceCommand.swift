public import Signalbox

/// A command to the platform: a minimal change to the interface.
public enum InterfaceCommand: Hashable, Sendable {
  /// Replaces all layers of the window with a root layer, or removes all layers if the value is
  /// `nil`. The change is not animated.
  case setRoot(InterfaceTree.Layer?)
  /// Replaces a layer's contents.
  case setContents(InterfaceTree.Contents?, of: LayerID)
  /// Replaces a stack's screens in one transition. Tabs below the screens remain.
  case setScreens([ScreenID], of: StackID, StackTransition)
  /// Replaces a stack's screens and the tabs below them.
  case setStack(InterfaceTree.Stack, StackTransition)
  /// Replaces the pages of a tab bar. The contents of remaining pages do not change.
  case setPages([InterfaceTree.Page], selected: String?, of: TabBarID)
  /// Replaces a page's contents.
  case setPageContents(InterfaceTree.Contents?, page: String, of: TabBarID)
  /// Selects a page.
  case select(page: String, of: TabBarID)
  /// Sets or removes the badge of a page.
  case setBadge(String?, page: String, of: TabBarID)
  /// Presents a layer with its contents above the topmost layer.
  case present(InterfaceTree.Layer)
  /// Removes a layer and everything above it in one transition.
  case dismiss(LayerID)
  /// Sets whether the user can dismiss a layer with a swipe.
  case setDismissible(Bool, LayerID)
  /// Replaces the text of an alert's field.
  case setText(String, field: String, of: LayerID)
}

/// The transition of a stack change, which UIKit derives from the topmost screen.
public enum StackTransition: Hashable, Sendable {
  /// The topmost screen is new.
  case push
  /// The topmost screen was on the stack, below other screens.
  case pop
  /// The topmost screen remains.
  case none
}

/// The result of a command.
public enum CommandResult: Hashable, Sendable {
  /// The platform shows the change.
  case shown
  /// The platform rejected the change. The associated value is the reason, in lower case and
  /// without a period.
  case rejected(String)
}

extension InterfaceTree {
  /// Applies a command. A command whose subject is not in the tree has no effect.
  package mutating func apply(_ command: InterfaceCommand) {
    switch command {
    case .setRoot(let layer): layers = layer.map { [$0] } ?? []
    case .present(let layer): layers.append(layer)
    case .dismiss(let id):
      if let index = layers.firstIndex(where: { $0.id == id }) { layers.removeSubrange(index...) }
    case .setContents(let contents, let id): change(id) { $0.contents = contents }
    case .setDismissible(let isDismissible, let id): change(id) { $0.isDismissible = isDismissible }
    case .setText(let text, let field, let id):
      change(id) { layer in
        for index in layer.fields.indices where layer.fields[index].name == field {
          layer.fields[index].text = text
        }
      }
    case .setScreens(let screens, let id, _): change(id) { $0.screens = screens }
    case .setStack(let stack, _): change(stack.id) { $0 = stack }
    case .setPages(let pages, let selected, let id):
      change(id) { tabs in
        let old = tabs.pages
        tabs.pages = pages.map { page in
          var page = page
          if let kept = old.first(where: page.isSame) { page.contents = kept.contents }
          return page
        }
        tabs.selected = selected
      }
    case .setPageContents(let contents, let page, let id):
      change(page, of: id) { $0.contents = contents }
    case .select(let page, let id): change(id) { $0.selected = page }
    case .setBadge(let badge, let page, let id): change(page, of: id) { $0.badge = badge }
    }
  }

  private mutating func change(_ id: LayerID, _ body: (inout Layer) -> Void) {
    for index in layers.indices where layers[index].id == id { body(&layers[index]) }
  }

  private mutating func change(_ id: StackID, _ body: (inout Stack) -> Void) {
    for index in layers.indices { layers[index].contents?.changeStack(id, body) }
  }

  private mutating func change(_ id: TabBarID, _ body: (inout Tabs) -> Void) {
    for index in layers.indices { layers[index].contents?.changeTabs(id, body) }
  }

  private mutating func change(
    _ page: String, of id: TabBarID, _ body: (inout Page) -> Void
  ) {
    change(id) { tabs in
      for index in tabs.pages.indices where tabs.pages[index].id == page {
        body(&tabs.pages[index])
      }
    }
  }
}

/// A platform's presentation of a layer.
enum LayerForm: String {
  case sheet, formSheet, fullScreen, overFullScreen, currentContext, overCurrentContext, popover
  case alert, confirmationDialog
  /// A style that the application has registered.
  case custom

  /// Creates the form for a style name.
  init(style: String) { self = LayerForm(rawValue: style) ?? .custom }

  /// Whether buttons close the layer.
  var isDialog: Bool { self == .alert || self == .confirmationDialog }
}

extension InterfaceTree.Layer {
  var form: LayerForm { LayerForm(style: style) }
  /// Whether the layer is an alert or a confirmation dialog.
  package var isDialog: Bool { form.isDialog }
}

extension InterfaceTree.Page {
  /// Returns whether another value describes the same page. Only the id and the coordinator are
  /// compared.
  func isSame(_ other: InterfaceTree.Page) -> Bool {
    id == other.id && coordinator == other.coordinator
  }
}

extension InterfaceTree.Contents {
  mutating func changeStack(_ id: StackID, _ body: (inout InterfaceTree.Stack) -> Void) {
    switch self {
    case .screen: break
    case .stack(var stack):
      if stack.id == id { body(&stack) }
      stack.tabs?.change { $0.changeStack(id, body) }
      self = .stack(stack)
    case .tabs(var tabs):
      tabs.change { $0.changeStack(id, body) }
      self = .tabs(tabs)
    }
  }

  mutating func changeTabs(_ id: TabBarID, _ body: (inout InterfaceTree.Tabs) -> Void) {
    switch self {
    case .screen: break
    case .stack(var stack):
      if stack.tabs?.id == id, var tabs = stack.tabs {
        body(&tabs)
        stack.tabs = tabs
      }
      stack.tabs?.change { $0.changeTabs(id, body) }
      self = .stack(stack)
    case .tabs(var tabs):
      if tabs.id == id { body(&tabs) }
      tabs.change { $0.changeTabs(id, body) }
      self = .tabs(tabs)
    }
  }
}

extension InterfaceTree.Tabs {
  /// Changes the contents of every page.
  fileprivate mutating func change(_ body: (inout InterfaceTree.Contents) -> Void) {
    for index in pages.indices {
      guard var contents = pages[index].contents else { continue }
      body(&contents)
      pages[index].contents = contents
    }
  }
}
