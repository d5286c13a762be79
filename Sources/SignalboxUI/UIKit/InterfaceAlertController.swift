#if canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
  internal import Signalbox
  internal import UIKit

  /// An alert or action sheet that reports its dismissal.
  ///
  /// UIKit does not otherwise report when the application dismisses an alert, or when a tap outside
  /// an action sheet dismisses the sheet. The views of the controller are not modified.
  ///
  /// Apple documents that `UIAlertController` does not support subclassing. This class overrides
  /// only `viewDidDisappear(_:)`, because nothing else reports every dismissal: the handlers of
  /// actions report only taps, UIKit does not call the delegate of an alert's presentation
  /// controller if code dismisses the alert, and a child view controller would add a view to the
  /// alert's hierarchy, which Apple documents as private.
  final class InterfaceAlertController: UIAlertController {
    /// A closure that is called after a dismissal for any reason, before or after a button's
    /// action.
    var onDismissal: () -> Void = {}
    private var fields: [String: UITextField] = [:]

    /// Creates the alert of a layer. The alert's title is the title of the layer's screen.
    ///
    /// - Parameter report: A closure that receives an event when the user changes the text of a
    ///   field or taps a button.
    convenience init(
      _ layer: InterfaceTree.Layer, _ engine: NavigationEngine?,
      report: @escaping (InterfaceEvent) -> Void
    ) {
      self.init(
        title: layer.contents?.front.flatMap { engine?.title(of: $0) },
        message: engine?.message(of: layer.id),
        preferredStyle: layer.style == "alert" ? .alert : .actionSheet)
      for field in layer.fields {
        add(field) { report(.entered($0, field: field.name, of: layer.id)) }
      }
      for button in engine?.buttons(of: layer.id) ?? [] {
        add(button) { report(.tappedButton(button.title, of: layer.id)) }
      }
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      if isBeingDismissed { onDismissal() }
    }

    /// Adds a button.
    ///
    /// - Parameter onTap: A closure that is called when the user taps the button.
    private func add(_ button: AlertButton.Label, onTap: @escaping () -> Void) {
      var style = UIAlertAction.Style(button.role)
      // UIKit raises an exception if an alert has two cancel buttons.
      if style == .cancel, actions.contains(where: { $0.style == .cancel }) { style = .default }
      addAction(UIAlertAction(title: button.title, style: style) { _ in onTap() })
    }

    /// Adds a text field.
    ///
    /// - Parameter onEntry: A closure that receives the new text when the user changes the text.
    private func add(_ field: AlertField, onEntry: @escaping (String) -> Void) {
      addTextField { [weak self] view in
        self?.fields[field.name] = view
        view.placeholder = field.placeholder
        view.text = field.text
        view.isSecureTextEntry = field.kind == .password
        view.keyboardType = field.kind.keyboard
        view.addAction(
          UIAction { [weak view] _ in onEntry(view?.text ?? "") }, for: .editingChanged)
      }
    }

    func setText(_ text: String, of field: String) { fields[field]?.text = text }

    /// Returns the declared fields, each with its current text.
    func current(_ declared: [AlertField]) -> [AlertField] {
      declared.map { field in
        var field = field
        field.text = fields[field.name]?.text ?? field.text
        return field
      }
    }
  }

  extension UIAlertAction.Style {
    fileprivate init(_ role: AlertButton.Role?) {
      switch role {
      case .cancel: self = .cancel
      case .destructive: self = .destructive
      case nil: self = .default
      }
    }
  }
#endif
