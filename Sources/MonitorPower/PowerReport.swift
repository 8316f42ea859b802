/// The wished power state of a display.
package enum PowerWish: String, Sendable {
  case on, standby
}

/// The power that a display reports, or the reason why it reports none.
package enum PowerAnswer: String, Sendable, CaseIterable {
  case on, standby, turningOn, turningOff
  /// The display has accepted the message, but does not report its power.
  case silent
  /// No display acknowledges a message.
  case noAnswer
  case refused
  /// The display shows the input of another device, so it was left on.
  case otherInput
  /// The line was never free, or it was disturbed.
  case busy
  /// The adapter got no address on the line.
  case noAddress
  /// There is no adapter, or it cannot be used.
  case noAdapter
}

package enum PowerWay: String, Sendable {
  case cec, ddc

  package var name: String {
    switch self {
    case .cec: "HDMI-CEC"
    case .ddc: "DDC/CI"
    }
  }
}

/// The result of an attempt to change a display's power.
package struct PowerReport: Hashable, Sendable {
  package var asked: PowerWish
  /// The display's answer; nil until it has replied.
  package var told: PowerAnswer?
  /// The reason of `noAdapter`; otherwise empty.
  package var reason: String
  package var by: PowerWay

  package init(asked: PowerWish, told: PowerAnswer?, reason: String = "", by: PowerWay = .cec) {
    self.asked = asked
    self.told = told
    self.reason = reason
    self.by = by
  }

  /// Whether the display has the wished power, or does not contradict it.
  package var isWell: Bool {
    switch told {
    // A silent display has accepted the message. A display with the input of another device stays on.
    case nil, .silent, .otherInput: true
    case .on: asked == .on
    case .standby: asked == .standby
    case .turningOn, .turningOff, .noAnswer, .refused, .busy, .noAddress, .noAdapter: false
    }
  }

  package var sentence: String {
    let wish = asked == .on ? "to turn on" : "to go to standby"
    func answered(_ answer: String) -> String { "the display was asked by \(by.name) \(wish) \(answer)" }
    return switch told {
    case nil: answered("and has not answered yet")
    case .on: answered("and reports that it is on\(advice)")
    case .standby: answered("and reports that it is in standby\(advice)")
    case .turningOn: answered("and reports that it is turning on")
    case .turningOff: answered("and reports that it is turning off")
    case .silent: answered("and accepted the request, but does not report its power")
    case .noAnswer: answered("and does not answer: \(absence)")
    case .refused: answered("and refused: \(refusal)")
    case .otherInput: "the display shows another input, so it was not asked by \(by.name) \(wish)"
    case .busy:
      answered("but the CEC line was not free: another device, or another program on this machine, uses it")
    case .noAddress:
      answered(
        "but the adapter got no address: the display is unplugged, all addresses are taken, or another program has the adapter"
      )
    case .noAdapter: "the display could not be asked by \(by.name) \(wish): \(reason)"
    }
  }

  private var absence: String {
    switch by {
    case .cec: "it has no mains power, or CEC is switched off in its menu"
    case .ddc:
      "libddcutil finds no monitor with its EDID that answers; check the switch for DDC/CI in its menu, and the adapter or cable, because some do not transmit DDC/CI"
    }
  }

  private var refusal: String {
    switch by {
    case .cec: "its menu may have a switch for CEC"
    case .ddc: "it reports no power mode (VCP feature D6)"
    }
  }

  /// The advice for a display whose reported power is not the wished power.
  private var advice: String {
    guard !isWell else { return "" }
    return switch by {
    case .cec: ": its menu may have a switch that lets CEC turn it on or off"
    case .ddc:
      ", as read back from it: it accepted the command, but did not follow it; set \"ddc: false\" in its rule to send it no commands"
    }
  }
}
