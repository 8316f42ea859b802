internal import CLinuxEvents
internal import DisplayTypes
internal import EDID
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// Mixes the sound of clips, and plays it on one device. While no clip sounds, the device is closed and nothing runs.
final class SoundMixer {
  private struct Source {
    /// Blocks of samples come over it.
    let socket: Int32
    var queue: SoundQueue
    /// Whether it has sent nothing more, and ends after its next mix.
    var isEnding = false
  }

  /// The device.
  private enum Output {
    case closed
    case open(PlaybackDevice, since: Int64)
    /// It cannot be used. It is tried again at a time.
    case resting(until: Int64)
  }

  private let socket: Int32
  private var device: SoundDevice?
  private var sources: [UInt64: Source] = [:]
  private var output = Output.closed
  /// The next pair to play.
  private var next: Int64 = 0
  /// The time at which a clip sounded last.
  private var lastSound: Int64 = 0
  private var restarts = Backoff(first: 500_000_000, longest: 8_000_000_000)
  /// Whether the open device plays. It reports many troubles only after it was opened.
  private var isProven = false
  /// The last reported trouble.
  private var trouble = ""
  private let sandbox: SandboxReport

  /// The pairs of a mix, 10 ms.
  private static let pairs = 480
  /// A mix is made this many nanoseconds before its time.
  private static let lead: Int64 = 180_000_000
  /// The device is closed after this time without sound.
  private static let rest: Int64 = 5_000_000_000
  private static let mostSources = 32
  /// A device that has played for this time in nanoseconds works.
  private static let proof: Int64 = 1_000_000_000
  /// The most blocks of a clip that are read before the next mix.
  private static let mostInTurn = 64

  init(_ socket: Int32, _ sandbox: SandboxReport) { (self.socket, self.sandbox) = (socket, sandbox) }

  func run() -> Never {
    send(.started(sandbox))
    while true {
      wait()
      mix()
    }
  }

  // MARK: - Mixing

  private var isSounding: Bool { sources.values.contains { !$0.queue.isEmpty } }

  /// Plays what is due, and opens or closes the device.
  private func mix() {
    let now = Self.now
    if case .open = output {} else { removeEnding() }
    if isSounding { lastSound = now }
    switch output {
    case .closed: if isSounding { open(now) }
    case .resting(let time):
      skip(to: SoundBlock.index(at: now))
      if time <= now { if isSounding { open(now) } else { output = .closed } }
    case .open(let open, let since):
      guard now - lastSound < Self.rest else { return output = .closed }
      if !isProven, now - since > Self.proof { prove(open) }
      do throws(SoundFailure) {
        try play(on: open, now)
      } catch {
        fail(error.text)
      }
    }
  }

  private func play(on open: PlaybackDevice, _ now: Int64) throws(SoundFailure) {
    let end = SoundBlock.index(at: now + Self.lead)
    // After a pause of the machine the sound continues in the present.
    if next < SoundBlock.index(at: now) { skip(to: end) }
    while next < end {
      var sum = [Int32](repeating: 0, count: Self.pairs * 2)
      for number in sources.keys { sources[number]?.queue.mix(into: &sum) }
      removeEnding()
      try open.play(sum.map { Int16(clamping: $0) }, at: next)
      next += Int64(Self.pairs)
    }
  }

  private func skip(to index: Int64) {
    next = index
    for number in sources.keys { sources[number]?.queue.skip(to: index) }
  }

  private func open(_ now: Int64) {
    guard let device else { return }
    switch SoundCards.name(of: device) {
    case .failure(let missing): fail(missing.reason)
    case .success(let name):
      do throws(SoundFailure) {
        output = .open(try PlaybackDevice(name), since: now)
        isProven = false
        skip(to: SoundBlock.index(at: Self.now + Self.lead))
      } catch {
        fail("\(name): \(error.text)")
      }
    }
  }

  /// Reports a device that plays.
  private func prove(_ open: PlaybackDevice) {
    isProven = true
    trouble = ""
    restarts.reset()
    send(.opened(open.name))
  }

  private func removeEnding() {
    for (number, source) in sources where source.isEnding { remove(number) }
  }

