package import SystemPackage

/// One attempt to bring a display to a power state by an open CEC adapter: the display is asked once, then read back.
///
/// It waits for the line, so it belongs to a thread of its own. On an adapter that works it takes at most about 35 s.
package struct CECExchange {
  private let adapter: any CECPort
  private let wish: PowerWish
  private let isCancelled: () -> Bool
  private let wait: (_ nanoseconds: UInt64) -> Void
  /// The display knows our input since its last answer.
  private var isInputShown = false

  /// How long the kernel may take to claim an address, in seconds: the display may have to put its plug back first.
  static let secondsForAddress = 10
  /// How long the display is read back, in seconds: a TV takes ten seconds and more to start.
  static let secondsForReading = 20
  /// A display that has gone to standby may stop listening: after so many readings without an answer it is taken to be there.
  static let silentReadings = 3

  private static let second: UInt64 = 1_000_000_000

  /// Prepares an attempt; nothing is sent before `run`.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between messages.
  ///   - wait: called for each pause.
  package init(
    _ adapter: any CECPort, _ wish: PowerWish, isCancelled: @escaping () -> Bool,
    wait: @escaping (_ nanoseconds: UInt64) -> Void
  ) {
    self.adapter = adapter
    self.wish = wish
    self.isCancelled = isCancelled
    self.wait = wait
  }

  /// Brings the display to the power state and returns its answer; nil if that was cancelled.
  ///
  /// - Parameter place: the place that the display's EDID names, for an adapter that cannot know it.
  /// - Throws: why the adapter cannot be used.
  package mutating func run(place: UInt16?) throws(Errno) -> PowerAnswer? {
    if adapter.wantsPlace, let place, try adapter.address().place != place {
      // The EDID may name nonsense. Without a place the display can still be asked.
      try? adapter.setPlace(place)
    }
    guard let device = try claimAddress() else { return isCancelled() ? nil : .noAddress }
    let answer =
      switch wish {
      case .standby: try askForStandby(device)
      case .on: try askToTurnOn(device)
      }
    return if let answer { answer } else { try readBack() }
  }

  /// The address that the adapter has, or gets in time.
  private func claimAddress() throws(Errno) -> UInt8? {
    if let device = try adapter.address().device { return device }
    do throws(Errno) { try adapter.claim() } catch {
      // EBUSY: an address is being claimed already, or another program has the adapter to itself.
      guard error == .resourceBusy else { throw error }
    }
    let address = try adapter.address()
    if wish == .on, address.device == nil, address.place == nil {
      // The display may have taken its plug away in standby. A device without an address may wake it.
      _ = try send(.imageViewOn(from: CECMessage.unregistered), reply: nil)
    }
    for _ in 0..<Self.secondsForAddress {
      guard !isCancelled() else { return nil }
      if let device = try adapter.address().device { return device }
      wait(Self.second)
    }
    return try adapter.address().device
  }

  /// Sends `<Standby>`, unless another device is shown; nil if the display has taken that.
  private func askForStandby(_ device: UInt8) throws(Errno) -> PowerAnswer? {
    switch try send(.requestActiveSource(from: device), reply: CECMessage.activeSource) {
    case .reply(let message):
      if let place = message.activePlace, place != (try adapter.address().place) { return .otherInput }
    // No device is shown, or the device that is shown does not answer.
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

  /// Sends `<Image View On>` and `<Active Source>`; nil if the display may have taken that.
  private mutating func askToTurnOn(_ device: UInt8) throws(Errno) -> PowerAnswer? {
    switch try send(.imageViewOn(from: device), reply: 0) {
    case .sent, .noReply, .reply: try showInput()
    case .refused: return .refused
    // The signal wakes it too, and a display that starts listens only later.
    case .notAcknowledged: break
    case .lost: return .busy
    }
    return nil
  }

  /// Has the display show our input.
  private mutating func showInput() throws(Errno) {
    isInputShown = true
    let address = try adapter.address()
    guard let device = address.device, let place = address.place else { return }
    _ = try send(.activeSource(from: device, place: place), reply: nil)
  }

  /// Reads the display's power until it is as wished, or the time is over; nil if that was cancelled.
  private mutating func readBack() throws(Errno) -> PowerAnswer? {
    var told: PowerAnswer?
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
      case .on, .standby, .turningOn, .turningOff: told = reading.answer
      case .silent, .noAnswer, .noAddress, .busy, .refused, .otherInput, .noAdapter:
        failure = reading.answer
        silences += reading.answer == .busy ? 0 : 1
        if wish == .standby, silences == Self.silentReadings { return .silent }
      }
      isInputShown = false
    }
    return told ?? failure
  }

  /// Reads the display's power once; with the seconds that the pause and the reading have taken.
  private func readPower() throws(Errno) -> (answer: PowerAnswer, seconds: Int) {
    // The address goes with the plug. The kernel claims it again when the plug is back.
    guard let device = try adapter.address().device else { return (.noAddress, 1) }
    return switch try send(.givePowerStatus(from: device), reply: CECMessage.reportPowerStatus) {
    case .reply(let message): (message.powerStatus ?? .silent, 1)
    // The kernel has waited a second for the reply.
    case .noReply: (.silent, 2)
    // Some displays do not report their power, and a display that starts may not do so yet.
    case .sent, .refused: (.silent, 1)
    case .notAcknowledged: (.noAnswer, 1)
    case .lost: (.busy, 1)
    }
  }

  /// Sends a message; one that the kernel does not take now counts as lost.
  private func send(_ message: CECMessage, reply: UInt8?) throws(Errno) -> CECResult {
    do throws(Errno) {
      return try adapter.send(message, reply: reply)
    } catch {
      guard error != .operationNotSupportedByDevice, error != .noSuchAddressOrDevice else { throw error }
      // The queue is full, another program has the adapter to itself, or the address is just lost.
      return .lost
    }
  }
}

/// One attempt to bring a display to a power state by the CEC adapter at a path, which is open only as long.
package struct CECAttempt: Hashable, Sendable {
  /// Opens the adapter at a path: `CECAdapter.init`, or the adapter of a test.
  package typealias Opening = @Sendable (_ path: String) throws(Errno) -> any CECPort

  /// The adapter's path.
  package var path: String
  package var wish: PowerWish
  /// The place that the display's EDID names, for an adapter that cannot know it.
  package var place: UInt16?

  package init(_ wish: PowerWish, by path: String, place: UInt16?) {
    self.wish = wish
    self.path = path
    self.place = place
  }

  /// Performs the attempt on the calling thread, which waits for the driver and the line; nil if it was cancelled.
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

  /// The report that no adapter can be used.
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
