internal import DisplayTypes

/// The card of a box that has nothing else to show: its name, its address, and a code that pairs a phone.
public struct SetupDescription: Hashable, Sendable {
  /// Whether a code is shown, where the web pages offer one.
  public var offersPairing = true
}

extension SetupDescription: ContentMapping {
  package static let form = ContentForm(
    .setup, main: .nothing, keys: ["pairing"], sample: "{ pairing: false }; {} for a card with a code")
  package static let plain = Self()
  package var content: ContentDescription { .setup(self) }

  mutating func visit(_ fields: inout ContentFields) { fields.field("pairing", &offersPairing, .flag) }

  package func add(to needs: inout ContentNeeds) { needs.setup = true }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    TimelineMoment(.card(SetupCard(query.context.setup, self, isPortrait: query.context.isPortrait)))
  }
}

/// What a set-up card says of the box that it stands on.
public struct SetupCardInfo: Hashable, Sendable {
  /// What the web pages of the same machine say of themselves.
  public struct Pages: Hashable, Sendable {
    /// The machine's network address; nil while it has none.
    public var address: String?
    /// The address at which browsers of other machines find the pages; nil where they do not.
    public var page: String?
    /// A code that pairs a browser, as people write it; nil where none is offered.
    public var code: String?
    /// The address with the code, for a QR code.
    public var link: String?

    /// Makes one from its parts.
    public init(address: String? = nil, page: String? = nil, code: String? = nil, link: String? = nil) {
      self.address = address
      self.page = page
      self.code = code
      self.link = link
    }

    /// The same with words in place of a code: what may be told of a card that shows one.
    public var untold: Pages {
      Pages(
        address: address, page: page, code: code.map { _ in Self.untoldCode }, link: link.map { _ in Self.untoldCode })
    }

    private static let untoldCode = "(a code that only the display shows)"

    /// The same without the code: what anybody may know.
    public var open: Pages { Pages(address: address, page: page) }
  }

  /// The box's name.
  public var name: String
  /// What the web pages say; nil where there are none.
  public var pages: Pages?

  /// Makes a note.
  public init(name: String = "", pages: Pages? = nil) {
    self.name = name
    self.pages = pages
  }

  /// The same without the code.
  public var open: SetupCardInfo { SetupCardInfo(name: name, pages: pages?.open) }
}

/// What a set-up card looks like: regions of texts, and a QR code where there is one.
public struct SetupCard: Hashable, Sendable {
  /// Whether it has a code where one is offered.
  public let offersPairing: Bool
  private let note: SetupCardInfo
  private let isPortrait: Bool

  private static let background = Color(red: 0x10, green: 0x20, blue: 0x30)
  private static let quiet = Color(red: 0xB8, green: 0xC8, blue: 0xD8)

  init(_ note: SetupCardInfo, _ description: SetupDescription, isPortrait: Bool) {
    offersPairing = description.offersPairing
    self.note = description.offersPairing ? note : note.open
    self.isPortrait = isPortrait
  }

  /// Whether it has a code, with which whoever sees it can pair.
  public var hasCode: Bool { note.pages?.link != nil || note.pages?.code != nil }

  private var link: String? { note.pages?.link }

  /// The card.
  public var layout: LayoutDescription {
    LayoutDescription(regions: link.map(withCode) ?? texts(alignment: .center), background: Self.background)
  }

  /// Name and words on one side, the code on the other.
  private func withCode(_ link: String) -> [LayoutRegion] {
    let code = ContentDescription.qrCode(QRCodeDescription(text: link, background: .white))
    // Square on 16:9, and on 9:16.
    let place =
      isPortrait
      ? LayoutRegion(name: "code", x: 0.16, y: 0.5, width: 0.68, height: 0.3825, content: code)
      : LayoutRegion(name: "code", x: 0.59, y: 0.18, width: 0.36, height: 0.64, content: code)
    return texts(alignment: isPortrait ? .center : .start) + [place]
  }

  private func texts(alignment: BannerDescription.Alignment) -> [LayoutRegion] {
    let name = ContentDescription.banner(
      BannerDescription(
        text: note.name.isEmpty ? "Marquee" : note.name, background: Self.background, alignment: alignment))
    let words = ContentDescription.banner(
      BannerDescription(text: words, foreground: Self.quiet, background: Self.background, alignment: alignment))
    return switch (link != nil, isPortrait) {
    case (true, false):
      [
        LayoutRegion(name: "name", x: 0.04, y: 0.13, width: 0.52, height: 0.36, content: name),
        LayoutRegion(name: "words", x: 0.04, y: 0.49, width: 0.52, height: 0.34, content: words),
      ]
    case (true, true):
      [
        LayoutRegion(name: "name", x: 0.08, y: 0.07, width: 0.84, height: 0.18, content: name),
        LayoutRegion(name: "words", x: 0.08, y: 0.26, width: 0.84, height: 0.2, content: words),
      ]
    case (false, true):
      [
        LayoutRegion(name: "name", x: 0.06, y: 0.3, width: 0.88, height: 0.2, content: name),
        LayoutRegion(name: "words", x: 0.06, y: 0.5, width: 0.88, height: 0.16, content: words),
      ]
    case (false, false):
      [
        LayoutRegion(name: "name", x: 0.06, y: 0.17, width: 0.88, height: 0.34, content: name),
        LayoutRegion(name: "words", x: 0.06, y: 0.52, width: 0.88, height: 0.26, content: words),
      ]
    }
  }

  /// An address that stays on one line: a word joiner stands where it would be broken.
  private static func unbroken(_ address: String) -> String {
    String(address.flatMap { $0 == "/" || $0 == "-" ? [$0, "\u{2060}"] : [$0] })
  }

  /// Customers see the card too, so commands stay in the manual.
  private var words: String {
    let nothing = "There is nothing to show yet."
    guard let pages = note.pages else {
      return "\(nothing)\nTo set up this display by phone,\nhave marquee-remote started."
    }
    guard let page = pages.page.map(Self.unbroken) else {
      guard let address = pages.address else { return "There is no network yet.\n\(nothing)" }
      // Nobody answers at the address alone.
      return "\(nothing)\nThis box is at \(address). To set it up by phone,\nhave marquee-remote opened to the network."
    }
    guard let code = pages.code else {
      return "\(nothing)\n\(page)\nFor a code: marquee-remote code"
    }
    return "Scan the code to set up this display, or open\n\(page)\nand type \(code)"
  }
}
