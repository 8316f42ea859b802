internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// Makes the pixels for a room from a decoded file.
@safe struct PicturePainter {
  let room: PictureRoom
  let maximumBytes: Int

  func draw(_ picture: StillPicture) throws(RasterError) -> WorkerAnswer {
    let orientation = picture.orientation
    let place = place(of: picture.pixels.size, declaredAs: picture.declared, orientation)
    let size = place.rect.size
    let pixels = try picture.pixels.scaled(place.window, to: orientation.exchanged(size))
    var isOpaque = true
    let steps = PixelSteps(orientation, width: size.width, height: size.height, stride: size.width)
    let memory = try unsafe OutputMemory.sealed(count: size.width * size.height * 4) { start in
      let target = unsafe start.assumingMemoryBound(to: UInt32.self)
      isOpaque = unsafe pixels.write(to: target, steps)
      unsafe picture.profile?.apply(to: target, count: size.width * size.height)
    }
    let reply = ImageReply(still: place.rect, isOpaque: isOpaque, warning: picture.warning)
    return WorkerAnswer(outcome: .image(reply), memory: memory)
  }

  /// Draws an animation. Returns nil if the file has only one frame, or the sheet would have only one.
  func draw(_ frames: any AnimationFrames) throws(RasterError) -> WorkerAnswer? {
    guard frames.count > 1 else { return nil }
    let place = place(of: frames.canvas, declaredAs: frames.canvas, .upright)
    let own = PixelSize(width: max(1, Int(place.window.width)), height: max(1, Int(place.window.height)))
    let sheet = AnimationSheet(
      frames: frames.count, shown: place.rect.size, own: own, maximumBytes: maximumBytes)
    guard sheet.count > 1 else { return nil }
    var reply = ImageReply(
      size: sheet.size, stride: sheet.size.width * 4, isOpaque: sheet.count % sheet.columns == 0, rect: place.rect,
      frameSize: sheet.frameSize, plays: frames.plays)
    let memory = try unsafe OutputMemory.sealed(count: reply.stride * sheet.size.height) { start throws(RasterError) in
      let target = unsafe start.assumingMemoryBound(to: UInt32.self)
      let steps = PixelSteps(
        .upright, width: sheet.frameSize.width, height: sheet.frameSize.height, stride: sheet.size.width)
      var last: PixelImage?
      for index in 0..<sheet.count {
        let frame = try frames.next()
        guard frame.pixels.size == frames.canvas, let part = reply.part(ofFrame: index) else {
          throw .damaged("frame \(index + 1) of \(frames.count) cannot be read")
        }
        let pixels = try frame.pixels.scaled(place.window, to: sheet.frameSize, over: last)
        last = pixels === frame.pixels ? nil : pixels
        let isOpaque = unsafe pixels.write(to: target + part.y * sheet.size.width + part.x, steps)
        reply.isOpaque = reply.isOpaque && isOpaque
        // As in browsers, a frame without a duration is shown for a tenth of a second.
        reply.durations.append(
          frame.milliseconds <= 10 ? 100 : min(frame.milliseconds, PictureLimits.frameMilliseconds.upperBound))
      }
      unsafe frames.profile?.apply(to: target, count: sheet.size.width * sheet.size.height)
    }
    if sheet.count < frames.count {
      reply.warning =
        "only \(sheet.count) of the animation's \(frames.count) frames are shown, because all of them would take more than "
        + "\(maximumBytes >> 20) MiB; make it smaller or shorter"
    }
    return WorkerAnswer(outcome: .image(reply), memory: memory)
  }

  /// The place in the room, with the visible part of the decoded pixels in their order in memory.
  private func place(
    of decoded: PixelSize, declaredAs declared: PixelSize, _ orientation: Orientation
  ) -> PicturePlacement {
    let upright = orientation.exchanged(declared)
    var place = PicturePlacement(width: Double(upright.width), height: Double(upright.height), in: room)
    var window = place.window
    if orientation.exchangesSides {
      window = PointRect(x: window.y, y: window.x, width: window.height, height: window.width)
    }
    // Multiply before dividing, so that a whole picture keeps its exact size.
    func horizontal(_ value: Double) -> Double { value * Double(decoded.width) / Double(declared.width) }
    func vertical(_ value: Double) -> Double { value * Double(decoded.height) / Double(declared.height) }
    place.window = PointRect(
      x: horizontal(window.x), y: vertical(window.y), width: horizontal(window.width),
      height: vertical(window.height))
    return place
  }
}

/// Picture files of one document.
final class PictureHandler: RequestHandler {
  func answer(
    _ request: RasterRequest, refuse: @escaping (RasterError) -> Never
  ) throws(RasterError) -> WorkerAnswer {
    guard case .document(let request) = request else { throw .invalidRequest("it only reads picture files") }
    guard case .picture(let room, let maximumBytes) = request.operation else {
      throw .invalidRequest("a picture has no pages")
    }
    let file = try DocumentFile(request)
    let format = FileFormat(try file.beginning(FileFormat.examinedBytes))
    let painter = PicturePainter(room: room, maximumBytes: maximumBytes)
    switch format {
    case .svg: return try DrawingFile(file).draw(in: room)
    case .pdf, .other: throw .unsupportedFormat(found: format.phrase)
    case .gif:
      try FileEnding.require(file, format)
      let picture = try GIFFile(file)
      if let answer = try painter.draw(picture) { return answer }
      return try painter.draw(picture.still())
    case .webp:
      try FileEnding.require(file, format)
      let picture = try WebPFile(file)
      if let frames = try picture.frames(), let answer = try painter.draw(frames) { return answer }
      if let answer = try picture.drawn(in: room) { return answer }
      return try painter.draw(picture.still())
    case .jpeg:
      let ending = try FileEnding.require(file, format)
      return try painter.draw(JPEGFile(file, ending).still(in: room, refuse: refuse))
    case .png, .avif, .heic:
      try FileEnding.require(file, format)
      return try painter.draw(PixbufFile(file, format, refuse: refuse).still())
    }
  }
}

/// A decoded picture, with the data of its file.
struct StillPicture {
  /// The pixels. They may be fewer than the file declares, because some decoders can reduce a picture.
  var pixels: PixelImage
  /// The size that the file declares, before rotation.
  var declared: PixelSize
  var orientation = Orientation.upright
  /// The colour profile; nil for sRGB.
  var profile: ColorProfile?
  /// A fault of the file, as a sentence for the user; nil if there is none.
  var warning: String?
}
