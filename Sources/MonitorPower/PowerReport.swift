/// What became of a wish about a display's power.
public struct PowerReport: Hashable, Sendable {
  /// What the display was asked.
  public var asked: PowerWish
  /// What it told last; nil before it has told anything.
  public var told: PowerAnswer?
  /// Whether nothing more is asked.
  public var isFinal: Bool
  /// Why there is no adapter to use, in words; empty elsewhere.
  public var reason: String
  /// How it was asked.
  public var by: PowerWay

  /// Makes one from its parts.
  public init(asked: PowerWish, told: PowerAnswer?, isFinal: Bool, reason: String = "", by: PowerWay = .cec) {
    self.asked = asked
    self.told = told
    self.isFinal = isFinal
    self.reason = reason
    self.by = by
  }

  /// Whether the display is as it should be, or on its way there.
  public var isWell: Bool {
    switch (asked, told) {
    case (_, nil), (.on, .on), (.standby, .standby): true
    case (.on, .turningOn), (.standby, .turningOff): !isFinal
    case (.on, .standby), (.on, .turningOff), (.standby, .on), (.standby, .turningOn): !isFinal
    // A display that is asleep need not tell: it has taken the message.
    case (_, .silent): true
    // It is not ours to switch off.
    case (_, .otherInput): true
    case (_, .noAnswer), (_, .refused), (_, .busy), (_, .noAddress), (_, .noAdapter): false
    }
  }

  /// In a sentence, for people.
  public var sentence: String {
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

  /// Why nobody may have answered.
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

  /// For one that has not done it.
  private var advice: String {
    guard !isWell, isFinal else { return "" }
    return switch by {
    case .cec: ": its menu may have a switch that lets CEC turn it on or off"
    case .ddc:
      ", which was read back from it: it may not do what it says that it can; \"ddc: false\" in its rule leaves it alone"
    }
  }
}
