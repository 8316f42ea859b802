internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import HTTPServer
internal import Synchronization

/// Small pictures of what screens and sessions show: each is drawn by the daemon for all who ask at about that time, and only if somebody asks.
final class LookShelf: Sendable {
  /// What is looked at, and whether for somebody who does not control the screens, to whom the daemon does not give each picture.
  enum Look: Hashable, Sendable {
    case screen(String, longestSide: Int, lookingOn: Bool)
    case session(String, lookingOn: Bool)
  }

  /// The sizes of screens that there are, so that there are few pictures of one.
  static let sides = [320, 640, 960]
  /// For so many seconds a picture is that of everybody who asks.
  static let freshFor = 0.2

  private struct State: Sendable {
    var pictures: [Look: (picture: PictureShelf.Picture, at: Double)] = [:]
    var drawn: [Look: Task<PictureShelf.Picture, any Error>] = [:]
  }

  private let state = Mutex(State())
  private let lane: CallLane
  private let now: @Sendable () -> Double

  init(lane: CallLane, now: @escaping @Sendable () -> Double = { SystemTime.monotonic }) {
    self.lane = lane
    self.now = now
  }

  /// A picture, of just now or drawn now; throws `CallFailure`.
  func picture(_ look: Look) async throws -> PictureShelf.Picture {
    let time = now()
    let task: Task<PictureShelf.Picture, any Error> = state.withLock { state in
      state.pictures = state.pictures.filter { time - $0.value.at < LookShelf.freshFor }
      if let kept = state.pictures[look] { return Task { kept.picture } }
      if let drawn = state.drawn[look] { return drawn }
      let task = Task { try await draw(look) }
      state.drawn[look] = task
      return task
    }
    return try await task.value
  }

  private func draw(_ look: Look) async throws -> PictureShelf.Picture {
    defer { _ = state.withLock { $0.drawn.removeValue(forKey: look) } }
    let text =
      switch look {
      case .screen(let name, let side, let lookingOn):
        // Without the word where it says nothing: a daemon of before does not know it.
        try await lane.call(ScreenshotCall(screen: name, longestSide: side, lookingOn: lookingOn ? true : nil)).png
      case .session(let identifier, let lookingOn):
        try await lane.call(SnapshotCall(session: identifier, lookingOn: lookingOn ? true : nil)).png
      }
    guard let png = Base64.decode(text) else {
      throw CallFailure.client(.invalidReply(reason: "a picture is not in base64"))
    }
    let picture = PictureShelf.Picture(png: png, tag: "\"\(Digest(of: png).hexadecimal.prefix(16))\"")
    state.withLock { $0.pictures[look] = (picture, now()) }
    return picture
  }
}
