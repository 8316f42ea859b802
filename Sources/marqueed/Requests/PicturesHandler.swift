import Composition
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Glibc
import Presentation
import Rasterizing
import Scenes
import SystemPackage

/// Handles the calls for pictures of screens, scenes and files.
final class PicturesHandler: PictureMethods {
  private let replies: PictureReplies
  private let content: ContentResources
  private let files: FileThumbnails
  private var screenshots = ScreenshotQueue<ScreenshotCall, PictureRequester>()

  init(_ replies: PictureReplies, _ content: ContentResources) {
    self.replies = replies
    self.content = content
    files = FileThumbnails(content)
  }

  func handle(_ call: ScreenshotCall, _ responder: ControlResponder) throws(ControlError) {
    _ = try replies.find(call.screen)
    // Whoever asks for it, it is one picture.
    var picture = call
    picture.lookingOn = nil
    let asker = PictureRequester(responder, lookingOn: call.lookingOn)
    guard screenshots.add(asker, of: picture, for: responder.peer.userID) else {
      throw .failed(
        message:
          "\(ScreenshotQueue<ScreenshotCall, PictureRequester>.requestsPerUser) screenshots for this user are being made "
          + "already; ask again when they are done")
    }
    takeScreenshots()
  }

  private func takeScreenshots() {
    while let (call, askers) = screenshots.begin() {
      do throws(ControlError) {
        try takeScreenshot(call) { [weak self] result in
          for asker in askers {
            switch result {
            case .success(let shot): asker.hand(shot.reply, of: .screenshot, isSecret: shot.isSecret)
            case .failure(let error): asker.responder.fail(error)
            }
          }
          self?.screenshots.end(call)
          self?.takeScreenshots()
        }
      } catch {
        for asker in askers { asker.responder.fail(error) }
        screenshots.end(call)
      }
    }
  }

  /// A screenshot, and whether who sees it could do more than look.
  private typealias Shot = (reply: ScreenshotReply, isSecret: Bool)

  private func takeScreenshot(
    _ call: ScreenshotCall, completion: @escaping (Result<Shot, ControlError>) -> Void
  ) throws(ControlError) {
    let screen = call.screen
    let coordinator = try replies.find(screen).0
    if let longestSide = call.longestSide {
      let copy = try ControlError.of { () throws(SceneError) in try coordinator.copyOfPicture() }
      let small = copy.reduced(longestSide: longestSide)
      return try drawLayers(
        small.tree, small.geometry, at: copy.time, of: screen, hasHash: false, completion: completion)
    }
    if let picture = coordinator.standInPicture {
      return try drawLayers(
        picture.tree, picture.geometry, at: content.clock.screens.now, of: screen, hasHash: true, completion: completion
      )
    }
    try ControlError.of { () throws(SceneError) in
      try coordinator.capture { [weak self] outcome in
        guard case .shown(let record) = outcome, let captured = record.captured, let pixels = captured.pixels else {
          return completion(
            .failure(.failed(message: "\(screen) went dark or changed before its picture was read; try again")))
        }
        self?.hand(captured, pixels, of: screen, .framebuffer, sequence: record.sequence, completion)
      }
    }
  }

  /// Draws here, on the main thread, what a display shows or would show: no framebuffer is read.
  private func drawLayers(
    _ tree: LayerTree, _ geometry: OutputGeometry, at time: MonotonicTime, of screen: String, hasHash: Bool,
    completion: @escaping (Result<Shot, ControlError>) -> Void
  ) throws(ControlError) {
    guard let frame = SnapshotRenderer().draw(tree, for: geometry, at: time), let pixels = frame.pixels
    else {
      throw .failed(message: "there is no memory for the screenshot")
    }
    var shown = frame
    if !hasHash { shown.hash = "" }
    hand(shown, pixels, of: screen, .layers, sequence: 0, completion)
  }

  private func hand(
    _ frame: CapturedFrame, _ pixels: FramePixels, of screen: String, _ source: ScreenshotSource, sequence: UInt64,
    _ completion: @escaping (Result<Shot, ControlError>) -> Void
  ) {
    encode(pixels) { result in
      completion(
        result.map { png -> Shot in
          let reply = ScreenshotReply(
            screen: screen, source: source, width: pixels.size.width, height: pixels.size.height, sequence: sequence,
            hash: frame.hash, png: png)
          return (reply: reply, isSecret: frame.isSecret)
        }.mapError { .failed(message: $0.description) })
    }
  }

