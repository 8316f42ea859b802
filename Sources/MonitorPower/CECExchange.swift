package import SystemPackage

/// One attempt to bring a display to a power state with an open CEC adapter: one request, then readings of its power. With a working
/// adapter it waits for the line for at most about 35 s.
package struct CECExchange {
  private let adapter: any CECPort
  private let wish: PowerWish
  private let isCancelled: () -> Bool
  private let wait: (_ nanoseconds: UInt64) -> Void
  /// Whether our input was announced since the display's last reply.
  private var isInputShown = false

  /// The maximum wait for an address. The kernel claims it after the display signals the plug.
  static let secondsForAddress = 10
  /// The maximum time of the readings. A TV takes ten seconds or more to start.
  static let secondsForReading = 20
  /// After this number of readings without a reply a display counts as in standby, because many do not listen then.
  static let silentReadings = 3

  private static let second: UInt64 = 1_000_000_000

  package init(
    _ adapter: any CECPort, _ wish: PowerWish, isCancelled: @escaping () -> Bool,
    wait: @escaping (_ nanoseconds: UInt64) -> Void
  ) {
    self.adapter = adapter
    self.wish = wish
    self.isCancelled = isCancelled
    self.wait = wait
  }

  /// Brings the display to the power state and returns its answer, or nil after a cancellation. Throws if the adapter cannot be used.
  ///
  /// - Parameter place: the physical address from the display's EDID, for an adapter that cannot know it.
  package mutating func run(place: UInt16?) throws(Errno) -> PowerAnswer? {
    if adapter.wantsPlace, let place, try adapter.address().place != place {
      // Ignore a failure: the EDID may be wrong, and the request needs no physical address.
      try? adapter.setPlace(place)
    }
    guard let device = try claimAddress() else { return isCancelled() ? nil : .noAddress }
    let answer =
      switch wish {
      case .standby: try requestStandby(device)
      case .on: try requestOn(device)
      }
    return if let answer { answer } else { try readBack() }
  }

  private func claimAddress() throws(Errno) -> UInt8? {
    if let device = try adapter.address().device { return device }
    do throws(Errno) { try adapter.claim() } catch {
      // EBUSY means that a claim is running, or that another program has the adapter exclusively.
      guard error == .resourceBusy else { throw error }
    }
    let address = try adapter.address()
    if wish == .on, address.device == nil, address.place == nil {
      // In standby the display may signal no plug. A device without an address may still wake it.
      _ = try send(.imageViewOn(from: CECMessage.unregistered), reply: nil)
    }
    for _ in 0..<Self.secondsForAddress {
      guard !isCancelled() else { return nil }
      if let device = try adapter.address().device { return device }
      wait(Self.second)
    }
    return try adapter.address().device
  }

  /// Sends `<Standby>` unless the display shows another device. Returns nil if the display has accepted it.
  private func requestStandby(_ device: UInt8) throws(Errno) -> PowerAnswer? {
    switch try send(.requestActiveSource(from: device), reply: CECMessage.activeSource) {
    case .reply(let message):
      if let place = message.activePlace, place != (try adapter.address().place) { return .otherInput }
    // The display shows no device, or the device on it does not reply.
    case .sent, .noReply, .refused, .notAcknowledged: break
    case .lost: return .busy
    }
    guard !isCancelled() else { return nil }
    switch try send(.standby(from: device), reply: 0) {
    case .sent, .noReply, .reply: return nil
    case .refused: return .refused
    case .notAcknowledged: return .noAnswer
    case .lost: return .busy
    }
  }

  /// Sends `<Image View On>` and `<Active Source>`. Returns nil if the display may have accepted them.
  private mutating func requestOn(_ device: UInt8) throws(Errno) -> PowerAnswer? {
    switch try send(.imageViewOn(from: device), reply: 0) {
    case .sent, .noReply, .reply: try showInput()
    case .refused: return .refused
    // The video signal wakes the display too, and a starting display listens only later.
    case .notAcknowledged: break
    case .lost: return .busy
    }
    return nil
  }

  private mutating func showInput() throws(Errno) {
    isInputShown = true
    let address = try adapter.address()
    guard let device = address.device, let place = address.place else { return }
    _ = try send(.activeSource(from: device, place: place), reply: nil)
  }

  /// Reads the display's power until it is the wished power or the time is over. Returns nil after a cancellation.
  private mutating func readBack() throws(Errno) -> PowerAnswer? {
    var power: PowerAnswer?
    var failure = PowerAnswer.silent
    var silences = 0
    var seconds = 0
    while seconds < Self.secondsForReading {
      wait(Self.second)
      guard !isCancelled() else { return nil }
      let reading = try readPower()
      seconds += reading.seconds
      switch reading.answer {
      case .on where wish == .on:
        // A display that has just started may have chosen another input.
        if !isInputShown { try showInput() }
        return .on
      case .standby where wish == .standby: return .standby
      case .on, .standby, .turningOn, .turningOff: power = reading.answer
      case .silent, .noAnswer, .noAddress, .busy, .refused, .otherInput, .noAdapter:
        failure = reading.answer
        silences += reading.answer == .busy ? 0 : 1
        if wish == .standby, silences == Self.silentReadings { return .silent }
      }
      isInputShown = false
    }
    return power ?? failure
  }

  /// Reads the display's power once. `seconds` is the time of the pause and the reading.
  private func readPower() throws(Errno) -> (answer: PowerAnswer, seconds: Int) {
    // After an unplug there is no address until the kernel claims it again.
    guard let device = try adapter.address().device else { return (.noAddress, 1) }
    return switch try send(.givePowerStatus(from: device), reply: CECMessage.reportPowerStatus) {
    case .reply(let message): (message.powerStatus ?? .silent, 1)
    // The kernel has waited a second for the reply.
    case .noReply: (.silent, 2)
    // Some displays do not report their power, or not while they start.
    case .sent, .refused: (.silent, 1)
    case .notAcknowledged: (.noAnswer, 1)
    case .lost: (.busy, 1)
    }
  }

  /// Sends a message. A message that the kernel does not accept now counts as lost.
  private func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult {
    do throws(Errno) {
      return try adapter.send(message, reply: reply)
    } catch {
      guard error != .operationNotSupportedByDevice, error != .noSuchAddressOrDevice else { throw error }
      // The queue is full, another program has the adapter exclusively, or the address was lost just now.
      return .lost
    }
  }
}

