internal import CGStreamer
internal import CLinuxEvents
internal import Glibc
internal import RasterWorker
internal import Rasterizing
internal import Synchronization

/// The sound that the thread has to send, and the pictures' part of the work. Any thread may call it.
final class SoundControl: Sendable {
  /// The played part of the clip, as the pictures play it.
  struct Part {
    /// The open file, which stays open.
    let file: Int32
    /// The time of the first picture in the stream.
    let firstPicture: UInt64
    let from: UInt64
    let length: UInt64
    let loops: Bool
    /// The nanoseconds from the beginning to the end of the item's turn; nil if it has none.
    let turn: UInt64?
  }

  struct State {
    var part: Part?
    /// The time of the part's first beginning on CLOCK_MONOTONIC.
    var beginning: Int64 = 0
    var isHidden = false
    /// The number of jumps to another position.
    var jumps: UInt64 = 0
    /// The socket of `marquee-sound`, which the thread closes.
    var socket: Int32 = -1
    /// A new socket, which the thread takes.
    var next: Int32 = -1
    /// The reason why there is no sound, which the pictures' thread has to report.
    var trouble: String?
  }

  private let state = Mutex(State())
  /// Wakes the thread.
  fileprivate let wake = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

  var now: State { state.withLock { $0 } }

  /// Takes the socket for the samples. The first one starts the thread.
  func connect(_ socket: Int32) {
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    let (isFirst, unused) = state.withLock { state in
      let unused = state.next
      defer { state.next = socket }
      return (state.socket < 0 && unused < 0, unused)
    }
    if unused >= 0 { close(unused) }
    if isFirst { start() } else { signal() }
  }

  /// Plays another part, or from another position.
  func play(_ part: Part, beginning: Int64) {
    change { state in
      (state.part, state.beginning, state.isHidden) = (part, beginning, false)
      state.jumps += 1
    }
  }

  /// Continues at another position, if the part is known.
  func seek(to beginning: Int64) {
    change { state in
      (state.beginning, state.isHidden) = (beginning, false)
      state.jumps += 1
    }
  }

  /// Follows a small change of the clock.
  func move(to beginning: Int64) { state.withLock { $0.beginning = beginning } }

  func hide() { change { $0.isHidden = true } }

  /// Takes the reason why there is no sound, once.
  func takeTrouble() -> String? { state.withLock { $0.trouble.take() } }

  fileprivate func fail(_ reason: String) { state.withLock { $0.trouble = reason } }

  /// Takes a new socket, if there is one.
  fileprivate func takeSocket() -> Int32 {
    state.withLock { state in
      if state.next >= 0 {
        if state.socket >= 0 { close(state.socket) }
        (state.socket, state.next) = (state.next, -1)
      }
      return state.socket
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    signal()
  }

  private func signal() { _ = eventfd_write(wake, 1) }

  private func start() {
    var thread = pthread_t()
    let control = unsafe Unmanaged.passRetained(self)
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        unsafe marquee_name_thread("sound")
        guard let argument = unsafe argument else { return nil }
        SoundThread(unsafe Unmanaged<SoundControl>.fromOpaque(argument).takeRetainedValue()).run()
      }, unsafe control.toOpaque())
    guard result == 0 else {
      unsafe control.release()
      return fail("its sound has no thread")
    }
    _ = pthread_detach(thread)
  }
}

/// Decodes the sound of the clip, and sends its samples a little before their time. It has a decoder of its own, so that sound never stops the
/// pictures.
private final class SoundThread {
  private let control: SoundControl
  private var clip: Clip?
  /// The pair that would continue the samples that were sent.
  private var next: Int64?
  /// Whether samples of this round were sent.
  private var hasSent = false
  /// The number of the jump that is played, and whether silence is.
  private var jumps: UInt64 = 0
  private var isHidden = false

