import CBaseline

/// A line that a workload printed, which is a time mark or a result.
enum Note {
  case mark(cpu: Int64, wall: Int64)
  case result(Double)

  init(_ note: baseline_note) {
    self = note.is_mark ? .mark(cpu: note.cpu, wall: note.wall) : .result(note.number)
  }
}

/// Parses the output of a workload's script.
///
/// A coarse script prints one mark before the work and one after it. A fine script prints three
/// marks for each repetition. The measured code runs between the second and the third mark. Nothing
/// runs between the first and the second mark, which measures the cost of a mark itself.
struct NoteReader {
  let isFine: Bool

  /// The code that calls a script's function `bench`, which returns the result of the work.
  func driver(_ count: Int) -> String {
    isFine
      ? "print(bench(\(count)))"
      : "print('') local sum = bench(\(count)) print('') print(sum)"
  }

  func sample(_ notes: [Note], count: Int) throws -> Sample {
    var marks: [(cpu: Int64, wall: Int64)] = []
    var result: Double?
    for note in notes {
      switch note {
      case .mark(let cpu, let wall): marks.append((cpu, wall))
      case .result(let number): result = number
      }
    }
    guard let result, let first = marks.first, let last = marks.last else {
      throw BenchmarkError("the workload printed no marks or no result")
    }
    if !isFine {
      return Sample(nanoseconds: Double(last.cpu - first.cpu) / Double(count), check: result)
    }
    var empty: [Double] = []
    var full: [Double] = []
    for index in stride(from: 0, to: marks.count - 2, by: 3) {
      empty.append(Double(marks[index + 1].wall - marks[index].wall))
      full.append(Double(marks[index + 2].wall - marks[index + 1].wall))
    }
    let cost = Statistics(full).median - Statistics(empty).median
    return Sample(nanoseconds: max(0, cost), check: result)
  }
}