/// One attempt to bring a display to a power state with the CEC adapter at a path.
package struct CECAttempt: Hashable, Sendable {
  /// Opens an adapter. It is `CECAdapter.init`, or a function of a test.
  package typealias Opening = @Sendable (_ path: String) throws(Errno) -> any CECPort

  package var path: String
  package var wish: PowerWish
  /// The physical address from the display's EDID, for an adapter that cannot know it.
  package var place: UInt16?

  package init(_ wish: PowerWish, by path: String, place: UInt16?) {
    self.wish = wish
    self.path = path
    self.place = place
  }

  /// Waits for the driver and the line. Returns nil after a cancellation.
  package func perform(
    open: Opening, isCancelled: @escaping () -> Bool, wait: @escaping (_ nanoseconds: UInt64) -> Void
  ) -> PowerReport? {
    let adapter: any CECPort
    do throws(Errno) { adapter = try open(path) } catch { return failure(obstacle(error)) }
    var exchange = CECExchange(adapter, wish, isCancelled: isCancelled, wait: wait)
    do throws(Errno) {
      return try exchange.run(place: place).map { PowerReport(asked: wish, told: $0) }
    } catch {
      return failure(
        error == .operationNotSupportedByDevice || error == .noSuchAddressOrDevice
          ? "the adapter is gone" : "\(path) cannot be used: \(error)")
    }
  }

  package func failure(_ reason: String) -> PowerReport { PowerReport(asked: wish, told: .noAdapter, reason: reason) }

  private func obstacle(_ error: Errno) -> String {
    switch error {
    case .noSuchFileOrDirectory, .noSuchAddressOrDevice, .operationNotSupportedByDevice: "there is no \(path)"
    case .permissionDenied: "\(path) may not be opened; its group (usually video) may"
    case .notPermitted:
      "\(path) may not be opened; if it came after the service had been started, \"systemctl restart marqueed\" helps"
    case .inappropriateIOCTLForDevice: "\(path) is no CEC adapter"
    default: "\(path) cannot be used: \(error)"
    }
  }
}
