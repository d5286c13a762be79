import Foundation

/// The links between the pages of the repository.
struct DocumentLinks {
  private let pages: [String: SourceFile]
  private let exists: (String) -> Bool

  /// - Parameter exists: Returns whether a file or folder with this path, relative to the root,
  ///   exists.
  init(_ pages: [SourceFile], exists: @escaping (String) -> Bool) {
    self.pages = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0) })
    self.exists = exists
  }

  /// Returns the links of a page to files or headings that do not exist.
  func findings(in page: SourceFile) -> [Finding] {
    page.text.matches(of: /\]\(([^()\s]+)\)/).compactMap { match in
      let target = String(match.1)
      guard !target.contains("://"), !target.hasPrefix("mailto:"), !target.hasPrefix("<") else {
        return nil
      }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts[0].isEmpty ? page.path : Self.resolve(String(parts[0]), from: page.path)
      let line = page.text.line(at: match.range.lowerBound)
      guard let path, exists(path) else {
        return Finding(page.path, line, "\(target) leads to no file")
      }
      guard parts.count > 1, let other = pages[path] else { return nil }
      return Self.anchors(of: other).contains(String(parts[1]))
        ? nil : Finding(page.path, line, "\(target) leads to no heading")
    }
  }

  /// Returns the pages that are named in the comments of a Swift file, such as
  /// `docs/semantics.md#main`, and do not exist.
  func findings(inComments file: SourceFile) -> [Finding] {
    file.comments.matches(of: /\bdocs\/[\w\/.-]+\.md(?:#[\w-]+)?/).compactMap { match in
      let parts = match.output.split(separator: "#", maxSplits: 1)
      let line = file.comments.line(at: match.range.lowerBound)
      guard let page = pages[String(parts[0])] else {
        return Finding(file.path, line, "\(match.output) leads to no file")
      }
      guard parts.count > 1, !Self.anchors(of: page).contains(String(parts[1])) else { return nil }
      return Finding(file.path, line, "\(match.output) leads to no heading")
    }
  }

  /// Returns a path relative to the root, or `nil` if it is outside the root.
  private static func resolve(_ path: String, from page: String) -> String? {
    var parts = page.split(separator: "/").dropLast().map { String($0) }
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the anchors of a page: explicit anchors, and the anchors that GitHub creates for its
  /// headings.
  private static func anchors(of page: SourceFile) -> Set<String> {
    var anchors = Set(page.text.matches(of: /<a id="([^"]+)"><\/a>/).map { String($0.1) })
    for (_, line) in page.text.numberedLines where line.hasPrefix("#") {
      let text = line.drop { $0 == "#" }.replacing(/<[^>]*>/, with: "").lowercased()
        .trimmingCharacters(in: .whitespaces)
      let kept = text.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
      let slug = kept.replacing(" ", with: "-")
      var (name, count) = (slug, 0)
      while !anchors.insert(name).inserted {
        count += 1
        name = "\(slug)-\(count)"
      }
    }
    return anchors
  }
}
