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
    // All clients of a screenshot get the same picture.
    var picture = call
    picture.lookingOn = nil
    let requester = PictureRequester(responder, lookingOn: call.lookingOn)
    guard screenshots.add(requester, of: picture, for: responder.peer.userID) else {
      throw .failed(
        message:
          "\(ScreenshotQueue<ScreenshotCall, PictureRequester>.requestsPerUser) screenshots are being made for this user "
          + "already; try again when they are done")
    }
    takeScreenshots()
  }

  private func takeScreenshots() {
    while let (call, requesters) = screenshots.begin() {
      let end: (Result<Shot, ControlError>) -> Void = { [weak self] result in
        for requester in requesters {
          switch result {
          case .success(let shot): requester.send(shot.reply, of: .screenshot, isSecret: shot.isSecret)
          case .failure(let error): requester.responder.fail(error)
          }
        }
        self?.screenshots.end(call)
        self?.takeScreenshots()
      }
      do throws(ControlError) { try takeScreenshot(call, completion: end) } catch { end(.failure(error)) }
    }
  }

  /// `isSecret` is true if viewers of the screenshot could use it for more than viewing.
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
        small.tree, small.geometry, at: copy.time, for: call, hasHash: false, completion: completion)
    }
    if let picture = coordinator.standInPicture {
      return try drawLayers(
        picture.tree, picture.geometry, at: content.clock.screens.now, for: call, hasHash: true, completion: completion)
    }
    try ControlError.of { () throws(SceneError) in
      try coordinator.capture { [weak self] outcome in
        guard case .shown(let record) = outcome, let captured = record.captured, let pixels = captured.pixels else {
          return completion(
            .failure(.failed(message: "\(screen) went dark or changed before its picture was read; try again")))
        }
        let transform = coordinator.decision.settings?.transform.value ?? .normal
        self?.encode(captured, pixels, transform, for: call, .framebuffer, sequence: record.sequence, completion)
      }
    }
  }

  /// Draws the layers of a display on the main thread, without a framebuffer.
  private func drawLayers(
    _ tree: LayerTree, _ geometry: OutputGeometry, at time: MonotonicTime, for call: ScreenshotCall, hasHash: Bool,
    completion: @escaping (Result<Shot, ControlError>) -> Void
  ) throws(ControlError) {
    guard var frame = SnapshotRenderer().draw(tree, for: geometry, at: time), let pixels = frame.pixels else {
      throw .failed(message: "there is no memory for the screenshot")
    }
    if !hasHash { frame.hash = "" }
    encode(frame, pixels, geometry.transform, for: call, .layers, sequence: 0, completion)
  }

  private func encode(
    _ frame: CapturedFrame, _ pixels: FramePixels, _ transform: Transform, for call: ScreenshotCall,
    _ source: ScreenshotSource, sequence: UInt64, _ completion: @escaping (Result<Shot, ControlError>) -> Void
  ) {
    let pixels = call.upright == true ? pixels.upright(from: transform) : pixels
    encode(pixels) { result in
      completion(
        result.map { png -> Shot in
          let reply = ScreenshotReply(
            screen: call.screen, source: source, width: pixels.size.width, height: pixels.size.height,
            sequence: sequence,
            frame: frame.hash, png: png)
          return (reply: reply, isSecret: frame.isSecret)
        }.mapError { .failed(message: $0.description) })
    }
  }

  /// Makes a PNG file with the rasteriser, in base64.
  private func encode(_ pixels: FramePixels, completion: @escaping (Result<String, RasterError>) -> Void) {
    content.rasterizer.encodePNG(size: pixels.size, completion: completion) { rows in
      PixelTarget.write(rgbRows: pixels.rgb, to: rows)
    }
  }

  func handle(_ call: FilePictureCall, _ responder: ControlResponder) {
    files.make(call.file, longestSide: call.longestSide, isConfined: responder.access.isConfined) { result in
      responder.answer(
        result.map {
          FilePictureReply(
            file: call.file, width: $0.size.width, height: $0.size.height, png: $0.png, note: $0.warning)
        })
    }
  }

  func handle(_ call: SnapshotCall, _ responder: ControlResponder) throws(ControlError) {
    let snapshot = try ControlError.of { () throws(SceneError) in try replies.system.layouts.snapshot(of: call.session)
    }
    guard let frame = SnapshotRenderer().draw(snapshot, at: content.clock.screens.now), let pixels = frame.pixels else {
      throw .failed(message: "there is no memory for the snapshot")
    }
    let requester = PictureRequester(responder, lookingOn: call.lookingOn)
    encode(pixels) { result in
      switch result {
      case .success(let png):
        requester.send(
          SnapshotReply(session: call.session, width: pixels.size.width, height: pixels.size.height, png: png),
          of: .snapshot, isSecret: frame.isSecret)
      case .failure(let error): responder.fail(ControlError(error))
      }
    }
  }
}

