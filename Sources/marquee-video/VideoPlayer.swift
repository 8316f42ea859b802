internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// The pictures of the last seconds.
private struct DecodingPace {
  private var begin: UInt64?
  private(set) var sent: UInt64 = 0
  private(set) var skipped: UInt64 = 0

  /// The length of a count in nanoseconds.
  private static let span: UInt64 = 10_000_000_000

  var isRunning: Bool { begin != nil }

  /// Counts one sent picture, or pictures that were left out. Returns the sums of ten seconds if a tenth was left out.
  mutating func count(skipped more: UInt64, at now: UInt64) -> DecodingPace? {
    let start = begin ?? now
    begin = start
    if more == 0 { sent += 1 } else { skipped += more }
    guard now > start, now - start >= Self.span else { return nil }
    defer { self = DecodingPace() }
    return skipped * 10 >= sent + skipped ? self : nil
  }
}

/// Plays one clip as a surface. It decodes ahead until all buffers are full, and gives each picture its time on the daemon's clock. It needs
/// no clock itself, because the daemon releases the buffers in time.
@safe final class VideoPlayer {
  /// The playing of a clip after its first message.
  private struct Playing {
    let order: PlayOrder
    /// The open file.
    let file: Int32
    var time: PlayTime
    /// Nil after the end of a clip that does not loop.
    var clip: Clip?
    /// The decoder of the next round, which is ready before the round begins. Two decoders take turns.
    var next: Clip?
    /// Nil until the first picture.
    var converter: PictureConverter?
    /// The length of the played part; zero until the file is open.
    var length: UInt64 = 0
    /// The time of the part's beginning in this round, on the daemon's clock.
    var round: Int64 = 0
    /// The part of a clock's change that the pictures do not follow yet, in nanoseconds.
    var lag: Int64 = 0
    /// The position at which the decoder started last, in nanoseconds of the file.
    var start: UInt64 = 0
    /// Whether no picture from there was sent yet. The first one is sent even if it is late.
    var isStarting = true
    /// Whether only the last picture before the end is due.
    var isBehindEnd = false
    /// Whether a picture of this round was decoded.
    var hasPicture = false
    /// The distance by which the start was moved back, because there is no picture behind it.
    var retreat: UInt64 = 0
    /// The picture that is sent once the next one shows that it is still due.
    var pending: (picture: Clip.Decoded, target: Int64)?

    /// Starts a decoder.
    func makeClip() throws(ClipError) -> Clip { try Clip(file) }

    /// Sets the round at a time of the daemon's clock, and returns the position in the clip.
    mutating func position(at now: UInt64) -> UInt64 {
      let elapsed = Int64(clamping: now).subtractingReportingOverflow(time.beginning).partialValue
      let length = Int64(clamping: length)
      (round, lag) = (time.beginning, 0)
      guard elapsed > 0, length > 0 else { return order.from }
      guard order.loops else { return order.from + UInt64(max(0, min(elapsed, length - VideoPlayer.lastPart))) }
      round += elapsed / length * length
      return order.from + UInt64(elapsed % length)
    }
  }

  private let socket: PlayerSocket
  private let sandbox: SandboxReport
  private let sound = SoundControl()
  private var playing: Playing?
  private var memory: SurfaceMemory?
  private var isHidden = false
  private var frames: UInt64 = 0
  /// The daemon's clock, as far as its messages tell.
  private var now: UInt64 = 0
  /// CLOCK_MONOTONIC when a picture was sent last.
  private var lastSent: UInt64 = 0
  /// CLOCK_MONOTONIC when the decoder started at another position last.
  private var lastStart: UInt64 = 0
  private var pace = DecodingPace()

