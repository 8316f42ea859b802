internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation
internal import Synchronization

// First buffers in advance: half of the time from a plug to its picture is memory.

/// A first buffer in advance of the order that it is for: made for a display that has just come, while the daemon still decides what
/// to show on it, in the size that it will most likely want; or kept of a display that has gone, which may return.
///
/// A guess that costs nothing but memory for a while: one of another size, or that nobody takes, is given back. Made, taken and given
/// back on the probe thread, whose jobs run one after the other.
final class PreparedBuffers: Sendable {
  private enum Stage {
    case wanted
    case made(BufferTransfer)
    case over
  }

  let size: PixelSize
  /// When it is given back at the latest.
  let expiry: MonotonicTime
  private let isBlackWhenNew: Bool
  private let isKept: Bool
  private let stage: Mutex<Stage>

  /// One that is to be made.
  init(size: PixelSize, isBlackWhenNew: Bool, until expiry: MonotonicTime) {
    self.size = size
    self.expiry = expiry
    self.isBlackWhenNew = isBlackWhenNew
    isKept = false
    stage = Mutex(.wanted)
  }

  /// One of those that nothing shows any more.
  init(keeping buffers: consuming OutputBuffers, until expiry: MonotonicTime) {
    size = buffers.size
    self.expiry = expiry
    isBlackWhenNew = false
    isKept = true
    stage = Mutex(.made(BufferTransfer(buffers)))
  }

  /// Makes it, or leaves of what is kept only that, unless its time is over.
  ///
  /// Where that fails nobody is told: who needs it tries again, and says so.
  func make(on card: CardDescriptor) {
    let buffers: OutputBuffers?
    switch stage.withLock({ $0 }) {
    case .wanted: buffers = try? OutputBuffers(size: size, on: card, isBlackWhenNew: isBlackWhenNew)
    case .made: buffers = take(size)
    case .over: return
    }
    guard let buffers else { return end() }
    let parcel = BufferTransfer(buffers)
    stage.withLock { $0 = .made(parcel) }
  }

  /// Takes it out where it is made and has that size; its time is over in any case.
  func take(_ size: PixelSize) -> OutputBuffers? {
    let parcel = stage.withLock { stage -> BufferTransfer? in
      defer { stage = .over }
      if case .made(let parcel) = stage { return parcel }
      return nil
    }
    guard let buffers = parcel?.open(), buffers.size == size else { return nil }
    if isKept { buffers.strip() }
    return buffers
  }

  /// Gives it back.
  func end() { _ = take(.zero) }
}

extension KMSCard {
  /// For how long a buffer for a display that has come waits to be asked for.
  private static let patienceForOrders: UInt64 = 1_000_000_000
  /// For how long a display that has gone may return to its buffer: a cable that is moved, an input that is switched.
  private static let patienceForReturn: UInt64 = 60_000_000_000

  /// Has the first buffer made, while the daemon is still told of the display and decides.
  ///
  /// Not for one that may be given another mode as soon as its EDID can be read.
  func prepare(_ snapshot: ScreenSnapshot) {
    guard let output = outputs[snapshot.id], !output.isInUse, snapshot.edidState == .settled else { return }
    let last = output.lastSize.flatMap { size in snapshot.modes.first { $0.size == size } }
    guard let likely = last ?? snapshot.modes.first(where: \.isPreferred) ?? snapshot.modes.first,
      output.prepared?.size != likely.size
    else { return }
    hold(
      PreparedBuffers(
        size: likely.size, isBlackWhenNew: DriverQuirks.newMemoryIsBlack.contains(driver),
        until: clock.now.advanced(by: KMSCard.patienceForOrders)), for: output)
  }

  /// Keeps the first of the buffers of a display that has gone, and gives the others back.
  func keep(_ buffers: consuming OutputBuffers?, of output: KMSOutput) {
    guard let buffers else { return }
    hold(PreparedBuffers(keeping: buffers, until: clock.now.advanced(by: KMSCard.patienceForReturn)), for: output)
  }

  /// Gives back what was made or kept for nothing.
  func discard(_ prepared: PreparedBuffers?) {
    if let prepared { probe.submit(.discard(prepared)) }
  }

  /// Screens that the daemon leaves alone, or has not decided on by now, and displays that do not return have no memory waiting.
  func discardExpired() {
    for output in outputs.values {
      if let prepared = output.prepared, prepared.expiry <= clock.now { discard(output.prepared.take()) }
    }
    awaitExpiry()
  }

  private func hold(_ prepared: PreparedBuffers, for output: KMSOutput) {
    discard(output.prepared.take())
    output.prepared = prepared
    probe.submit(.prepare(prepared))
    awaitExpiry()
  }

  private func awaitExpiry() {
    if let next = outputs.values.compactMap(\.prepared?.expiry).min() { discardTimer?.arm(at: next) }
  }
}

/// Buffers on their way from one thread to the other: made and given back on the probe thread, used on the display thread.
///
/// Sendable because only one thread has them at a time: who hands the parcel over keeps no reference to what is in it, and the
/// queue that it travels in orders the two. What is not taken out is given back where the parcel ends.
final class BufferTransfer: @unchecked Sendable {
  private var buffers: OutputBuffers?

  init(_ buffers: OutputBuffers) {
    self.buffers = buffers
  }

  /// Takes the buffers out; nil where somebody has.
  func open() -> OutputBuffers? {
    defer { buffers = nil }
    return buffers
  }
}
