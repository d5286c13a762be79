extension StateOutline {
  /// Reads what ``description`` gave; `nil` for other text.
  ///
  /// Names of types and screens that hold brackets, commas or spaces are read as they can be.
  init?(description: String) {
    var reader = OutlineReader(text: Array(description))
    guard let (coordinators, layers) = reader.read() else { return nil }
    self.init(coordinators: coordinators, layers: layers)
  }
}

/// Takes the line apart: `Home[*shop,me(3)] Home/Shop[catalog] | root Home`.
private struct OutlineReader {
  let text: [Character]
  private var index = 0

  init(text: [Character]) { self.text = text }

  mutating func read() -> (coordinators: [StateOutline.Coordinator], layers: [String])? {
    var coordinators: [StateOutline.Coordinator] = []
    while !isAt(" | ") && !isAt("| ") {
      guard let coordinator = coordinator() else { return nil }
      coordinators.append(coordinator)
      if !isAt(" | ") { index += 1 }
      if index >= text.count { return nil }
    }
    index += isAt(" | ") ? 3 : 2
    let layers = parts(until: nil, separator: ",").map { part in
      String(part.drop { $0 == " " })
    }
    return (coordinators, layers)
  }

  private func isAt(_ word: String) -> Bool { text[min(index, text.count)...].starts(with: word) }

  private mutating func coordinator() -> StateOutline.Coordinator? {
    guard let open = text[min(index, text.count)...].firstIndex(of: "[") else { return nil }
    var coordinator = StateOutline.Coordinator(path: String(text[index..<open]))
    index = open + 1
    let items = parts(until: "]", separator: ",")
    guard index < text.count, text[index] == "]" else { return nil }
    index += 1
    guard items.contains(where: { $0.hasPrefix("*") }) else {
      coordinator.stack = items
      return coordinator
    }
    for item in items {
      let isSelected = item.hasPrefix("*")
      var page = isSelected ? String(item.dropFirst()) : item
      if page.hasSuffix(")"), let open = page.firstIndex(of: "(") {
        let badge = page[page.index(after: open)...].dropLast()
        page = String(page[..<open])
        coordinator.badges[page] = String(badge)
      }
      coordinator.pages.append(page)
      if isSelected { coordinator.selected = page }
    }
    return coordinator
  }

  /// What stands between separators, up to an end; those in braces, brackets and quotes are none.
  private mutating func parts(until end: Character?, separator: Character) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var isQuoted = false
    while index < text.count {
      let character = text[index]
      if isQuoted {
        part.append(character)
        if character == "\\", index + 1 < text.count {
          index += 1
          part.append(text[index])
        } else if character == "\"" {
          isQuoted = false
        }
        index += 1
        continue
      }
      if depth == 0, character == end { break }
      if depth == 0, character == separator {
        parts.append(part)
        part = ""
      } else {
        if "{[(".contains(character) { depth += 1 }
        if "}])".contains(character) { depth -= 1 }
        if character == "\"" { isQuoted = true }
        part.append(character)
      }
      index += 1
    }
    return part.isEmpty && parts.isEmpty ? [] : parts + [part]
  }
}
