internal import ControlClient
internal import ControlProtocol
internal import Synchronization

/// A PNG file and the hash of its bytes (`ETag`).
struct WebPicture: Sendable {
  let png: [UInt8]
  let tag: String

  init(base64 text: String) throws(CallFailure) {
    guard let png = Base64.decode(text) else { throw .client(.invalidReply(reason: "a picture is not in base64")) }
    self.png = png
    tag = "\"\(Digest(of: png).hexadecimal.prefix(16))\""
  }
}

/// Pictures that the daemon draws once for all requests; the least recently used ones are removed.
final class WebPictureCache<Name: Hashable & Sendable>: Sendable {
  private typealias Drawing = Task<Result<WebPicture, CallFailure>, Never>

  private struct State: Sendable {
    var pictures: [Name: (picture: WebPicture, drawnAt: Double, usedAt: Double)] = [:]
    var drawings: [Name: Drawing] = [:]
  }

  /// Bytes of all pictures.
  private let most = 48 << 20
  private let state = Mutex(State())
  private let lifetime: Double
  private let now: @Sendable () -> Double
  private let request: @Sendable (Name) async throws(CallFailure) -> String

  /// Makes a cache that keeps a picture for `lifetime` seconds. `request` returns a picture of the daemon in base64.
  init(
    lifetime: Double = .infinity, now: @escaping @Sendable () -> Double = { SystemTime.monotonic },
    request: @escaping @Sendable (Name) async throws(CallFailure) -> String
  ) {
    self.lifetime = lifetime
    self.now = now
    self.request = request
  }

  func picture(_ name: Name) async throws(CallFailure) -> WebPicture {
    let now = now()
    let drawing = state.withLock { state -> Drawing in
      state.pictures = state.pictures.filter { now - $0.value.drawnAt < lifetime }
      if let known = state.pictures[name]?.picture {
        state.pictures[name]?.usedAt = now
        return Task { .success(known) }
      }
      if let drawing = state.drawings[name] { return drawing }
      let drawing = Task { await draw(name) }
      state.drawings[name] = drawing
      return drawing
    }
    return try await drawing.value.get()
  }

  /// Removes the pictures for which `isKept` is false.
  func keep(where isKept: (Name) -> Bool) {
    state.withLock { state in state.pictures = state.pictures.filter { isKept($0.key) } }
  }

  private func draw(_ name: Name) async -> Result<WebPicture, CallFailure> {
    defer { _ = state.withLock { $0.drawings.removeValue(forKey: name) } }
    do throws(CallFailure) {
      let picture = try WebPicture(base64: try await request(name))
      let now = now()
      state.withLock { state in
        state.pictures[name] = (picture, now, now)
        var bytes = state.pictures.values.reduce(0) { $0 + $1.picture.png.count }
        while bytes > most, let oldest = state.pictures.min(by: { $0.value.usedAt < $1.value.usedAt }) {
          bytes -= oldest.value.picture.png.count
          state.pictures[oldest.key] = nil
        }
      }
      return .success(picture)
    } catch {
      return .failure(error)
    }
  }
}

extension WebPictureCache<PictureName> {
  convenience init(slides calls: CallQueue) {
    self.init { name throws(CallFailure) in
      try await calls.call(
        TalkPictureCall(page: name.page, part: name.isNotes ? .notes : .slide, width: name.width, height: name.height)
      ).png
    }
  }
}

extension WebPictureCache<ScreenPictureName> {
  convenience init(screens calls: CallQueue, now: @escaping @Sendable () -> Double = { SystemTime.monotonic }) {
    self.init(lifetime: ScreenPictureName.lifetime, now: now) { name throws(CallFailure) in
      switch name {
      case .screen(let name, let side, let lookingOn):
        try await calls.call(ScreenshotCall(screen: name, longestSide: side, lookingOn: lookingOn)).png
      case .session(let identifier, let lookingOn):
        try await calls.call(SnapshotCall(session: identifier, lookingOn: lookingOn)).png
      }
    }
  }
}

/// The address of a slide's picture: `IDENTIFIER.GENERATION/PAGE/WIDTH`.
struct PictureName: Hashable, Sendable {
  /// The possible widths, so that there are few pictures of a slide.
  private static let widths = [320, 640, 960, 1280, 1920]

  /// The talk and its generation.
  let place: String
  let page: Int
  let width: Int
  let isNotes: Bool

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

/// A screen or session, and whether the viewer only looks on. The daemon refuses some pictures to viewers without control of the screens.
enum ScreenPictureName: Hashable, Sendable {
  case screen(String, longestSide: Int, lookingOn: Bool)
  case session(String, lookingOn: Bool)

  /// The possible sizes, so that there are few pictures of a screen.
  static let sides = [320, 640, 960]
  /// The seconds for which all requests get the same picture.
  static let lifetime = 0.2
}