  /// Samples are sent this many nanoseconds before their time.
  private static let lead: Int64 = 400_000_000
  /// The time in which a decoder starts.
  private static let start: Int64 = 300_000_000
  private static let patience: UInt64 = 20_000_000
  /// Samples whose time differs less from the samples before them follow without a gap. Times in files are not exact.
  private static let tolerance: Int64 = 960
  /// The pause in milliseconds before each start of a decoder. Without it a decoder that is always late would keep a processor busy.
  private static let latePause: Int32 = 50
  /// The longest time for opening a file, in nanoseconds.
  private static let longestOpening: Int64 = 10_000_000_000
  /// Later samples are not sent, in nanoseconds.
  private static let mostLate: Int64 = 1_000_000_000
  /// The pairs of a message.
  private static let blockPairs = 480

  init(_ control: SoundControl) { self.control = control }

  func run() -> Never {
    while true {
      let state = control.now
      (jumps, isHidden) = (state.jumps, state.isHidden)
      cut()
      if let part = state.part, !isHidden {
        do throws(ClipError) {
          try play(part, state.beginning)
        } catch {
          clip = nil
          control.fail(error.text)
        }
      }
      while !isOutdated { waitForChange(-1) }
    }
  }

  /// Whether another position is due, or silence.
  private var isOutdated: Bool {
    let state = control.now
    return state.jumps != jumps || state.isHidden != isHidden
  }

  /// Drops the samples that wait in `marquee-sound`.
  private func cut() {
    next = nil
    send(SoundBlock(index: SoundBlock.index(at: Self.now), samples: []))
  }

  /// Plays to the end of the part, for ever if it loops, or until another position is due.
  private func play(_ part: SoundControl.Part, _ beginning: Int64) throws(ClipError) {
    let clip: Clip
    if let open = self.clip { clip = open } else { clip = try Clip(part.file, .sound(firstPicture: part.firstPicture)) }
    self.clip = clip
    let deadline = Self.now + Self.longestOpening
    while try !clip.open(within: Self.patience) {
      if isOutdated { return }
      // GStreamer waits for ever for the sound of a file that has none.
      guard Self.now < deadline else { throw ClipError("the file has no sound that can be decoded") }
    }
    var timing = Timing(part, beginning)
    var outcome = Outcome.late
    while true {
      switch outcome {
      case .stopped: return
      case .late:
        waitForChange(Self.latePause)
        guard timing.begin(at: Self.now + Self.start) else { return }
      case .ended:
        guard part.loops else { return }
        // Rounds without sound would follow each other without a pause.
        guard hasSent || !timing.isWholeRound else { throw ClipError("the played part has no sound") }
        timing.beginRound()
      }
      (next, hasSent) = (nil, false)
      try clip.play(from: timing.position)
      outcome = try playRound(clip, &timing)
    }
  }

  private enum Outcome {
    /// The round is over.
    case ended
    /// Another position is due, or the item's turn is over.
    case stopped
    /// The samples are too late to be heard.
    case late
  }

  private func playRound(_ clip: Clip, _ timing: inout Timing) throws(ClipError) -> Outcome {
    while !isOutdated {
      timing.follow(control.now.beginning)
      switch try clip.next(within: Self.patience) {
      case .nothing: continue
      case .ended: return .ended
      case .decoded(let sound):
        var index = timing.index(of: sound)
        if let next, (next - index).magnitude < Self.tolerance { index = next }
        let end = index + Int64(sound.samples.count / 2)
        if SoundBlock.nanoseconds(at: end) < Self.now - Self.mostLate { return .late }
        guard send(sound.samples, at: index, within: timing.range) else { return .stopped }
        guard let next, next >= timing.range.upperBound else { continue }
        return timing.isLastRound ? .stopped : .ended
      }
    }
    return .stopped
  }

