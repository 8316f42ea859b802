internal import CLinuxEvents
internal import Glibc
internal import Rasterizing

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
