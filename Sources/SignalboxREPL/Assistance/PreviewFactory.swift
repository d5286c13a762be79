internal import Signalbox
package import SignalboxScripting

/// What is to be previewed.
struct PreviewJob: Sendable {
  /// The text at the prompt, for which the preview is.
  let line: String
  /// What would be evaluated.
  let text: String
  /// What was typed before and defines something, oldest first.
  let inputs: [(text: String, name: String)]
  /// Another one where the inputs are others.
  let generation: Int
  let capture: ScriptCapture
}

/// How a copy of a session begins: fresh, with its files and plugins loaded.
package struct PreviewRecipe: Sendable {
  let make: @Sendable () throws(ScriptError) -> ScriptSession
  /// How long a call may run.
  let timeout: Duration

  /// - Parameters:
  ///   - timeout: How long a previewed call may run.
  ///   - make: Makes a session with what the prompt's began with, where nothing reaches the outside:
  ///     output muted, plugins without grants. Throws where it cannot be as the prompt's.
  package init(
    timeout: Duration = .milliseconds(50),
    _ make: @escaping @Sendable () throws(ScriptError) -> ScriptSession
  ) {
    self.make = make
    self.timeout = timeout
  }
}

/// Makes previews, each in a copy of the session that is thrown away.
///
/// Its sessions live on the thread that it was made on. One copy is kept ready for the next job, up to
/// what changes with every operation.
final class PreviewFactory {
  private let recipe: PreviewRecipe
  private var ready: (session: ScriptSession, generation: Int)?
  /// Why there are no previews; `nil` while there are.
  private(set) var failure: String?

  /// How long the inputs of a copy may run, each.
  private static let inputTime = Duration.milliseconds(200)

  init(_ recipe: PreviewRecipe) { self.recipe = recipe }

  deinit { ready?.session.close() }

  /// What the call would do, in words.
  ///
  /// - Parameter note: Gets what stops it, before it begins.
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

  /// Makes a copy for the next job, which most likely is like this one.
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
    let session: ScriptSession
    do throws(ScriptError) {
      session = try recipe.make()
    } catch {
      failure = error.description
      return nil
    }
    failure = nil
    session.addHooks(.silent)
    for (text, name) in job.inputs {
      _ = session.prompt.answer(text, name: name, timeout: Self.inputTime)
    }
    return session
  }
}
