internal import Signalbox
package import SignalboxScripting

/// A request for a preview.
struct PreviewJob: Sendable {
  /// The input to which the preview belongs.
  let line: String
  /// The code to evaluate.
  let text: String
  /// The earlier inputs that contain definitions, oldest first.
  let inputs: [(text: String, name: String)]
  /// A number that changes whenever ``inputs`` changes.
  let generation: Int
  let capture: ScriptCapture
}

/// Creates copies of a session with its files and plugins.
package struct PreviewRecipe: Sendable {
  let make: @Sendable () throws(ScriptError) -> ScriptSession
  /// The time limit of a previewed call.
  let timeout: Duration

  /// - Parameters:
  ///   - timeout: The time limit of a previewed call.
  ///   - make: A closure that creates a session with the initial files and plugins of the prompt's
  ///     session. The new session has no external access: its output is discarded, and its plugins
  ///     have no permissions. The closure throws an error if the copy would differ from the
  ///     prompt's session.
  package init(
    timeout: Duration = .milliseconds(500),
    _ make: @escaping @Sendable () throws(ScriptError) -> ScriptSession
  ) {
    self.make = make
    self.timeout = timeout
  }

  /// Creates a copy and discards it. Returns the reason why this failed, or `nil` if it succeeded.
  func failure() -> String? {
    do throws(ScriptError) {
      try make().close()
      return nil
    } catch {
      return error.description
    }
  }
}

/// Creates previews, each in a temporary copy of the session.
///
/// The factory's sessions belong to the thread that created the factory. The factory prepares one
/// copy for the next job. This copy lacks only the state that changes with every operation.
final class PreviewFactory {
  private let recipe: PreviewRecipe
  private var ready: (session: ScriptSession, generation: Int)?

  /// The time limit of each input in a copy.
  private static let inputTime = Duration.seconds(2)

  init(_ recipe: PreviewRecipe) { self.recipe = recipe }

  deinit { ready?.session.close() }

  /// Returns a description of the call's effect, or `nil` if the effect cannot be previewed.
  ///
  /// - Parameter note: A closure that receives the copy's stopper before the call begins.
  func preview(_ job: PreviewJob, noting note: (ScriptStopper) -> Void = { _ in }) -> String? {
    guard let session = take(job) else { return nil }
    defer { session.close() }
    guard job.capture.restore(in: session) else { return nil }
    session.clearUnhandled()
    note(session.stopper)
    let first = session.engine.eventCount + 1
    let evaluation = session.evaluate(job.text, name: "preview", timeout: recipe.timeout)
    return PreviewWords.text(
      evaluation, ChangeSummary(session.engine, from: first), unhandled: session.unhandled)
  }

  /// Creates a copy in advance, because the next job is likely to be similar.
  func prepare(for job: PreviewJob) {
    if ready?.generation == job.generation { return }
    ready?.session.close()
    ready = makeSession(job).map { ($0, job.generation) }
  }

  private func take(_ job: PreviewJob) -> ScriptSession? {
    prepare(for: job)
    defer { ready = nil }
    return ready?.session
  }

  private func makeSession(_ job: PreviewJob) -> ScriptSession? {
    guard let session = try? recipe.make() else { return nil }
    session.addHooks(.silent)
    for (text, name) in job.inputs {
      _ = session.prompt.answer(text, name: name, timeout: Self.inputTime)
    }
    return session
  }
}
