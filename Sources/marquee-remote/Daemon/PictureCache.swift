internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import Synchronization

/// Pictures of slides.
///
/// The daemon draws each once for all requests. The least recently used pictures are removed.
final class SlidePictureCache: Sendable {
  /// A PNG file and the hash of its bytes (`ETag`).
  struct Picture: Sendable {
    let png: [UInt8]
    let tag: String
  }

  /// Bytes that are kept.
  static let most = 48 << 20

  private struct State: Sendable {
    var pictures: [PictureName: (picture: Picture, used: Int)] = [:]
    var drawn: [PictureName: Task<Picture, any Error>] = [:]
    var bytes = 0
    var clock = 0
  }

  private let state = Mutex(State())
  private let calls: CallQueue

  init(calls: CallQueue) {
    self.calls = calls
  }

  /// A picture, kept or drawn now; throws `CallFailure`.
  func picture(_ name: PictureName) async throws -> Picture {
    let task: Task<Picture, any Error> = state.withLock { state in
      state.clock += 1
      if let kept = state.pictures[name] {
        state.pictures[name]?.used = state.clock
        return Task { kept.picture }
      }
      if let drawn = state.drawn[name] { return drawn }
      let task = Task { try await draw(name) }
      state.drawn[name] = task
      return task
    }
    return try await task.value
  }

  /// Removes all pictures but those of this talk and generation.
  func keep(only place: String?) {
    state.withLock { state in
      state.pictures = state.pictures.filter { $0.key.place == place }
      state.bytes = state.pictures.values.reduce(0) { $0 + $1.picture.png.count }
    }
  }

  private func draw(_ name: PictureName) async throws -> Picture {
    defer { _ = state.withLock { $0.drawn.removeValue(forKey: name) } }
    let reply = try await calls.call(
      TalkPictureCall(page: name.page, part: name.isNotes ? .notes : .slide, width: name.width, height: name.height))
    guard let png = Base64.decode(reply.png) else {
      throw CallFailure.client(.invalidReply(reason: "a picture is not in base64"))
    }
    let picture = Picture(png: png, tag: "\"\(Digest(of: png).hexadecimal.prefix(16))\"")
    keep(picture, name)
    return picture
  }

  private func keep(_ picture: Picture, _ name: PictureName) {
    state.withLock { state in
      state.clock += 1
      if let before = state.pictures.updateValue((picture, state.clock), forKey: name) {
        state.bytes -= before.picture.png.count
      }
      state.bytes += picture.png.count
      while state.bytes > SlidePictureCache.most,
        let oldest = state.pictures.min(by: { $0.value.used < $1.value.used })?.key
      {
        state.bytes -= state.pictures.removeValue(forKey: oldest)?.picture.png.count ?? 0
      }
    }
  }
}

/// How pictures are called: `IDENTIFIER.GENERATION/PAGE/WIDTH`.
struct PictureName: Hashable, Sendable {
  /// The widths that there are, so that there are few pictures of a slide.
  static let widths = [320, 640, 960, 1280, 1920]

  let place: String
  let page: Int
  let width: Int
  let isNotes: Bool

  /// Where the pictures of a talk are.
  static func place(_ identifier: String, generation: Int) -> String {
    "\(identifier.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }).\(generation)"
  }

  /// Parses the end of a path; nil if it names no picture.
  init?(path: Substring, isNotes: Bool) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let page = Int(parts[1]), (1...100_000).contains(page), let width = Int(parts[2]),
      PictureName.widths.contains(width)
    else { return nil }
    place = String(parts[0])
    self.page = page
    self.width = width
    self.isNotes = isNotes
  }

  /// The height of a 5:4 slide, the tallest usual shape, within the daemon's limit.
  var height: Int { min(1200, width * 4 / 5) }
}

/// Small pictures of screens and sessions; the daemon draws them on request, once for all requests at about the same time.
final class ScreenPictureCache: Sendable {
  /// The subject of a picture, and whether the viewer does not control the screens; the daemon refuses some pictures to such viewers.
  enum Source: Hashable, Sendable {
    case screen(String, longestSide: Int, lookingOn: Bool)
    case session(String, lookingOn: Bool)
  }

  /// The sizes of screens that there are, so that there are few pictures of one.
  static let sides = [320, 640, 960]
  /// Seconds for which all requests get the same picture.
  static let lifetime = 0.2

  private struct State: Sendable {
    var pictures: [Source: (picture: SlidePictureCache.Picture, at: Double)] = [:]
    var drawn: [Source: Task<SlidePictureCache.Picture, any Error>] = [:]
  }

  private let state = Mutex(State())
  private let calls: CallQueue
  private let now: @Sendable () -> Double

  init(calls: CallQueue, now: @escaping @Sendable () -> Double = { SystemTime.monotonic }) {
    self.calls = calls
    self.now = now
  }

  /// A picture, of just now or drawn now; throws `CallFailure`.
  func picture(_ source: Source) async throws -> SlidePictureCache.Picture {
    let time = now()
    let task: Task<SlidePictureCache.Picture, any Error> = state.withLock { state in
      state.pictures = state.pictures.filter { time - $0.value.at < ScreenPictureCache.lifetime }
      if let kept = state.pictures[source] { return Task { kept.picture } }
      if let drawn = state.drawn[source] { return drawn }
      let task = Task { try await draw(source) }
      state.drawn[source] = task
      return task
    }
    return try await task.value
  }

  private func draw(_ source: Source) async throws -> SlidePictureCache.Picture {
    defer { _ = state.withLock { $0.drawn.removeValue(forKey: source) } }
    let text =
      switch source {
      case .screen(let name, let side, let lookingOn):
        // The flag is left out if it is false, because earlier daemons do not know it.
        try await calls.call(ScreenshotCall(screen: name, longestSide: side, lookingOn: lookingOn ? true : nil)).png
      case .session(let identifier, let lookingOn):
        try await calls.call(SnapshotCall(session: identifier, lookingOn: lookingOn ? true : nil)).png
      }
    guard let png = Base64.decode(text) else {
      throw CallFailure.client(.invalidReply(reason: "a picture is not in base64"))
    }
    let picture = SlidePictureCache.Picture(png: png, tag: "\"\(Digest(of: png).hexadecimal.prefix(16))\"")
    state.withLock { $0.pictures[source] = (picture, now()) }
    return picture
  }
}