  /// The length of the end of a clip that is decoded for its last picture.
  private static let lastPart: Int64 = 1_000_000_000
  /// The longest wait for a picture before messages are read again, in nanoseconds.
  private static let patience: UInt64 = 20_000_000
  /// The next round's decoder starts this long before the round.
  private static let lead: UInt64 = 2_000_000_000
  /// If the decoder is too slow, a late picture is shown after this time without one.
  private static let longestPause: UInt64 = 200_000_000
  /// The nanoseconds by which a picture comes earlier or later after a small change of the clock.
  private static let slewStep: Int64 = 500_000
  /// The time that a decoder may need to reach a position.
  private static let seekPause: UInt64 = 2_000_000_000
  /// A decoder that is later than this continues at the present position, unless it did so a short time ago.
  private static let mostLate: Int64 = 1_000_000_000
  private static let jumpPause: UInt64 = 10_000_000_000
  /// The first distance by which a start without a picture is moved back, in nanoseconds.
  private static let leastRetreat: UInt64 = 1_000_000_000
  /// The longest part that is played, in nanoseconds: a week. A file may claim any length.
  private static let longestPart: UInt64 = 604_800_000_000_000

  init(_ socket: Int32, _ sandbox: SandboxReport) { (self.socket, self.sandbox) = (PlayerSocket(socket), sandbox) }

  func run() -> Never {
    while true {
      let waited = !isAtWork
      do throws(ClipError) {
        try socket.receive(within: waited ? nil : 0, handle)
        if let trouble = sound.takeTrouble() { socket.send(.silent(trouble)) }
        guard isAtWork else { continue }
        if waited { try catchUp() }
        try step()
      } catch {
        socket.refuse(error.text)
      }
    }
  }

  /// Continues at the present position after a time without a free buffer: a held picture keeps its buffers.
  private func catchUp() throws(ClipError) {
    guard var playing, let clip = playing.clip, clip.isPlaying, let pending = playing.pending, playing.time.isReal,
      Int64(clamping: WorkerClock.now) - pending.target > Self.mostLate
    else { return }
    defer { self.playing = playing }
    pace = DecodingPace()
    try begin(clip, &playing)
  }

  /// Whether pictures are wanted: until the size of the buffers is known, and while one is free.
  private var isAtWork: Bool {
    guard let playing, playing.clip != nil, !isHidden else { return false }
    return playing.converter == nil || memory?.free.isEmpty == false
  }

  private func step() throws(ClipError) {
    guard var playing, let clip = playing.clip else { return }
    defer { self.playing = playing }
    guard clip.isPlaying else {
      if try clip.open(within: Self.patience) { try begin(clip, &playing) }
      return
    }
    try prepareNext(&playing)
    switch try clip.next(within: Self.patience) {
    case .nothing: break
    case .ended: try endRound(&playing)
    case .decoded(let picture): try take(picture, &playing)
    }
  }

  /// Plays the clip of the daemon's first message, or after a seek.
  private func begin(_ clip: Clip, _ playing: inout Playing) throws(ClipError) {
    if playing.length == 0 { playing.length = try length(of: playing.order, clip) }
    playing.retreat = 0
    let now = limit(playing)
    playing.isBehindEnd = !playing.order.loops && elapsed(at: now, playing) >= Int64(clamping: playing.length)
    try start(clip, at: playing.position(at: now), &playing)
    // The pictures follow the whole change of the clock now.
    sound.move(to: playing.time.beginning)
  }

  private func start(_ clip: Clip, at position: UInt64, _ playing: inout Playing) throws(ClipError) {
    playing.start = position
    playing.isStarting = true
    playing.pending = nil
    try clip.play(from: position)
    lastStart = WorkerClock.now
    lastSent = lastStart + Self.seekPause
  }

  private func length(of order: PlayOrder, _ clip: Clip) throws(ClipError) -> UInt64 {
    guard !clip.decoder.isForPictures else { throw ClipError("it is a picture, not a video: show it as an image") }
    guard let whole = clip.facts?.length else { throw ClipError("its length is unknown: convert it to MP4 or MKV") }
    let end = min(order.to ?? whole, whole)
    guard order.from < end else {
      throw ClipError("it is \(Self.seconds(whole)) long, so it has no part from \(Self.seconds(order.from)) on")
    }
    return min(end - order.from, Self.longestPart)
  }