/// A request for a picture, and the access of its client.
struct PictureRequester {
  let responder: ControlResponder
  private let access: AccessLevel

  /// - Parameter lookingOn: whether the picture is for a person who may only observe.
  init(_ responder: ControlResponder, lookingOn: Bool?) {
    self.responder = responder
    access = lookingOn == true ? responder.access.intersection(.observe) : responder.access
  }

  /// Sends a picture, unless the client may not see it.
  ///
  /// - Parameter isSecret: whether the picture contains something that a viewer could use, as a code.
  func send(_ reply: some ControlReply, of method: ControlMethod, isSecret: Bool) {
    guard isSecret, !access.contains(.remote) else { return responder.reply(reply) }
    responder.fail(.accessDenied(method: method.rawValue, required: .remote, granted: access))
  }
}

/// The queued requests for screenshots. The pixels of at most two screenshots are in memory. Requests that wait for the same screen in the
/// same size share a picture. A picture that is already being read may be older than a new request, which gets the next picture.
struct ScreenshotQueue<Picture: Hashable, Request> {
  private struct Waiting {
    var picture: Picture
    var user: UInt32
    var request: Request
  }

  /// The limit of pictures that are read and encoded at the same time.
  static var picturesAtOnce: Int { 2 }
  /// The limit of waiting and running requests for each user.
  static var requestsPerUser: Int { 8 }

  private var waiting: [Waiting] = []
  /// The users whose requests share each running picture.
  private var running: [Picture: [UInt32]] = [:]

  /// False if the user already has too many requests.
  mutating func add(_ request: Request, of picture: Picture, for user: UInt32) -> Bool {
    let count = waiting.count { $0.user == user } + running.values.joined().count { $0 == user }
    guard count < ScreenshotQueue.requestsPerUser else { return false }
    waiting.append(Waiting(picture: picture, user: user, request: request))
    return true
  }

  /// Begins the next picture, which runs until `end`; nil while no picture may begin.
  mutating func begin() -> (picture: Picture, requests: [Request])? {
    guard running.count < ScreenshotQueue.picturesAtOnce,
      let picture = waiting.first(where: { running[$0.picture] == nil })?.picture
    else { return nil }
    let due = waiting.filter { $0.picture == picture }
    waiting.removeAll { $0.picture == picture }
    running[picture] = due.map(\.user)
    return (picture, due.map(\.request))
  }

  mutating func end(_ picture: Picture) { running[picture] = nil }
}

/// Draws scenes on the main thread: a scene in the background or in a stand-in has no frame on any screen.
final class SnapshotRenderer {
  private let renderer = PixmanRenderer()
  private var frame = ResolvedFrame()

  static let longestSide = 320

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

  /// Draws a whole picture with its hash; nil if there is no memory.
  func draw(_ tree: LayerTree, for geometry: OutputGeometry, at time: MonotonicTime) -> CapturedFrame? {
    guard let memory = PixelMemory(size: geometry.mode) else { return nil }
    let (target, whole) = (memory.target, PixelRect(size: geometry.mode))
    tree.resolve(for: geometry, at: time, frameNumber: 0, into: &frame)
    var damage = DamageRegion()
    damage.add(whole)
    renderer.draw(frame, damage: damage, into: target)
    return CapturedFrame(
      hash: FrameHash(of: target).hexadecimal, pixels: FramePixels(size: target.size, rgb: target.rgbRows(of: whole)),
      isSecret: frame.isSecret)
  }
}
