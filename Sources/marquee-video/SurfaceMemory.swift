internal import CLinuxEvents
internal import DisplayTypes
internal import Glibc
internal import Rasterizing

/// The buffers of a surface, which the daemon has made.
@safe final class SurfaceMemory {
  let buffers: SurfaceMessage.Buffers
  private(set) var free: Set<UInt32>
  private let maps: [UnsafeMutableRawPointer]
  private let bytes: Int
  /// The dma-bufs of buffers in the memory of a card; empty for memory files.
  private let cardBuffers: [Int32]

  /// Takes over the descriptors, and maps the buffers; nil if one cannot be mapped.
  init?(_ buffers: SurfaceMessage.Buffers, _ descriptors: [Int32]) {
    let isOnCard = buffers.memory == .card
    cardBuffers = isOnCard ? descriptors : []
    defer { if !isOnCard { descriptors.forEach { close($0) } } }
    let bytes = buffers.stride * buffers.size.height
    let maps = unsafe descriptors.map { descriptor in
      unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) ?? MAP_FAILED
    }
    self.buffers = buffers
    self.bytes = bytes
    unsafe self.maps = unsafe maps.compactMap { unsafe $0 }.filter { unsafe $0 != MAP_FAILED }
    free = Set((0..<UInt32(clamping: descriptors.count)))
    guard bytes > 0, unsafe self.maps.count == descriptors.count, buffers.count == descriptors.count else { return nil }
  }

  deinit {
    unsafe maps.forEach { unsafe munmap($0, bytes) }
    cardBuffers.forEach { close($0) }
  }

  func release(_ buffer: UInt32) {
    if unsafe Int(buffer) < maps.count { free.insert(buffer) }
  }

  /// Draws into a free buffer, and takes it. Returns its number; nil if all buffers are in use.
  func draw(_ draw: (UnsafeMutableRawPointer) throws(ClipError) -> Void) throws(ClipError) -> UInt32? {
    guard let number = free.min() else { return nil }
    free.remove(number)
    let index = Int(number)
    // The caches of a card may not see what a processor writes.
    if cardBuffers.indices.contains(index) { _ = marquee_sync_dma_buf(cardBuffers[index], 1, 1) }
    defer { if cardBuffers.indices.contains(index) { _ = marquee_sync_dma_buf(cardBuffers[index], 1, 0) } }
    try unsafe draw(maps[index])
    return number
  }
}

/// The socket to the daemon, over which a player sends pictures.
@safe struct PlayerSocket: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads the messages that have come, and waits for the first one. A nil time waits for ever. The handler owns the descriptors.
  func receive(
    within nanoseconds: UInt64?, _ handle: (SurfaceMessage.Answer, [Int32]) throws(ClipError) -> Void
  ) throws(ClipError) {
    var milliseconds = nanoseconds.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&entry, 1, milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return }
      milliseconds = 0
      var bytes = [UInt8](repeating: 0, count: SurfaceMessage.longestAnswer)
      var descriptors = [Int32](repeating: -1, count: MARQUEE_MOST_DESCRIPTORS)
      var count: Int32 = 0
      let length = unsafe marquee_receive_with_descriptors(descriptor, &bytes, bytes.count, &descriptors, &count)
      guard length > 0 else { _exit(length == 0 ? 0 : 1) }
      // The daemon's messages are well formed. Another sender gets no answer.
      guard let answer = try? SurfaceMessage.answer(bytes.prefix(length)) else { _exit(1) }
      try handle(answer, Array(descriptors.prefix(Int(count))))
    }
  }

  func send(_ request: SurfaceMessage.Request) {
    let bytes = SurfaceMessage.bytes(of: request)
    if unsafe marquee_send_with_descriptors(descriptor, bytes, bytes.count, nil, 0) < 0 { _exit(0) }
  }

  /// Sends a reason, and ends the process. Any thread may call it.
  func refuse(_ reason: String) -> Never {
    send(.refusal(reason))
    _exit(0)
  }
}
