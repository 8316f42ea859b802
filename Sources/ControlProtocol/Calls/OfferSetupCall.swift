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
  /// The most bytes of each.
  public static let mostBytes = 512

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

  /// Checks the lengths, that none is empty, and that a code has a page.
  public func validate() throws(ControlError) {
    for length in [address, page, code, link].compactMap({ $0?.utf8.count }) where length > Self.mostBytes {
      throw .textTooLong(length: length, limit: Self.mostBytes)
    }
    for (name, text) in [("address", address), ("page", page), ("code", code), ("link", link)] where text == "" {
      throw .invalidValue(parameter: name, value: "", expected: "a text, or nothing at all")
    }
    guard (code == nil) == (link == nil), code == nil || page != nil else {
      throw .invalidValue(parameter: "code", value: code ?? "none", expected: "code and link together, with page")
    }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case address, page, code, link, claimed
  }
}