  /// Tries the device again after a pause.
  private func fail(_ reason: String) {
    output = .resting(until: Self.now + Int64(clamping: restarts.next()))
    guard reason != trouble else { return }
    trouble = reason
    send(.trouble(reason))
  }

  // MARK: - Messages

  /// Waits for messages and samples, and while the device is open for the time of the next mix.
  private func wait() {
    let numbers = Array(sources.keys)
    var entries = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
    for number in numbers {
      let socket = sources[number].flatMap { $0.isEnding ? nil : $0.socket }
      entries.append(pollfd(fd: socket ?? -1, events: Int16(POLLIN), revents: 0))
    }
    guard unsafe poll(&entries, nfds_t(entries.count), timeout) > 0 else { return }
    for (number, entry) in zip(numbers, entries.dropFirst()) where entry.revents != 0 { readSamples(of: number) }
    if entries[0].revents != 0 { readMessage() }
  }

  /// The milliseconds until the next work; -1 if only a message brings some.
  private var timeout: Int32 {
    switch output {
    case .closed: -1
    case .resting(let time): Int32(clamping: max(0, (time - Self.now) / 1_000_000 + 1))
    case .open: Int32(clamping: max(0, (SoundBlock.nanoseconds(at: next) - Self.lead - Self.now) / 1_000_000 + 1))
    }
  }

  private func readSamples(of number: UInt64) {
    var bytes = [UInt8](repeating: 0, count: SoundBlock.longest)
    for _ in 0..<Self.mostInTurn {
      guard let source = sources[number], !source.isEnding else { return }
      let length = unsafe recv(source.socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if length < 0, errno == EAGAIN || errno == EINTR { return }
      guard length > 0, let block = SoundBlock(bytes.prefix(length)) else {
        // The player has ended, or sends no samples.
        end(number)
        return
      }
      if case .closed = output { sources[number]?.queue.skip(to: SoundBlock.index(at: Self.now)) }
      sources[number]?.queue.add(block)
    }
  }

  private func readMessage() {
    var bytes = [UInt8](repeating: 0, count: SoundMessage.longest)
    var descriptors = [Int32](repeating: -1, count: MARQUEE_MOST_DESCRIPTORS)
    var count: Int32 = 0
    let length = unsafe marquee_receive_with_descriptors(socket, &bytes, bytes.count, &descriptors, &count)
    if length < 0, errno == EAGAIN || errno == EINTR { return }
    guard length > 0 else { _exit(length == 0 ? 0 : 1) }
    // The daemon's messages are well formed. Another sender gets no answer.
    guard let request = try? SoundMessage.request(bytes.prefix(length)) else { _exit(1) }
    handle(request, descriptors.prefix(Int(count)))
  }

  private func handle(_ request: SoundMessage.Request, _ descriptors: ArraySlice<Int32>) {
    switch request {
    case .device(let device):
      self.device = device
      // Another display may be at the screen's connector now.
      guard case .open(let open, _) = output else { return }
      if case .success(open.name) = SoundCards.name(of: device) { return }
      output = .closed
    case .source(let number):
      guard descriptors.count == 1, let socket = descriptors.first, sources.count < Self.mostSources else { _exit(1) }
      remove(number)
      sources[number] = Source(socket: socket, queue: SoundQueue(at: max(next, SoundBlock.index(at: Self.now))))
      if case .open = output { sources[number]?.queue.skip(to: next) }
    case .volume(let number, let volume): sources[number]?.queue.volume = Float(volume)
    case .end(let number): end(number)
    }
  }

  /// Ends a source after its next mix, in which it fades.
  private func end(_ number: UInt64) {
    guard case .open = output else { return remove(number) }
    sources[number]?.queue.volume = 0
    sources[number]?.isEnding = true
  }

  private func remove(_ number: UInt64) {
    if let source = sources.removeValue(forKey: number) { close(source.socket) }
  }

  private func send(_ report: SoundMessage.Answer) {
    let bytes = SoundMessage.bytes(of: report)
    if unsafe marquee_send_with_descriptors(socket, bytes, bytes.count, nil, 0) < 0 { _exit(0) }
  }

  private static var now: Int64 { Int64(clamping: WorkerClock.now) }
}
