/// Whose screenshots are made now, and whose wait: pixels are held for two at most, however many ask.
///
/// All who wait for the same screen in the same size get the same picture. One that is being read already may be older than the request, so whoever comes
/// later gets the next one.
struct ScreenshotQueue<Picture: Hashable, Request> {
  private struct Waiting {
    var picture: Picture
    var user: UInt32
    var request: Request
  }

  /// Pictures that are read and encoded at once.
  static var picturesAtOnce: Int { 2 }
  /// Requests of one user that may wait or be worked on.
  static var requestsPerUser: Int { 8 }

  private var waiting: [Waiting] = []
  /// The users who get each picture that is being made.
  private var running: [Picture: [UInt32]] = [:]

  /// Queues a request; false where its user has too many already.
  mutating func add(_ request: Request, of picture: Picture, for user: UInt32) -> Bool {
    let count = waiting.count { $0.user == user } + running.values.joined().count { $0 == user }
    guard count < ScreenshotQueue.requestsPerUser else { return false }
    waiting.append(Waiting(picture: picture, user: user, request: request))
    return true
  }

  /// The picture that is to be made now, and all who get it; nil while nothing may begin.
  ///
  /// `end` follows.
  mutating func begin() -> (picture: Picture, requests: [Request])? {
    guard running.count < ScreenshotQueue.picturesAtOnce,
      let picture = waiting.first(where: { running[$0.picture] == nil })?.picture
    else { return nil }
    let due = waiting.filter { $0.picture == picture }
    waiting.removeAll { $0.picture == picture }
    running[picture] = due.map(\.user)
    return (picture, due.map(\.request))
  }

  /// A picture was made, or could not be.
  mutating func end(_ picture: Picture) {
    running[picture] = nil
  }
}
