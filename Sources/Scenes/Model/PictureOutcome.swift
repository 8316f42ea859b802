public import Presentation

/// What a call that changes a picture is answered with.
public nonisolated enum PictureOutcome: Sendable {
  /// The frame that shows it.
  case shown(FlipRecord)
  /// It is kept, but nothing was or will be flipped for it now: why, and the command line's way on.
  case kept(String, hint: String? = nil)
  case failed(SceneError)

  /// The same where something else covers what was asked for: the frame does not show it.
  func unseen(_ reason: String, hint: String? = nil) -> PictureOutcome {
    switch self {
    case .shown: .kept(reason, hint: hint)
    case .kept, .failed: self
    }
  }
}

/// Collects what became of a change on several screens, and hands it on when the last has answered.
public final class PictureOutcomeCollector {
  private var missing: Int
  private var outcomes: [(screen: String, outcome: PictureOutcome)] = []
  private let completion: ([(screen: String, outcome: PictureOutcome)]) -> Void

  /// Waits for so many screens; where there are none the completion is called at once.
  public init(count: Int, completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    missing = count
    self.completion = completion
    if count == 0 { completion([]) }
  }

  /// A screen has answered.
  public func add(_ outcome: PictureOutcome, on screen: String) {
    outcomes.append((screen, outcome))
    missing -= 1
    if missing == 0 { completion(outcomes) }
  }
}

/// Who waits for a picture, by request: each is answered once.
final class PictureRequests {
  private var waiting: [RequestID: (PictureOutcome) -> Void] = [:]
  private var last = RequestID(rawValue: 0)

  /// Names a new request.
  func add(_ completion: @escaping (PictureOutcome) -> Void) -> RequestID {
    last.rawValue += 1
    waiting[last] = completion
    return last
  }

  func answer(_ request: RequestID, _ outcome: PictureOutcome) {
    waiting.removeValue(forKey: request)?(outcome)
  }
}

/// Why the system refused something.
public nonisolated enum SceneError: Error, Hashable, Sendable {
  /// No screen of that name is connected; the near ones.
  case noSuchScreen(String, near: [String])
  /// No mode of the screen answers the wish; the near ones.
  case noSuchMode(screen: String, mode: String, near: [String])
  case noSuchApp(String, near: [String])
  /// No session has that identifier; those that begin like it.
  case noSuchSession(String, near: [String])
  /// The session's scene takes no input, ever.
  case notInteractive(session: String, role: SceneRole)
  /// The app's name belongs to another one: one of the configuration, or one whose controller is there.
  case nameTaken(app: String)
  /// So many apps are registered already, of the user or in all.
  case tooManyApps(limit: Int, ofUser: Bool)
  /// It makes no sense now: a plain sentence, and the command line's way on.
  case notNow(String, hint: String? = nil)
  /// The content could not be laid out.
  case content(String)
}
