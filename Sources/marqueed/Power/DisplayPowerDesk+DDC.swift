import MonitorPower

/// Displays whose rule says `ddc: true`.
extension DisplayPowerDesk {
  func askByDDC(_ subject: Subject, _ wish: PowerWish) {
    guard !subject.isSimulated else {
      return refuse(subject.key, wish, "simulated displays have no DDC/CI")
    }
    guard subject.edid.count >= 128 else {
      return refuse(subject.key, wish, "without an EDID nobody knows which monitor it is")
    }
    begin(subject.key, wish, by: .ddc(edid: Self.digits(of: subject.edid.prefix(128))))
  }

  /// Asks the monitor with that EDID.
  func beginDDC(_ key: PowerBook.Key, _ wish: PowerWish, edid: String) {
    conversations[key] = DDCConversation(ddc, wish: wish, edid: edid, loop: loop, turns: turns) {
      [weak self] report, device in
      self?.tell(key, device, report)
    }
    note(key, nil, PowerReport(asked: wish, told: nil, isFinal: false, by: .ddc))
  }

  private func refuse(_ key: PowerBook.Key, _ wish: PowerWish, _ reason: String) {
    tell(key, nil, PowerReport(asked: wish, told: .noAdapter, isFinal: true, reason: reason, by: .ddc))
  }

  private static func digits(of bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
