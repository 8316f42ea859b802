internal import Composition
internal import DisplayTypes
internal import Glibc
internal import KernelModeSetting
internal import Synchronization

/// The framebuffers of one card in memory that other processes draw into. Any thread may call it.
///
/// The card owns the framebuffers, and a buffer of a surface does not keep the card open. Otherwise a program could keep this process master
/// of a card that it has given back.
final class SurfaceFramebuffers: Sendable {
  /// Owns one framebuffer. It is a class, because a dictionary holds no noncopyable values.
  private final class Slot: Sendable {
    let framebuffer: SharedFramebuffer

    init(_ framebuffer: consuming SharedFramebuffer) { self.framebuffer = framebuffer }
  }

  private let slots = Mutex<[FramebufferID: Slot]>([:])

  /// Makes a framebuffer and keeps it. One call at a time, as `SharedFramebuffer` demands.
  func add(
    _ make: () throws(DisplayError) -> SharedFramebuffer
  ) throws(DisplayError) -> FramebufferID {
    let made = slots.withLock { slots in
      Result { () throws(DisplayError) in
        let slot = Slot(try make())
        slots[slot.framebuffer.id] = slot
        return slot.framebuffer.id
      }
    }
    return try made.get()
  }

  func remove(_ id: FramebufferID) {
    // The framebuffer ends after the lock is free.
    let slot = slots.withLock { $0.removeValue(forKey: id) }
    _ = slot
  }

  func removeAll() {
    let all = slots.withLock { slots in
      defer { slots = [:] }
      return slots
    }
    _ = all
  }
}

/// Makes buffers of surfaces that the planes of a card can show.
final class SurfaceCard: ScanoutCard {
  let device: UInt64
  private weak let card: SharedCard?
  private weak let probe: ProbeThread?
  private let screens = Atomic<Int>(0)

  var hasOneScreen: Bool { screens.load(ordering: .relaxed) < 2 }

  /// Records the number of screens that are lit or become lit.
  func note(screens count: Int) { screens.store(count, ordering: .relaxed) }

  init(_ card: SharedCard, _ probe: ProbeThread) {
    var status = stat()
    device = unsafe fstat(card.card.descriptor.number, &status) == 0 ? UInt64(status.st_rdev) : 0
    self.card = card
    self.probe = probe
  }

  func makeBuffer(of size: PixelSize) throws(DisplayError) -> (buffer: any CardBuffer, memory: Int32, stride: Int) {
    let card = try openCard()
    var (memory, stride) = (Int32(-1), 0)
    let id = try card.framebuffers.add { () throws(DisplayError) in
      let made = try SharedFramebuffer(dumb: size, on: card.card.descriptor, memory: &memory)
      stride = made.stride
      return made
    }
    return (SurfaceFramebuffer(id, card, probe), memory, stride)
  }

  func makeBuffer(
    of size: PixelSize, in memory: Int32, stride: Int, offset: Int
  ) throws(DisplayError) -> any CardBuffer {
    let card = try openCard()
    let id = try card.framebuffers.add { () throws(DisplayError) in
      try SharedFramebuffer(importing: memory, size, stride: stride, offset: offset, on: card.card.descriptor)
    }
    return SurfaceFramebuffer(id, card, probe)
  }

  func owns(_ buffer: any CardBuffer) -> Bool {
    guard let card, let buffer = buffer as? SurfaceFramebuffer else { return false }
    return buffer.card === card
  }

  private func openCard() throws(DisplayError) -> SharedCard {
    guard let card else {
      throw DisplayError(code: .gone, operation: "make a buffer for a surface", device: "")
    }
    return card
  }
}

/// One framebuffer of a surface. The probe thread removes it, because giving memory back takes long.
final class SurfaceFramebuffer: CardBuffer {
  let id: FramebufferID
  weak let card: SharedCard?
  private weak let probe: ProbeThread?

  init(_ id: FramebufferID, _ card: SharedCard, _ probe: ProbeThread?) {
    (self.id, self.card, self.probe) = (id, card, probe)
  }

  deinit {
    if let card, let probe { probe.submit(.endFramebuffer(id, card)) }
  }
}
