internal import DisplayTypes
internal import KernelModeSetting
internal import Synchronization

/// A first buffer in advance of the order that it is for: made for a display that has just come, while the daemon still decides what
/// to show on it, in the size that it will most likely want; or kept of a display that has gone, which may return.
///
/// A guess that costs nothing but memory for a while: one of another size, or that nobody takes, is given back. Made, taken and given
/// back on the probe thread, whose jobs run one after the other.
final class PreparedBuffers: Sendable {
  private enum Stage {
    case wanted
    case made(BufferParcel)
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
    stage = Mutex(.made(BufferParcel(buffers)))
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
    let parcel = BufferParcel(buffers)
    stage.withLock { $0 = .made(parcel) }
  }

  /// Takes it out where it is made and has that size; its time is over in any case.
  func take(_ size: PixelSize) -> OutputBuffers? {
    let parcel = stage.withLock { stage -> BufferParcel? in
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
