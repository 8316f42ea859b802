internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation
internal import Synchronization

// First buffers in advance: half of the time from a plug to its picture is memory.

/// A first buffer that is made before its order: for a new display, in its most likely size, while the daemon decides on the content; or
/// kept from a display that has gone and may return.
///
/// A wrong guess costs memory for a while. A buffer of another size, or without a user, is released. All of this happens on the probe
/// thread, whose jobs run one after the other.
final class PreparedBuffers: Sendable {
  private enum Stage {
    case wanted
    case made(BufferTransfer)
    case over
  }

  let size: PixelSize
  /// The time at which it is released at the latest.
  let expiry: MonotonicTime
  private let isBlackWhenNew: Bool
  private let isKept: Bool
  private let stage: Mutex<Stage>

  /// A buffer that must be made.
  init(size: PixelSize, isBlackWhenNew: Bool, until expiry: MonotonicTime) {
    self.size = size
    self.expiry = expiry
    self.isBlackWhenNew = isBlackWhenNew
    isKept = false
    stage = Mutex(.wanted)
  }

  /// One of the buffers that are not shown any more.
  init(keeping buffers: consuming OutputBuffers, until expiry: MonotonicTime) {
    size = buffers.size
    self.expiry = expiry
    isBlackWhenNew = false
    isKept = true
    stage = Mutex(.made(BufferTransfer(buffers)))
  }

  /// Makes the buffer, or reduces kept buffers to it, unless its time is over.
  ///
  /// An error is not reported: the order tries again and reports it.
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

  /// Takes the buffer if it exists in that size; it is not kept any longer in any case.
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
  /// The time for which a buffer for a new display waits for its order.
  private static let patienceForOrders: UInt64 = 1_000_000_000
  /// For how long a display that has gone may return to its buffer: a cable that is moved, an input that is switched.
  private static let patienceForReturn: UInt64 = 60_000_000_000

  /// Makes the first buffer while the daemon still decides on the display.
  ///
  /// Not for a display that may get another mode as soon as its EDID can be read.
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

  /// Releases unused buffers.
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

/// Buffers on the way between threads: made and released on the probe thread, used on the display thread.
///
/// Sendable because only one thread uses them at a time: the sender keeps no reference to the contents, and the queue orders both threads.
/// Contents that nobody takes are released with the parcel.
final class BufferTransfer: @unchecked Sendable {
  private var buffers: OutputBuffers?

  init(_ buffers: OutputBuffers) {
    self.buffers = buffers
  }

  /// Takes the buffers; nil if they were taken already.
  func open() -> OutputBuffers? {
    defer { buffers = nil }
    return buffers
  }
}
