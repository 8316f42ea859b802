internal import ControlProtocol

/// What set-up cards are to say: a value, whose times are seconds of a clock that only goes forward.
///
/// A code is there only while a card is seen that shows one, and only until the first browser has paired for control.
struct SetupPlan {
  /// How old a code on a card gets; whoever reads it then has two minutes left to use it.
  static let renewal = PairingDesk.lifetime - 120

  /// What is known at a moment.
  struct Moment {
    /// The machine's network address; nil while it has none.
    var address: String?
    /// The address at which browsers of other machines find the pages; nil where they do not.
    var page: String?
    /// Whether a browser has ever paired for control.
    var isClaimed: Bool
    var now: Double
  }

  private var code: (text: String, made: Double)?
  /// All that can be used still.
  private var codes: [String] = []

  /// When the code on cards is to be another one; nil while there is none.
  var renewsAt: Double? { code.map { $0.made + SetupPlan.renewal } }

  /// What is to be said at a moment, with what the daemon has answered last.
  mutating func call(
    _ demand: OfferSetupReply, _ moment: Moment, make: () -> String?, revoke: (String) -> Void
  ) -> OfferSetupCall {
    guard demand.shown, demand.pairing, !moment.isClaimed, let page = moment.page else {
      end(revoke: revoke)
      return OfferSetupCall(address: moment.address, page: moment.page, claimed: moment.isClaimed ? true : nil)
    }
    let text: String
    if let code, moment.now < code.made + SetupPlan.renewal {
      text = code.text
    } else {
      guard let made = make() else {
        end(revoke: revoke)
        return OfferSetupCall(address: moment.address, page: page)
      }
      text = made
      code = (text, moment.now)
      codes = codes.suffix(1) + [text]
    }
    return OfferSetupCall(
      address: moment.address, page: page, code: PairingCode.written(text), link: Entrance.screensLink(text, at: page))
  }

  /// Nobody sees a code any more: those that were shown are of no more use.
  mutating func end(revoke: (String) -> Void) {
    for code in codes { revoke(code) }
    codes = []
    code = nil
  }
}