  /// Sends samples at their time. Returns false if another position is due.
  private func send(_ samples: [Int16], at index: Int64, within range: Range<Int64>) -> Bool {
    let count = Int64(samples.count / 2)
    var place = max(index, min(range.lowerBound, index + count))
    let end = max(place, min(index + count, range.upperBound))
    while place < end {
      let due = SoundBlock.nanoseconds(at: place) - Self.lead
      while Self.now < due {
        if isOutdated { return false }
        waitForChange(Int32(clamping: (due - Self.now) / 1_000_000 + 1))
      }
      let pairs = Int(min(end - place, Int64(Self.blockPairs)))
      let from = Int(place - index) * 2
      send(SoundBlock(index: place, samples: Array(samples[from..<from + pairs * 2])))
      place += Int64(pairs)
      hasSent = true
    }
    next = place
    return !isOutdated
  }

  private func send(_ block: SoundBlock) {
    let socket = control.takeSocket()
    guard socket >= 0 else { return }
    let bytes = block.bytes
    // If the other process reads nothing, samples are lost.
    _ = unsafe marquee_send_with_descriptors(socket, bytes, bytes.count, [], 0)
  }

  /// Waits for a change, at most this many milliseconds.
  private func waitForChange(_ milliseconds: Int32) {
    var entry = pollfd(fd: control.wake, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, milliseconds) > 0 else { return }
    var value: eventfd_t = 0
    _ = unsafe eventfd_read(control.wake, &value)
  }

  private static var now: Int64 { Int64(clamping: WorkerClock.now) }
}

/// The times of the rounds of a clip, in nanoseconds of CLOCK_MONOTONIC.
private struct Timing {
  private let part: SoundControl.Part
  private let length: Int64
  /// The beginning of the first round, and of this one.
  private var origin: Int64
  private var round: Int64
  /// The position in the file at which this round begins.
  private(set) var position: UInt64

  /// A month in nanoseconds.
  private static let longestTime: Int64 = 2_592_000_000_000_000
  /// Pictures wait for the next refresh. At 60 refreshes a second this takes 8 ms on average, and the sound comes as late.
  private static let delay: Int64 = 8_000_000
  /// The change of the clock that the sound follows at once.
  private static let leastShift: Int64 = 15_000_000

  init(_ part: SoundControl.Part, _ beginning: Int64) {
    self.part = part
    length = max(1, Int64(clamping: part.length))
    origin = beginning.addingReportingOverflow(Self.delay).partialValue
    (round, position) = (origin, part.from)
  }

  /// Begins in the round of a time. Returns false if the clip is over.
  mutating func begin(at time: Int64) -> Bool {
    (round, position) = (origin, part.from)
    let elapsed = time.subtractingReportingOverflow(origin).partialValue
    guard elapsed > 0 else { return true }
    guard part.loops || elapsed < length else { return false }
    round += elapsed / length * length
    position += UInt64(elapsed % length)
    return !range.isEmpty
  }

  mutating func beginRound() {
    round += length
    position = part.from
  }

  /// Follows a small change of the clock.
  mutating func follow(_ beginning: Int64) {
    let due = beginning.addingReportingOverflow(Self.delay).partialValue
    let shift = due.subtractingReportingOverflow(origin).partialValue
    guard shift.magnitude > Self.leastShift else { return }
    (origin, round) = (due, round.addingReportingOverflow(shift).partialValue)
  }

  private var turnEnd: Int64? {
    part.turn.map { SoundBlock.index(at: origin.addingReportingOverflow(Int64(clamping: $0)).partialValue) }
  }

  private var roundEnd: Int64 { SoundBlock.index(at: round + length) }

  /// The pairs of this round that are heard.
  var range: Range<Int64> {
    let first = SoundBlock.index(at: round)
    return first..<max(first, min(roundEnd, turnEnd ?? roundEnd))
  }

  /// Whether this round was played from its beginning.
  var isWholeRound: Bool { position == part.from }

  /// Whether the item's turn ends with this round.
  var isLastRound: Bool { turnEnd.map { $0 <= roundEnd } ?? false }

  func index(of sound: Clip.Decoded) -> Int64 {
    // A file may have any time.
    let time =
      max(-Self.longestTime, min(Self.longestTime, sound.time)) - min(Self.longestTime, Int64(clamping: part.from))
    return SoundBlock.index(at: round + time)
  }
}
