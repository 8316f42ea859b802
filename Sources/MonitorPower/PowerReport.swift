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

/// The protocol for requests to a display.
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
    let answer =
      switch told {
      case nil: "and its answer is waited for"
      case .on: "and tells that it is on\(advice)"
      case .standby: "and tells that it is in standby\(advice)"
      case .turningOn: "and tells that it is turning on"
      case .turningOff: "and tells that it is turning off"
      case .silent: "and took that, but does not tell its power"
      case .noAnswer: "and does not answer: \(absence)"
      case .refused: "and refused: \(refusal)"
      case .otherInput: "but it shows another input, and was left on"
      case .busy: "but the CEC line was not free: another device, or another program of this machine, is in the way"
      case .noAddress:
        "but the adapter got no address: the display is unplugged, all addresses are taken, or another program has the adapter"
      case .noAdapter: ""
      }
    if told == .noAdapter {
      return "the display was to be asked by \(by.name) \(wish), but that is not possible: \(reason)"
    }
    let verb = told == .otherInput ? "was to be asked" : "was asked"
    return "the display \(verb) by \(by.name) \(wish) \(answer)"
  }

  private var absence: String {
    switch by {
    case .cec: "it is off at the mains, or has CEC switched off in its menu"
    case .ddc:
      "libddcutil finds no monitor with its EDID that does; its menu may have a switch for DDC/CI, and not each adapter or cable lets it through"
    }
  }

  private var refusal: String {
    switch by {
    case .cec: "its menu may have a switch for CEC"
    case .ddc: "it says that it has no power mode (VCP feature D6)"
    }
  }

  /// The advice for a display that reports another power than the wished one.
  private var advice: String {
    guard !isWell else { return "" }
    return switch by {
    case .cec: ": its menu may have a switch that lets CEC turn it on or off"
    case .ddc:
      ", which was read back from it: it may not do what it says that it can; \"ddc: false\" in its rule leaves it alone"
    }
  }
}
