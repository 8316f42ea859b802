internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A decoded file → the pixels for a room.
@safe struct PixbufPainter {
  private let picture: PixbufFile
  private let room: PictureRoom
  private let maximumBytes: Int

  init(_ picture: PixbufFile, room: PictureRoom, maximumBytes: Int) {
    self.picture = picture
    self.room = room
    self.maximumBytes = maximumBytes
  }

  func draw() throws(RasterError) -> WorkerAnswer {
    guard let still = unsafe picture.still, let source = unsafe SourcePixels(still) else {
      throw .damaged("it holds no picture")
    }
    if let animation = unsafe picture.animation, let answer = try unsafe draw(animation, canvas: source.size) {
      return answer
    }
    let orientation = unsafe Orientation(of: still)
    let place = place(of: source.size, orientation)
    let size = place.rect.size
    let memory = try OutputMemory()
    var isOpaque = false
    let profile = try unsafe ColorProfile(of: still)
    try unsafe memory.withBytes(count: size.width * size.height * 4) { start throws(RasterError) in
      let pixels = unsafe start.assumingMemoryBound(to: UInt32.self)
      let steps = PixelSteps(orientation, width: size.width, height: size.height, stride: size.width)
      let lying =
        orientation.exchangesSides ? PixelSize(width: size.height, height: size.width) : size
      isOpaque = unsafe Resampler(source: source.size, window: place.window, output: lying).draw(
        source, to: pixels, steps)
      unsafe profile?.apply(to: pixels, count: size.width * size.height)
    }
    try memory.seal()
    let reply = ImageReply(
      size: size, stride: size.width * 4, isOpaque: isOpaque, rect: place.rect, frameSize: size)
    return WorkerAnswer(outcome: .image(reply), memory: memory)
  }

  /// Where it comes to lie, and which part of the decoded pixels that is, as they lie in memory.
  private func place(of decoded: PixelSize, _ orientation: Orientation) -> PicturePlacement {
    let declared = picture.declared.isEmpty ? decoded : picture.declared
    let upright = orientation.exchangesSides ? PixelSize(width: declared.height, height: declared.width) : declared
    var place = PicturePlacement(width: Double(upright.width), height: Double(upright.height), in: room)
    if orientation.exchangesSides {
      let window = place.window
      place.window = PicturePlacement.Window(x: window.y, y: window.x, width: window.height, height: window.width)
    }
    let (horizontal, vertical) = (
      Double(decoded.width) / Double(declared.width), Double(decoded.height) / Double(declared.height)
    )
    place.window = PicturePlacement.Window(
      x: place.window.x * horizontal, y: place.window.y * vertical, width: place.window.width * horizontal,
      height: place.window.height * vertical)
    return place
  }

  /// Nil where it has only one frame after all.
  private func draw(_ animation: OpaquePointer, canvas: PixelSize) throws(RasterError) -> WorkerAnswer? {
    let outline = AnimationOutline(picture.file, picture.format)
    guard outline.frames > 1 else { return nil }
    let place = place(of: canvas, .upright)
    let own = PixelSize(width: max(1, Int(place.window.width)), height: max(1, Int(place.window.height)))
    let sheet = AnimationSheet(
      frames: outline.frames, shown: place.rect.size, own: own, maximumBytes: maximumBytes)
    guard sheet.count > 1 else { return nil }
    let memory = try OutputMemory()
    let resampler = Resampler(source: canvas, window: place.window, output: sheet.frameSize)
    var reply = ImageReply(
      size: sheet.size, stride: sheet.size.width * 4, isOpaque: sheet.count % sheet.columns == 0, rect: place.rect,
      frameSize: sheet.frameSize, plays: outline.plays)
    try unsafe memory.withBytes(count: reply.stride * sheet.size.height) { start throws(RasterError) in
      let pixels = unsafe start.assumingMemoryBound(to: UInt32.self)
      let steps = PixelSteps(
        .upright, width: sheet.frameSize.width, height: sheet.frameSize.height, stride: sheet.size.width)
      var time = GTimeVal()
      guard let frames = unsafe gdk_pixbuf_animation_get_iter(animation, &time) else {
        throw .damaged("its frames cannot be read")
      }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(frames)) }
      // The loader for WebP counts a frame's first instant to the one before; that for GIF takes what has passed off the frame's time.
      if picture.format == .webp { unsafe g_time_val_add(&time, 1_000) }
      for index in 0..<sheet.count {
        guard let pixbuf = unsafe gdk_pixbuf_animation_iter_get_pixbuf(frames),
          let source = unsafe SourcePixels(pixbuf), source.size == canvas, let part = reply.part(ofFrame: index)
        else { throw .damaged("frame \(index + 1) of \(outline.frames) cannot be read") }
        let target = unsafe pixels + part.y * sheet.size.width + part.x
        let isOpaque = unsafe resampler.draw(source, to: target, steps)
        reply.isOpaque = reply.isOpaque && isOpaque
        let delay = unsafe Int(gdk_pixbuf_animation_iter_get_delay_time(frames))
        // Browsers show what has no time of its own for a tenth of a second.
        reply.durations.append(delay <= 10 ? 100 : min(delay, 600_000))
        unsafe g_time_val_add(&time, max(delay, 1) * 1_000)
        unsafe gdk_pixbuf_animation_iter_advance(frames, &time)
      }
    }
    try memory.seal()
    if sheet.count < outline.frames {
      reply.warning =
        "only \(sheet.count) of the animation's \(outline.frames) frames are shown, since all of them would take more than "
        + "\(maximumBytes >> 20) MiB; make it smaller or shorter"
    }
    return WorkerAnswer(outcome: .image(reply), memory: memory)
  }
}
