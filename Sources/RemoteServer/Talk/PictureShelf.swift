internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import HTTPServer
internal import Synchronization

/// Pictures of slides, each drawn once by the daemon for all who ask; those that were not asked for longest go.
final class PictureShelf: Sendable {
  /// A PNG file with a name for what is in it (`ETag`).
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
  private let lane: CallLane

  init(lane: CallLane) {
    self.lane = lane
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

  /// Forgets all but those of a place.
  func keep(only place: String?) {
    state.withLock { state in
      state.pictures = state.pictures.filter { $0.key.place == place }
      state.bytes = state.pictures.values.reduce(0) { $0 + $1.picture.png.count }
    }
  }

  private func draw(_ name: PictureName) async throws -> Picture {
    defer { _ = state.withLock { $0.drawn.removeValue(forKey: name) } }
    let reply = try await lane.call(
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
      while state.bytes > PictureShelf.most, let oldest = state.pictures.min(by: { $0.value.used < $1.value.used })?.key
      {
        state.bytes -= state.pictures.removeValue(forKey: oldest)?.picture.png.count ?? 0
      }
    }
  }
}
