public import UIKit

/// A view that changes a property of its node.
public struct ModifiedView<Content: View>: PrimitiveView {
  let content: Content
  let apply: @MainActor (Node) -> Void

  public func render(into node: Node) {
    node.render(content)
    apply(node)
  }
}

extension View {
  func modified(_ apply: @escaping @MainActor (Node) -> Void) -> ModifiedView<Self> {
    ModifiedView(content: self, apply: apply)
  }

  public func id(_ id: some Hashable) -> some View { modified { $0.identity = AnyHashable(id) } }
  public func transition(_ transition: AnyTransition) -> some View {
    modified { $0.transition = transition.name }
  }
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping @MainActor (_ old: Value, _ new: Value) -> Void
  ) -> some View {
    // The stand-in evaluates every view from the beginning, so every value is an initial value.
    modified { _ in if initial { action(value, value) } }
  }
  public func keyboardType(_ type: UIKeyboardType) -> some View {
    modified { node in
      for index in node.fields.indices { node.fields[index].keyboard = type }
    }
  }
  public func tag(_ tag: String) -> some View { modified { $0.tag = tag } }
  public func badge(_ label: Text?) -> some View { modified { $0.badge = label?.text } }
  public func navigationTitle(_ title: String) -> some View { modified { $0.title = title } }
  public func onAppear(perform action: @escaping @MainActor () -> Void) -> some View {
    modified { $0.appear.append(action) }
  }
  public func onDisappear(perform action: @escaping @MainActor () -> Void) -> some View {
    modified { $0.disappear.append(action) }
  }
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    modified { $0.isDismissDisabled = isDisabled }
  }
  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    modified { $0.detents = detents }
  }
  public func tabItem(@ViewBuilder _ label: () -> some View) -> some View {
    let label = label()
    return modified { $0.tabItem = Node.of(label) }
  }
  public func navigationDestination<Data: Hashable>(
    for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
  ) -> some View {
    modified { node in
      node.makeDestination = { value in
        (value.base as? Data).map { Node.of(destination($0)) } ?? Node()
      }
    }
  }

  // MARK: - Presentations

  /// Shows the content above the view until the content is empty. In contrast to a sheet, the user
  /// cannot dismiss it.
  public func overlay(@ViewBuilder content: () -> some View) -> some View {
    let content = Node.of(content())
    return modified { node in
      guard let identity = content.identity else { return }
      node.presentations.append(
        Node.Presentation(id: identity, style: "overlay", dismiss: {}, render: { content }))
    }
  }

  private func presenting<Item: Identifiable>(
    _ item: Binding<Item?>, _ style: String, _ content: @escaping (Item) -> some View
  ) -> some View {
    modified { node in
      guard let shown = item.wrappedValue else { return }
      node.presentations.append(
        Node.Presentation(
          id: AnyHashable(shown.id), style: style, dismiss: { item.wrappedValue = nil },
          render: { Node.of(content(shown)) }))
    }
  }

  public func sheet<Item: Identifiable>(
    item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View {
    presenting(item, "sheet", content)
  }
  public func fullScreenCover<Item: Identifiable>(
    item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View {
    presenting(item, "cover", content)
  }
  public func popover<Item: Identifiable>(
    item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View {
    presenting(item, "popover", content)
  }

  /// After a tap on a button, the binding becomes `false`, and then the button's action runs.
  private func asking<Value>(
    _ title: String, _ isPresented: Binding<Bool>, _ value: Value?, _ style: String,
    _ actions: @escaping (Value) -> some View, _ message: @escaping (Value) -> some View
  ) -> some View {
    modified { node in
      guard isPresented.wrappedValue, let value else { return }
      node.presentations.append(
        Node.Presentation(
          id: AnyHashable(title + style), style: style,
          dismiss: { isPresented.wrappedValue = false }
        ) {
          let dialog = Node()
          dialog.title = title
          dialog.children = [Node.of(actions(value)), Node.of(message(value))]
          return dialog
        })
    }
  }

  public func alert<Value>(
    _ title: String, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping (Value) -> some View,
    @ViewBuilder message: @escaping (Value) -> some View
  ) -> some View {
    asking(title, isPresented, value, "alert", actions, message)
  }
  public func confirmationDialog<Value>(
    _ title: String, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting value: Value?, @ViewBuilder actions: @escaping (Value) -> some View,
    @ViewBuilder message: @escaping (Value) -> some View
  ) -> some View {
    asking(title, isPresented, value, "dialog", actions, message)
  }
}