  /// Has the rasteriser make a PNG file, in base64.
  private func encode(_ pixels: FramePixels, completion: @escaping (Result<String, RasterError>) -> Void) {
    content.rasterizer.encodePNG(size: pixels.size, completion: completion) { rows in
      PixelTarget.write(rgbRows: pixels.rgb, to: rows)
    }
  }

  func handle(_ call: FilePictureCall, _ responder: ControlResponder) {
    files.make(call.file, longestSide: call.longestSide) { result in
      switch result {
      case .success(let made):
        responder.reply(
          FilePictureReply(file: call.file, width: made.size.width, height: made.size.height, png: made.png))
      case .failure(let error): responder.fail(error)
      }
    }
  }

  func handle(_ call: SnapshotCall, _ responder: ControlResponder) throws(ControlError) {
    let snapshot = try ControlError.of { () throws(SceneError) in try replies.system.snapshot(of: call.session) }
    guard let frame = SnapshotRenderer().draw(snapshot, at: content.clock.screens.now), let pixels = frame.pixels else {
      throw .failed(message: "there is no memory for the snapshot")
    }
    let asker = PictureRequester(responder, lookingOn: call.lookingOn)
    encode(pixels) { result in
      switch result {
      case .success(let png):
        asker.hand(
          SnapshotReply(session: call.session, width: pixels.size.width, height: pixels.size.height, png: png),
          of: .snapshot, isSecret: frame.isSecret)
      case .failure(let error): responder.fail(.failed(message: error.description))
      }
    }
  }
}

/// A request for a picture, and how much its client may see.
struct PictureRequester {
  let responder: ControlResponder
  /// The picture is for somebody who may only observe, whatever the caller may do.
  let isLookingOn: Bool

  init(_ responder: ControlResponder, lookingOn: Bool?) {
    self.responder = responder
    isLookingOn = lookingOn == true
  }

  /// Hands over a picture as it was drawn; decides alone whether the client gets it.
  ///
  /// - Parameter isSecret: whether that very picture has something in it, as a code, by which whoever sees it could do more than look.
  func hand(_ reply: some ControlReply, of method: ControlMethod, isSecret: Bool) {
    let access = isLookingOn ? min(responder.access, .observe) : responder.access
    guard isSecret, access < .control else { return responder.reply(reply) }
    responder.fail(.accessDenied(method: method.rawValue, required: .control, granted: access))
  }
}

/// Screenshots that are being made, and requests that wait: pixels are held for two at most.
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

  /// Queues a request; false if its user has too many already.
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

/// Draws what scenes show, on the main thread: a scene in the background or in a stand-in has no frame on any screen.
final class SnapshotRenderer {
  private let renderer = PixmanRenderer()
  private var frame = ResolvedFrame()

  /// No side of a snapshot is longer, in pixels.
  static let longestSide = 320

  /// Draws a snapshot as it is now; nil if there is no memory for it.
  func draw(_ snapshot: SceneSnapshot, at time: MonotonicTime) -> CapturedFrame? {
    let longest = max(snapshot.size.width, snapshot.size.height)
    guard longest > 0 else { return nil }
    let factor = min(1, Double(SnapshotRenderer.longestSide) / longest)
    let size = PixelSize(
      width: max(1, Int((snapshot.size.width * factor).rounded())),
      height: max(1, Int((snapshot.size.height * factor).rounded())))
    let geometry = OutputGeometry(mode: size)
    return draw(snapshot.tree.fitted(from: snapshot.size, into: geometry.size), for: geometry, at: time)
  }

  /// Draws a whole picture as it is now, with its hash; nil if there is no memory for it.
  func draw(_ tree: LayerTree, for geometry: OutputGeometry, at time: MonotonicTime) -> CapturedFrame? {
    guard let memory = PixelMemory(size: geometry.mode) else { return nil }
    draw(tree, for: geometry, at: time, into: memory)
    return CapturedFrame(
      hash: FrameHash(of: memory.target).hexadecimal, pixels: memory.pixels, isSecret: frame.isSecret)
  }

  private func draw(_ tree: LayerTree, for geometry: OutputGeometry, at time: MonotonicTime, into memory: PixelMemory) {
    tree.resolve(for: geometry, at: time, frameNumber: 0, into: &frame)
    var damage = DamageRegion()
    damage.add(PixelRect(size: geometry.mode))
    renderer.draw(frame, damage: damage, into: memory.target)
  }
}

extension PixelMemory {
  fileprivate var pixels: FramePixels {
    FramePixels(size: target.size, rgb: target.rgbRows(of: PixelRect(size: target.size)))
  }
}
