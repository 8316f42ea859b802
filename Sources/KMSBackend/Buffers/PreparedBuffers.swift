internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation
internal import Synchronization

/// A first buffer that exists before its order, because memory takes half of the time from a plug to its picture. The probe thread makes it
/// in the most likely size of a new display while the daemon decides on the content. Or it keeps a buffer of an unplugged display, which
/// may return. It releases a buffer of another size or without a user.
final class PreparedBuffers: Sendable {
  private enum Stage {
    case wanted
    case made(BufferTransfer)
    case over
  }

  let size: PixelSize
  /// The latest time of its release.
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

  /// Keeps one of the buffers that no screen shows any more.
  init(keeping buffers: consuming OutputBuffers, until expiry: MonotonicTime) {
    size = buffers.size
    self.expiry = expiry
    isBlackWhenNew = false
    isKept = true
    stage = Mutex(.made(BufferTransfer(buffers)))
  }

  /// Makes the buffer, or reduces kept buffers to it, unless its time is over. Ignores an error, because the order tries again and reports
  /// it.
  func make(on card: CardDescriptor) {
    let buffers: OutputBuffers?
    switch stage.withLock({ $0 }) {
    case .wanted: buffers = try? OutputBuffers(size: size, on: card, isBlackWhenNew: isBlackWhenNew)
    case .made: buffers = take(size)
    case .over: return
    }
    guard let buffers else { return end() }
    let transfer = BufferTransfer(buffers)
    stage.withLock { $0 = .made(transfer) }
  }

  /// Takes the buffer if it exists in that size. In any case it is no longer kept.
  func take(_ size: PixelSize) -> OutputBuffers? {
    let transfer = stage.withLock { stage -> BufferTransfer? in
      defer { stage = .over }
      if case .made(let transfer) = stage { return transfer }
      return nil
    }
    guard let buffers = transfer?.open(), buffers.size == size else { return nil }
    if isKept { buffers.strip() }
    return buffers
  }

  func end() { _ = take(.zero) }
}

extension KMSCard {
  /// Nanoseconds for which a buffer for a new display waits for its order.
  private static let orderTimeout: UInt64 = 1_000_000_000
  /// Nanoseconds for which the buffer of an unplugged display is kept. It may return after a cable was moved or an input was switched.
  private static let returnTimeout: UInt64 = 60_000_000_000

  /// Makes the first buffer while the daemon decides on the display, unless an EDID that is read later may change the mode.
  func prepare(_ snapshot: ScreenSnapshot) {
    guard let output = outputs[snapshot.id], !output.isInUse, snapshot.edidState == .settled else { return }
    let last = output.lastSize.flatMap { size in snapshot.modes.first { $0.size == size } }
    guard let likely = last ?? snapshot.modes.first(where: \.isPreferred) ?? snapshot.modes.first,
      output.prepared?.size != likely.size
    else { return }
    store(
      PreparedBuffers(
        size: likely.size, isBlackWhenNew: DriverQuirks.newMemoryIsBlack.contains(driver),
        until: clock.now.advanced(by: Self.orderTimeout)), for: output)
  }

  /// Keeps the first buffer of an unplugged display, and releases the others.
  func keep(_ buffers: consuming OutputBuffers?, of output: KMSOutput) {
    guard let buffers else { return }
    store(PreparedBuffers(keeping: buffers, until: clock.now.advanced(by: Self.returnTimeout)), for: output)
  }

  func discard(_ prepared: PreparedBuffers?) {
    if let prepared { probe.submit(.discard(prepared)) }
  }

  func discardExpired() {
    for output in outputs.values {
      if let prepared = output.prepared, prepared.expiry <= clock.now { discard(output.prepared.take()) }
    }
    awaitExpiry()
  }

  private func store(_ prepared: PreparedBuffers, for output: KMSOutput) {
    discard(output.prepared.take())
    output.prepared = prepared
    probe.submit(.prepare(prepared))
    awaitExpiry()
  }

  private func awaitExpiry() {
    if let next = outputs.values.compactMap(\.prepared?.expiry).min() { discardTimer?.arm(at: next) }
  }
}

/// Passes buffers between threads. The probe thread makes and releases them, and the display thread uses them. It is Sendable because only
/// one thread uses them at a time. The sender keeps no reference, and the queue orders both threads.
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