  /// A time in words, as `1.50 s`.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let hundredths = nanoseconds / 10_000_000
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
  }

  /// Starts the decoder of the next round before the end of this one.
  private func prepareNext(_ playing: inout Playing) throws(ClipError) {
    guard playing.order.loops, let pending = playing.pending else { return }
    if let next = playing.next {
      if !next.isPlaying, try next.open(within: 0) { try next.play(from: playing.order.from) }
    } else if pending.target - playing.round > Int64(clamping: playing.length) - Int64(Self.lead) {
      playing.next = try playing.makeClip()
    }
  }

  private func take(_ picture: Clip.Decoded, _ playing: inout Playing) throws(ClipError) {
    let time = UInt64(max(0, picture.time - Int64(clamping: playing.order.from)))
    guard time < playing.length else { return try endRound(&playing) }
    playing.hasPicture = true
    let step = max(-Self.slewStep, min(Self.slewStep, playing.lag))
    playing.round += step
    playing.lag -= step
    if step != 0 { sound.move(to: playing.time.beginning.subtractingReportingOverflow(playing.lag).partialValue) }
    let target = playing.round + Int64(clamping: time)
    if playing.converter == nil { try open(picture, &playing) }
    let late = Int64(clamping: limit(playing)) - target
    if late > Self.mostLate, mayJump(playing), let clip = playing.clip {
      // About a second is left out.
      count(skipped: 25, isLate: true, playing)
      return try begin(clip, &playing)
    }
    if let pending = playing.pending.take() {
      if late < 0 || playing.isStarting && !playing.isBehindEnd || WorkerClock.now > lastSent + Self.longestPause {
        try send(pending, &playing)
        count(skipped: 0, isLate: late >= 0, playing)
      } else if !playing.isStarting {
        count(skipped: 1, isLate: true, playing)
      }
    }
    playing.pending = (picture, target)
  }

  /// Whether a late decoder continues at the present position. A clip that ends is decoded to its end once that is near.
  private func mayJump(_ playing: Playing) -> Bool {
    guard playing.time.isReal, !playing.isStarting, WorkerClock.now > lastStart + Self.jumpPause else { return false }
    return playing.order.loops
      || elapsed(at: limit(playing), playing) < Int64(clamping: playing.length) - Self.lastPart
  }

  private func elapsed(at now: UInt64, _ playing: Playing) -> Int64 {
    Int64(clamping: now).subtractingReportingOverflow(playing.time.beginning).partialValue
  }

  /// Counts a picture that was sent, or pictures that were left out, and reports a decoder that is too slow. A decoder may catch up for ten
  /// seconds after it has started.
  private func count(skipped: UInt64, isLate: Bool, _ playing: Playing) {
    // The daemon counts the missing numbers.
    frames += skipped
    let now = WorkerClock.now
    guard playing.time.isReal, pace.isRunning || !isLate || now > lastStart + Self.jumpPause,
      let report = pace.count(skipped: skipped, at: now)
    else { return }
    socket.send(.slow(sent: report.sent, skipped: report.skipped))
  }

  private func endRound(_ playing: inout Playing) throws(ClipError) {
    // The sound of a file may be longer than its picture. Then the last picture stays, and the decoder has to find it.
    if playing.isStarting, playing.pending == nil, let clip = playing.clip {
      guard playing.start > playing.order.from else { throw ClipError("the played part has no picture") }
      playing.retreat = max(Self.leastRetreat, playing.retreat.multipliedReportingOverflow(by: 4).partialValue)
      playing.isBehindEnd = true
      let reach = playing.start - playing.order.from
      return try start(clip, at: playing.order.from + (reach > playing.retreat ? reach - playing.retreat : 0), &playing)
    }
    if let pending = playing.pending, !playing.order.loops || pending.target <= Int64(clamping: limit(playing)) {
      playing.pending = nil
      try send(pending, &playing)
    }
    guard playing.order.loops else {
      playing.clip = nil
      return socket.send(.end)
    }
    // Rounds without a picture would follow each other without a pause: the file was changed in its place.
    guard playing.hasPicture else { throw ClipError("it has no picture any more") }
    playing.hasPicture = false
    playing.round = playing.round.addingReportingOverflow(Int64(clamping: playing.length)).partialValue
    let next: Clip
    if let ready = playing.next { next = ready } else { next = try playing.makeClip() }
    // A new decoder takes longer than a seek. So this one is used again for the round after the next one.
    let finished = playing.clip.take()
    playing.next = finished?.seek(to: playing.order.from) == true ? finished : nil
    playing.clip = next
    // A round that begins here waits for its decoder.
    while !next.isPlaying {
      if try next.open(within: Self.patience) { try next.play(from: playing.order.from) }
    }
  }

  /// Reports the size of the pictures, for which the daemon makes buffers.
  private func open(_ picture: Clip.Decoded, _ playing: inout Playing) throws(ClipError) {
    let converter = try PictureConverter(picture, in: playing.order.room)
    playing.converter = converter
    let decoder = playing.clip?.decoder ?? Clip.Decoder()
    socket.send(
      .clip(
        ClipFacts(
          place: converter.place, length: playing.length, decoder: decoder.name, isHardware: decoder.isHardware,
          sandbox: sandbox)))
  }

  private func send(
    _ pending: (picture: Clip.Decoded, target: Int64), _ playing: inout Playing
  ) throws(ClipError) {
    (playing.isStarting, playing.isBehindEnd) = (false, false)
    guard let memory, let converter = playing.converter,
      let number = try unsafe memory.draw({ (pixels) throws(ClipError) in
        try unsafe converter.draw(pending.picture, into: pixels)
      })
    else { return }
    frames += 1
    let target = UInt64(max(1, pending.target))
    socket.send(
      .frame(SurfaceMessage.Frame(serial: memory.buffers.serial, buffer: number, number: frames, target: target)))
    lastSent = WorkerClock.now
  }

  /// The time at which a picture is late.
  private func limit(_ playing: Playing) -> UInt64 { playing.time.isReal ? WorkerClock.now : now }
}

