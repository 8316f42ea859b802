/// Whose screenshots are made now, and whose wait: pixels are held for two screens at most, however many ask.
///
/// All who wait for the same screen get the same picture. One that is being read already may be older than the request, so whoever comes
/// later gets the next one.
struct ScreenshotQueue<Request> {
  private struct Waiting {
    var screen: String
    var user: UInt32
    var request: Request
  }

  /// Pictures that are read and encoded at once.
  static var picturesAtOnce: Int { 2 }
  /// Requests of one user that may wait or be worked on.
  static var requestsPerUser: Int { 8 }

  private var waiting: [Waiting] = []
  /// The users who get each picture that is being made.
  private var running: [String: [UInt32]] = [:]

  /// Queues a request; false where its user has too many already.
  mutating func add(_ request: Request, of screen: String, for user: UInt32) -> Bool {
    let count = waiting.count { $0.user == user } + running.values.joined().count { $0 == user }
    guard count < ScreenshotQueue.requestsPerUser else { return false }
    waiting.append(Waiting(screen: screen, user: user, request: request))
    return true
  }

  /// The screen whose picture is to be read now, and all who get it; nil while nothing may begin.
  ///
  /// `end` follows.
  mutating func begin() -> (screen: String, requests: [Request])? {
    guard running.count < ScreenshotQueue.picturesAtOnce,
      let screen = waiting.first(where: { running[$0.screen] == nil })?.screen
    else { return nil }
    let due = waiting.filter { $0.screen == screen }
    waiting.removeAll { $0.screen == screen }
    running[screen] = due.map(\.user)
    return (screen, due.map(\.request))
  }

  /// The picture of a screen was made, or could not be.
  mutating func end(_ screen: String) {
    running[screen] = nil
  }
}
