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
    private var presentations: [String: CustomPresentation] = [:]

    /// Creates a view for a model.
    ///
    /// - Parameters:
    ///   - model: The model of the engine.
    ///   - content: A closure that creates the view of a screen, without containers.
    public init(_ model: InterfaceModel, @ViewBuilder content: @escaping (ScreenModel) -> Content) {
      (self.model, self.content) = (model, content)
    }

    /// Adds the presentation of a style that the application has registered. A layer with this
    /// style is shown above the entire layer that presents it.
    ///
    /// ```swift
    /// InterfaceView(model) { screen in
    ///   ShopScreen(screen: screen)
    /// }
    /// .presentation(of: "card", transition: .move(edge: .bottom)) { layer in
    ///   layer
    ///   Button("Close") { layer.model.dismiss() }
    /// }
    /// ```
    ///
    /// A registered style without a presentation is reported as
    /// ``InterfaceProblem/missingPresentation(style:)``, and the engine removes layers with this
    /// style.
    ///
    /// - Parameters:
    ///   - style: The name of the style. A later presentation of the same style replaces the
    ///     previous one.
    ///   - transition: The transition with which the presentation appears and disappears.
    ///   - presentation: A closure that creates the presentation around the layer's contents.
    public func presentation<Presentation: View>(
      of style: String, transition: AnyTransition = .opacity,
      @ViewBuilder _ presentation: @escaping (PresentedLayer) -> Presentation
    ) -> InterfaceView {
      var view = self
      view.presentations[style] = CustomPresentation(transition: transition) {
        AnyView(presentation($0))
      }
      return view
    }

    /// The containers of the root layer and of the layers above it.
    public var body: some View {
      if let root = model.root(showing: Set(presentations.keys)) {
        LayerView(layer: root, content: content, presentations: presentations).id(root.id)
      }
    }
  }

  /// The contents of a layer with an application's own style.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  public struct PresentedLayer: View {
    /// The model of the layer.
    public let model: LayerModel
    let contents: AnyView

    /// The containers and the screens of the layer.
    public var body: some View { contents }
  }

  /// The presentation of an application's own style.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct CustomPresentation {
    let transition: AnyTransition
    let view: (PresentedLayer) -> AnyView
  }

  /// The view of a layer, which presents the layer above it.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct LayerView<Content: View>: View {
    let layer: LayerModel
    let content: (ScreenModel) -> Content
    let presentations: [String: CustomPresentation]

    /// SwiftUI's presentation styles, and the application's own styles.
    private enum Style: CaseIterable {
      case sheet, cover, popover, alert, dialog, custom

      init(_ form: LayerForm) {
        switch form {
        case .custom: self = .custom
        case .popover: self = .popover
        case .alert: self = .alert
        case .confirmationDialog: self = .dialog
        case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: self = .cover
        case .sheet, .formSheet: self = .sheet
        }
      }
    }

    var body: some View {
      ContentsView(contents: layer.contents, content: content)
        .onAppear { layer.didAppear() }
        .onDisappear { layer.didDisappear() }
        .sheet(item: presented(.sheet)) { view(of: $0) }
        #if os(macOS)
          .sheet(item: presented(.cover)) { view(of: $0) }
        #else
          .fullScreenCover(item: presented(.cover)) { view(of: $0) }
        #endif
        .popover(item: presented(.popover)) { view(of: $0) }
        .overlay { overlay }
        .animation(.default, value: presented(as: .custom)?.id)
        .alert(dialogTitle, isPresented: isPresented(.alert), presenting: presented(as: .alert)) {
          DialogButtons(layer: $0)
        } message: {
          DialogMessage(layer: $0)
        }
        .confirmationDialog(
          dialogTitle, isPresented: isPresented(.dialog), titleVisibility: .automatic,
          presenting: presented(as: .dialog)
        ) {
          DialogButtons(layer: $0)
        } message: {
          DialogMessage(layer: $0)
        }
    }

    private func view(of layer: LayerModel) -> ModalView<Content> {
      ModalView(view: LayerView(layer: layer, content: content, presentations: presentations))
    }

    /// The presentation of the layer above if that layer has an application's own style.
    @ViewBuilder private var overlay: some View {
      if let layer = presented(as: .custom), let presentation = presentations[layer.style] {
        let view = LayerView(layer: layer, content: content, presentations: presentations)
        presentation.view(PresentedLayer(model: layer, contents: AnyView(view))).id(layer.id)
          .transition(presentation.transition)
      }
    }

    /// Returns a binding to the layer above, whose value is `nil` if that layer does not have the
    /// given style. A late assignment of `nil` for another layer has no effect.
    private func presented(_ style: Style) -> Binding<LayerModel?> {
      let shown = presented(as: style)
      return Binding {
        presented(as: style)
      } set: { new in
        if new == nil, let shown, layer.presented === shown { layer.presented = nil }
      }
    }

    /// Returns the layer above, or `nil` if that layer does not have the given style.
    private func presented(as style: Style) -> LayerModel? {
      layer.presented.flatMap { Style(LayerForm(style: $0.style)) == style ? $0 : nil }
    }

    /// Returns a binding that indicates whether a dialog is presented. SwiftUI closes a dialog
    /// after a tap outside the dialog or on any button, including SwiftUI's own "Cancel" button.
    private func isPresented(_ style: Style) -> Binding<Bool> {
      let shown = presented(as: style)
      return Binding {
        presented(as: style) != nil
      } set: { isPresented in
        if !isPresented { shown?.didClose() }
      }
    }

    private var dialogTitle: String { layer.presented?.title ?? "" }
  }

  /// A layer that SwiftUI presents.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct ModalView<Content: View>: View {
    let view: LayerView<Content>

    private var layer: LayerModel { view.layer }

    var body: some View {
      view.interactiveDismissDisabled(!layer.isDismissible).presentationDetents(detents)
    }

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
      case .stack(let stack):
        if stack.isSplit {
          SplitView(stack: stack, content: content)
        } else {
          StackView(stack: stack, content: content)
        }
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

  /// A split view, which SwiftUI collapses to a single stack if there is not enough room.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  struct SplitView<Content: View>: View {
    let stack: StackModel
    let content: (ScreenModel) -> Content
    #if !os(macOS)
      @Environment(\.horizontalSizeClass) private var sizeClass
    #endif

    private var isExpanded: Bool {
      #if os(macOS)
        true
      #else
        sizeClass != .compact
      #endif
    }

    var body: some View {
      NavigationSplitView(preferredCompactColumn: column) {
        ContentsView(contents: stack.root, content: content)
      } detail: {
        if let detail = stack.detail {
          NavigationStack(path: path(above: detail)) {
            ScreenView(screen: detail, content: content)
              .navigationDestination(for: ScreenModel.self) { screen in
                ScreenView(screen: screen, content: content)
              }
          }
          .id(detail.id)
        }
      }
      .onChange(of: isExpanded, initial: true) { stack.isExpanded = $1 }
    }

    /// Returns a binding to the path of the detail column. A late assignment for another detail
    /// screen has no effect.
    private func path(above detail: ScreenModel) -> Binding<[ScreenModel]> {
      Binding {
        stack.detailPath
      } set: { new in
        if stack.detail === detail { stack.detailPath = new }
      }
    }

    /// The column on top while the split view is collapsed. SwiftUI sets this binding when the user
    /// goes back to the sidebar.
    private var column: Binding<NavigationSplitViewColumn> {
      let (shown, isExpanded) = (stack.detail, isExpanded)
      return Binding {
        stack.isDetailOnTop ? .detail : .sidebar
      } set: { new in
        if new == .sidebar, !isExpanded, stack.detail === shown { stack.isDetailOnTop = false }
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
