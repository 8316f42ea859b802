import Composition
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Drawing
import EventLoop
import Glibc
import Presentation
import RasterizerHost
import Rasterizing
import Scenes
import SystemPackage

extension Daemon {
  /// Shows each screen its name, number and mode for some seconds.
  func identify(_ call: IdentifyCall, _ responder: ControlResponder) throws(ControlError) {
    let screens = try call.screen.map { name throws(ControlError) in [try find(name).1] } ?? system.screens
    if let standIn = screens.first(where: \.isStandIn) {
      throw .failed(message: "\(standIn.name) is a stand-in: no display is connected that could show its name")
    }
    let group = PictureOutcomes(count: screens.count, completion: answer(call, responder))
    let seconds = call.seconds ?? 5
    for (number, screen) in system.screens.enumerated() where screens.contains(where: { $0 === screen }) {
      let mode = screen.currentMode.map { ModeNames.plainName(of: $0) } ?? "dark"
      let banner = BannerDescription(
        text: "\(number + 1)\n\(screen.name)\n\(mode)", background: Color(red: 0x10, green: 0x20, blue: 0x30))
      do throws(SceneError) {
        try system.find(screen.name).show(.banner(banner), for: UInt64(seconds * 1_000_000_000)) {
          group.add($0, on: screen.name)
        }
      } catch {
        group.add(.failed(error), on: screen.name)
      }
    }
    replyWithoutFlip(call, responder)
  }

  /// Reads the picture on a screen and answers with a PNG, which the rasteriser makes; as soon as it is its turn.
  func screenshot(_ call: ScreenshotCall, _ responder: ControlResponder) throws(ControlError) {
    _ = try find(call.screen)
    // Whoever asks for it, it is one picture.
    var picture = call
    picture.lookingOn = nil
    let asker = PictureAsker(responder, lookingOn: call.lookingOn)
    guard screenshots.add(asker, of: picture, for: responder.peer.userID) else {
      throw .failed(
        message:
          "\(ScreenshotQueue<ScreenshotCall, PictureAsker>.requestsPerUser) screenshots for this user are being made "
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
    let coordinator = try find(screen).0
    if let longestSide = call.longestSide {
      let copy: ShownCopy
      do throws(SceneError) { copy = try coordinator.copyOfPicture() } catch { throw ControlError(error) }
      let small = copy.reduced(longestSide: longestSide)
      return try drawLayers(
        small.tree, small.geometry, at: copy.time, of: screen, hasHash: false, completion: completion)
    }
    if let picture = coordinator.standInPicture {
      return try drawLayers(
        picture.tree, picture.geometry, at: dayClock.screens.now, of: screen, hasHash: true, completion: completion)
    }
    do throws(SceneError) {
      try coordinator.capture { [weak self] outcome in
        guard case .shown(let record) = outcome, let captured = record.captured, let pixels = captured.pixels else {
          return completion(
            .failure(.failed(message: "\(screen) went dark or changed before its picture was read; try again")))
        }
        self?.encode(pixels) { result in
          completion(
            result.map { png -> Shot in
              let reply = ScreenshotReply(
                screen: screen, source: .framebuffer, width: pixels.size.width, height: pixels.size.height,
                sequence: record.sequence, hash: captured.hash, png: png)
              return (reply: reply, isSecret: captured.isSecret)
            }.mapError { .failed(message: $0.description) })
        }
      }
    } catch {
      throw ControlError(error)
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
    encode(pixels) { result in
      completion(
        result.map { png -> Shot in
          let reply = ScreenshotReply(
            screen: screen, source: .layers, width: pixels.size.width, height: pixels.size.height, sequence: 0,
            hash: hasHash ? frame.hash : "", png: png)
          return (reply: reply, isSecret: frame.isSecret)
        }.mapError { .failed(message: $0.description) })
    }
  }

  /// Has the rasteriser make a PNG file, in base64.
  func encode(_ pixels: FramePixels, completion: @escaping (Result<String, RasterError>) -> Void) {
    let descriptor: Int32
    do throws(Errno) {
      descriptor = try SealedMemory.make(size: pixels.size) { rows in
        RGBRows.writePixels(of: pixels.rgb, to: rows)
      }
    } catch {
      return completion(.failure(.outOfMemory))
    }
    let request = PNGRequest(descriptor: descriptor, size: pixels.size, stride: pixels.size.width * 4)
    rasterizer.rasterize(.png(request)) { result in
      close(descriptor)
      completion(
        result.flatMap { result in
          guard case .file(let file) = result else { return .failure(.badReply("a picture instead of a file")) }
          return .success(Base64.encode(file.bytes))
        })
    }
  }
}
