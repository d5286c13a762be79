internal import Signalbox

/// An animation between two frames: new content slides in, and removed content slides out.
///
/// Only the area that differs is animated, so that a push in a sheet does not affect the content
/// below the sheet.
struct Motion {
  /// The direction of the animation.
  enum Direction {
    case fromRight, toRight, fromBottom, toBottom, none
  }

  let before: Canvas
  let after: Canvas
  let direction: Direction
  /// The area that differs, or `nil` if the frames are equal.
  private let area: Area?

  init(from before: Canvas, to after: Canvas, steps: [StageTransition.Step]) {
    self.before = before
    self.after = after
    direction = Self.direction(of: steps)
    area = Self.difference(before, after)
  }

  private static func direction(of steps: [StageTransition.Step]) -> Direction {
    var found = Direction.none
    for step in steps {
      switch step {
      case .presented: return .fromBottom
      case .dismissed: found = .toBottom
      case .pushed: if found != .toBottom { found = .fromRight }
      case .popped: if found == .none { found = .toRight }
      case .textEntered, .updated, .selected, .pagesChanged, .badgeChanged, .rootChanged: break
      }
    }
    return found
  }

  private static func difference(_ before: Canvas, _ after: Canvas) -> Area? {
    guard before.columns == after.columns, before.rows == after.rows else { return nil }
    var (rows, columns): ([Int], [Int]) = ([], [])
    for row in 0..<after.rows {
      for column in 0..<after.columns
      where before[row, column].character != after[row, column].character {
        rows.append(row)
        columns.append(column)
      }
    }
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(),
      let right = columns.max()
    else { return nil }
    return Area(rows: top..<(bottom + 1), columns: left..<(right + 1))
  }

  /// Returns the frame at a point in the animation.
  ///
  /// - Parameter progress: The progress, from 0 (the old frame) to 1 (the new frame).
  func frame(at progress: Double) -> Canvas {
    guard let area, progress < 1, direction != .none else { return after }
    var canvas = after
    // The animation is fast at first and slow at the end.
    let way = 1 - (1 - progress) * (1 - progress)
    for row in area.rows {
      for column in area.columns {
        canvas[row, column] = cell(row, column, area, way)
      }
      canvas.repair(row)
    }
    return canvas
  }

  private func cell(_ row: Int, _ column: Int, _ area: Area, _ way: Double) -> Canvas.Cell {
    let (width, height) = (Double(area.columns.count), Double(area.rows.count))
    switch direction {
    case .fromRight:
      let offset = Int((1 - way) * width)
      return column - offset >= area.left ? after[row, column - offset] : before[row, column]
    case .toRight:
      let offset = Int(way * width)
      return column - offset >= area.left ? before[row, column - offset] : after[row, column]
    case .fromBottom:
      let offset = Int((1 - way) * height)
      return row - offset >= area.top ? after[row - offset, column] : before[row, column]
    case .toBottom:
      let offset = Int(way * height)
      return row - offset >= area.top ? before[row - offset, column] : after[row, column]
    case .none: return after[row, column]
    }
  }
}
