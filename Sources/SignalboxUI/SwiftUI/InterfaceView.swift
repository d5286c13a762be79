#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  internal import Signalbox
  public import SwiftUI

  #if canImport(UIKit)
    internal import UIKit
  #else
    internal import AppKit
  #endif

  /// Shows an ``InterfaceModel`` with SwiftUI's containers.
  ///
  /// ```swift
  /// InterfaceView(model) { screen in
  ///   switch screen.screen?.name {
  ///   case "product": ProductView(screen)
  ///   default: CatalogView(screen)
  ///   }
  /// }
  /// ```
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  public struct InterfaceView<Content: View>: View {
    private let model: InterfaceModel
    private let content: (ScreenModel) -> Content

    /// Creates a view for a model.
    ///
    /// - Parameters:
    ///   - model: The model of the engine.
    ///   - content: A closure that creates the view of a screen, without containers.
    public init(_ model: InterfaceModel, @ViewBuilder content: @escaping (ScreenModel) -> Content) {
      (self.model, self.content) = (model, content)
    }

    /// The containers of the root layer and of the layers above it.
    public var body: some View {
      if let root = model.root { LayerView(layer: root, content: content).id(root.id) }
    }
  }

  /// The view of a layer, which presents the layer above it.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct LayerView<Content: View>: View {
    let layer: LayerModel
    let content: (ScreenModel) -> Content

    /// SwiftUI's presentation styles.
    private enum Style: CaseIterable {
      case sheet, cover, popover, alert, dialog

      /// SwiftUI does not support custom presentations, so a custom style is a sheet.
      init(_ form: LayerForm) {
        switch form {
        case .popover: self = .popover
        case .alert: self = .alert
        case .confirmationDialog: self = .dialog
        case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: self = .cover
        case .sheet, .formSheet, .custom: self = .sheet
        }
      }
    }

    var body: some View {
      ContentsView(contents: layer.contents, content: content)
        .interactiveDismissDisabled(!layer.isDismissible)
        .presentationDetents(detents)
        .onAppear { layer.didAppear() }
        .onDisappear { layer.didDisappear() }
        .sheet(item: presented(.sheet)) { LayerView(layer: $0, content: content) }
        #if os(macOS)
          .sheet(item: presented(.cover)) { LayerView(layer: $0, content: content) }
        #else
          .fullScreenCover(item: presented(.cover)) { LayerView(layer: $0, content: content) }
        #endif
        .popover(item: presented(.popover)) { LayerView(layer: $0, content: content) }
        .alert(dialogTitle, isPresented: isPresented(.alert), presenting: dialog(.alert)) {
          DialogButtons(layer: $0)
        } message: {
          DialogMessage(layer: $0)
        }
        .confirmationDialog(
          dialogTitle, isPresented: isPresented(.dialog), titleVisibility: .automatic,
          presenting: dialog(.dialog)
        ) {
          DialogButtons(layer: $0)
        } message: {
          DialogMessage(layer: $0)
        }
    }

    /// Returns a binding to the layer above if that layer has the given style. A late assignment of
    /// `nil` for another layer has no effect.
    private func presented(_ style: Style) -> Binding<LayerModel?> {
      let shown = dialog(style)
      return Binding {
        dialog(style)
      } set: { new in
        if new == nil, let shown, layer.presented === shown { layer.presented = nil }
      }
    }

    private func dialog(_ style: Style) -> LayerModel? {
      layer.presented.flatMap { Style(LayerForm(style: $0.style)) == style ? $0 : nil }
    }

    /// Returns a binding that indicates whether a dialog is presented. SwiftUI closes a dialog
    /// after a tap on any button, outside the dialog or on SwiftUI's own button "Cancel".
    private func isPresented(_ style: Style) -> Binding<Bool> {
      let shown = dialog(style)
      return Binding {
        dialog(style) != nil
      } set: { isPresented in
        if !isPresented { shown?.didClose() }
      }
    }

    private var dialogTitle: String { layer.presented?.title ?? "" }

    private var detents: Set<PresentationDetent> {
      layer.detents.isEmpty ? [.large] : Set(layer.detents.map(Self.detent))
    }

    private static func detent(_ detent: Detent) -> PresentationDetent {
      switch detent {
      case .medium: .medium
      case .large: .large
      case .fraction(let part): .fraction(part)
      case .height(let height): .height(height)
      }
    }
  }

  /// The text fields and the buttons of an alert.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct DialogButtons: View {
    let layer: LayerModel

    var body: some View {
      ForEach(layer.fields, id: \.name) { field in DialogField(layer: layer, field: field) }
      ForEach(layer.buttons, id: \.title) { button in
        Button(button.title, role: button.role.map(Self.role)) { layer.tap(button.title) }
      }
    }

    private static func role(_ role: AlertButton.Role) -> ButtonRole {
      switch role {
      case .cancel: .cancel
      case .destructive: .destructive
      }
    }
  }

  /// A text field of an alert.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct DialogField: View {
    let layer: LayerModel
    let field: AlertField

    var body: some View {
      if field.kind == .password {
        SecureField(field.placeholder, text: text)
      } else {
        #if canImport(UIKit)
          TextField(field.placeholder, text: text).keyboardType(field.kind.keyboard)
        #else
          TextField(field.placeholder, text: text)
        #endif
      }
    }

    private var text: Binding<String> {
      Binding {
        layer[text: field.name]
      } set: {
        layer[text: field.name] = $0
      }
    }
  }

  /// The message of an alert.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct DialogMessage: View {
    let layer: LayerModel

    var body: some View { if let message = layer.message { Text(message) } }
  }

  /// The contents of a layer or a page.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct ContentsView<Content: View>: View {
    let contents: ContentsModel?
    let content: (ScreenModel) -> Content

    var body: some View {
      switch contents {
      case nil: EmptyView()
      case .screen(let screen): ScreenView(screen: screen, content: content)
      case .stack(let stack): StackView(stack: stack, content: content)
      case .tabs(let tabs): TabsView(tabs: tabs, content: content)
      }
    }
  }

  /// A navigation stack.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct StackView<Content: View>: View {
    let stack: StackModel
    let content: (ScreenModel) -> Content

    var body: some View {
      NavigationStack(
        path: Binding {
          stack.path
        } set: {
          stack.path = $0
        }
      ) {
        ContentsView(contents: stack.root, content: content)
          .navigationDestination(for: ScreenModel.self) { screen in
            ScreenView(screen: screen, content: content)
          }
      }
    }
  }

  /// A tab bar.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct TabsView<Content: View>: View {
    let tabs: TabsModel
    let content: (ScreenModel) -> Content

    var body: some View {
      TabView(
        selection: Binding {
          tabs.selection ?? ""
        } set: {
          tabs.selection = $0
        }
      ) {
        ForEach(tabs.pages) { page in
          ContentsView(contents: page.contents, content: content)
            .tabItem {
              TabLabel(page: page, isSelected: page.id == tabs.selection)
            }
            .badge(page.badge.map { Text($0) })
            .tag(page.id)
        }
      }
    }
  }

  /// The title and the icon of a page. Both can differ while the page is selected.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct TabLabel: View {
    let page: PageModel
    let isSelected: Bool

    private var title: String { isSelected ? page.selectedTitle ?? page.title : page.title }
    private var icon: String { isSelected ? page.selectedIcon ?? page.icon : page.icon }

    var body: some View {
      if icon.isEmpty {
        Text(title)
      } else {
        Label {
          Text(title)
        } icon: {
          image
        }
      }
    }

    /// The application's image or, if there is none, a system symbol.
    private var image: Image {
      #if canImport(UIKit)
        let isOwn = UIImage(named: icon) != nil
      #else
        let isOwn = NSImage(named: icon) != nil
      #endif
      return isOwn ? Image(icon) : Image(systemName: icon)
    }
  }

  /// A screen with its title.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct ScreenView<Content: View>: View {
    let screen: ScreenModel
    let content: (ScreenModel) -> Content

    var body: some View { content(screen).navigationTitle(screen.title) }
  }
#endif