// MARK: - Messages

extension VideoPlayer {
  private func handle(_ answer: SurfaceMessage.Answer, _ descriptors: [Int32]) throws(ClipError) {
    switch answer {
    case .play(let order):
      guard playing == nil, descriptors.count == 1, let file = descriptors.first else { _exit(1) }
      now = order.time.now
      var playing = Playing(order: order, file: file, time: order.time)
      playing.clip = try playing.makeClip()
      self.playing = playing
    case .seek(let time): try seek(time)
    case .slew(let change): slew(by: change)
    case .configure(let buffers):
      let isFirst = memory == nil
      memory = SurfaceMemory(buffers, descriptors)
      guard memory != nil, let place = playing?.converter?.place, place.size == buffers.size,
        buffers.stride == place.width * 4
      else { throw ClipError("the buffers cannot be used") }
      if isFirst { playSound() }
    case .released(let buffer, let serial): if serial == memory?.buffers.serial { memory?.release(buffer) }
    case .presented(_, let time, _, _, _): now = max(now, time)
    case .superseded, .visible: break
    case .hidden:
      isHidden = true
      sound.hide()
    case .sound:
      guard descriptors.count == 1, let socket = descriptors.first else { _exit(1) }
      sound.connect(socket)
    case .stream: _exit(1)
    case .failed: _exit(0)
    case .inspect:
      guard playing == nil, descriptors.count == 1, let file = descriptors.first else { _exit(1) }
      let keys = try KeyFrames(of: file)
      socket.send(.keyFrames(distance: keys.distance, isWhole: keys.isWhole))
      _exit(0)
    }
  }

  /// Plays the sound of the clip, if the daemon passes a socket for it.
  private func playSound() {
    guard let playing, playing.time.isReal else { return }
    let order = playing.order
    sound.play(
      SoundControl.Part(
        file: playing.file, firstPicture: playing.clip?.facts?.first ?? 0, from: order.from, length: playing.length,
        loops: order.loops, turn: order.turn),
      beginning: playing.time.beginning)
  }

  /// Follows a small change of the clock.
  private func slew(by change: Int64) {
    guard var playing else { return }
    playing.time.beginning = playing.time.beginning.addingReportingOverflow(change).partialValue
    playing.lag = playing.lag.addingReportingOverflow(change).partialValue
    self.playing = playing
  }

  /// Continues at another position, or after the surface was hidden.
  private func seek(_ time: PlayTime) throws(ClipError) {
    socket.send(.sought)
    guard var playing else { return }
    defer { self.playing = playing }
    isHidden = false
    pace = DecodingPace()
    now = time.now
    playing.time = time
    sound.seek(to: time.beginning)
    playing.pending = nil
    playing.next = nil
    if let clip = playing.clip {
      if clip.isPlaying { try begin(clip, &playing) }
    } else {
      playing.clip = try playing.makeClip()
    }
  }
}
