/// The power state that a display is to have.
package enum PowerWish: String, Hashable, Sendable {
  /// It is on, and shows us.
  case on
  /// It is in standby.
  case standby
}

/// What a display told of its power, or why it told nothing.
package enum PowerAnswer: String, Hashable, Sendable, CaseIterable {
  /// It is on.
  case on
  /// It is in standby.
  case standby
  /// It is about to be on.
  case turningOn
  /// It is about to be in standby.
  case turningOff
  /// It took the message, and does not tell its power.
  case silent
  /// No display acknowledges a message.
  case noAnswer
  /// It says that it does not do that.
  case refused
  /// It shows the input of another device, and was not put to standby.
  case otherInput
  /// The line was never free, or disturbed.
  case busy
  /// The adapter got no address on the line.
  case noAddress
  /// There is no adapter, it is gone, or it cannot be used.
  case noAdapter
}

/// By what a display is asked to change its power.
package enum PowerWay: String, Hashable, Sendable {
  case cec
  case ddc

  /// Its name, for people.
  package var name: String {
    switch self {
    case .cec: "HDMI-CEC"
    case .ddc: "DDC/CI"
    }
  }
}

/// The result of an attempt to change a display's power.
package struct PowerReport: Hashable, Sendable {
  /// What the display was asked.
  package var asked: PowerWish
  /// Its answer; nil while it is waited for.
  package var told: PowerAnswer?
  /// Why the display cannot be asked, in words, with `noAdapter`; otherwise empty.
  package var reason: String
  /// By what the display was asked.
  package var by: PowerWay

  package init(asked: PowerWish, told: PowerAnswer?, reason: String = "", by: PowerWay = .cec) {
    self.asked = asked
    self.told = told
    self.reason = reason
    self.by = by
  }

  /// Whether the display is as it should be, as far as it can be told.
  package var isWell: Bool {
    switch (asked, told) {
    case (_, nil), (.on, .on), (.standby, .standby): true
    // A display that is asleep need not answer: it has taken the message.
    case (_, .silent): true
    // It is not ours to switch off.
    case (_, .otherInput): true
    case (.on, .standby), (.standby, .on), (_, .turningOn), (_, .turningOff): false
    case (_, .noAnswer), (_, .refused), (_, .busy), (_, .noAddress), (_, .noAdapter): false
    }
  }

  /// In a sentence, for people.
  package var sentence: String {
    let wish =
      switch asked {
      case .on: "to turn on"
      case .standby: "to go to standby"
      }
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

  /// Why no display may have answered.
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

  /// For a display that has not done it.
  private var advice: String {
    guard !isWell else { return "" }
    return switch by {
    case .cec: ": its menu may have a switch that lets CEC turn it on or off"
    case .ddc:
      ", which was read back from it: it may not do what it says that it can; \"ddc: false\" in its rule leaves it alone"
    }
  }
}
