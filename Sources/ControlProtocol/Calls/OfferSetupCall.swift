/// Says what set-up cards say of the web pages as long as the connection is open; needs `more`.
///
/// Of several the newest counts.
public struct OfferSetupCall: ControlParameters, Hashable {
  /// What it is answered with, at once and whenever the answer is another.
  public typealias Reply = OfferSetupReply
  /// The method's name.
  public static var method: ControlMethod { .offerSetup }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }
  /// The machine's network address.
  public var address: String?
  /// The address at which browsers of other machines find the pages.
  public var page: String?
  /// A code that pairs one, as people write it.
  public var code: String?
  /// The address with the code, for a QR code.
  public var link: String?
  /// Whether a browser has once paired for control: while that is said, no card has a code of another program either.
  public var claimed: Bool?

  /// Makes one from its fields.
  public init(
    address: String? = nil, page: String? = nil, code: String? = nil, link: String? = nil, claimed: Bool? = nil
  ) {
    self.address = address
    self.page = page
    self.code = code
    self.link = link
    self.claimed = claimed
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case address, page, code, link, claimed
  }
}
