public import Signalbox

/// Formats tabs for renderers and prompts.
public enum TabText {
  /// Returns a tab's icon as text, such as `:bag:`, or `nil` for a tab without an icon.
  static func icon(_ page: StateDocument.Page) -> String? {
    page.shownIcon.isEmpty ? nil : ":\(DisplayText.clean(page.shownIcon)):"
  }

  /// Returns a tab's badge as text, such as `(3)`, or `nil` for a tab without a badge.
  static func badge(_ page: StateDocument.Page) -> String? {
    page.badge.map { "(\(DisplayText.clean($0)))" }
  }

  /// Returns a tab's id, icon and badge as text, such as `me :person: (3)`.
  ///
  /// - Parameter page: A page of any state.
  public static func name(_ page: StateDocument.Page) -> String {
    [DisplayText.clean(page.id), icon(page), badge(page)].compactMap(\.self)
      .joined(separator: " ")
  }

  /// Returns the label of a tab in a tab bar of limited width, such as `:person: Me (3)`.
  ///
  /// If the width is too small, the icon is omitted first, then the title is shortened, and finally
  /// the badge is omitted.
  ///
  /// - Parameters:
  ///   - page: The tab.
  ///   - title: The title as the renderer shows it, for example in capitals.
  ///   - width: The maximum number of cells.
  public static func label(_ page: StateDocument.Page, title: String, width: Int) -> String {
    let badge = badge(page)
    for parts in [[icon(page), title, badge], [title, badge]] {
      let text = parts.compactMap(\.self).joined(separator: " ")
      if DisplayText.width(of: text) <= width { return text }
    }
    guard let badge, case let rest = width - DisplayText.width(of: badge) - 1, rest >= 2 else {
      return DisplayText.truncate(title, to: width)
    }
    return "\(DisplayText.truncate(title, to: rest)) \(badge)"
  }
}
