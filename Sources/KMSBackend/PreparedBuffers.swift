internal import DisplayTypes
internal import KernelModeSetting
internal import Synchronization

/// The first buffer for a display that has just come, made while the daemon still decides what to show on it, in the size that it will
/// most likely want.
///
/// A guess that costs nothing but time: one of another size, or that nobody takes, is given back. Made, taken and given back on the
/// probe thread, where it never waits for itself: jobs run one after the other.
final class PreparedBuffers: Sendable {
  private enum Stage {
    case wanted
    case made(BufferParcel)
    case over
  }

  let size: PixelSize
  private let isBlackWhenNew: Bool
  private let stage = Mutex(Stage.wanted)

  init(size: PixelSize, isBlackWhenNew: Bool) {
    self.size = size
    self.isBlackWhenNew = isBlackWhenNew
  }

  /// Makes it, unless its time is over.
  ///
  /// Where that fails nobody is told: who needs it tries again, and says so.
  func make(on card: CardDescriptor) {
    guard case .wanted = stage.withLock({ $0 }) else { return }
    guard let buffers = try? OutputBuffers(size: size, on: card, isBlackWhenNew: isBlackWhenNew) else { return end() }
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
    return buffers
  }

  /// Gives it back.
  func end() { _ = take(.zero) }
}
