internal import DisplayTypes

/// The card of a box that has nothing else to show: its name, its address, and a code that pairs a phone.
public struct SetupDescription: Hashable, Sendable {
  /// Whether the card shows a code if the web pages offer one.
  package var offersPairing = true
}

extension SetupDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .setup, main: .nothing, sample: "{ pairing: false }; {} for a card with a code", example: "--no-pairing")
  package static let plain = Self()
  package var content: ContentDescription { .setup(self) }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("pairing", &offersPairing, .flag, help: "show no code for pairing")
  }

  package func add(to needs: inout ContentNeeds) {
    needs.setup = true
    needs.texts = true
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    TimelineMoment(leaf: .card(SetupCard(query.context.setup, self, isPortrait: query.context.isPortrait)))
  }
}

/// The texts of a set-up card.
package struct SetupCardInfo: Hashable, Sendable {
  /// The state of the web pages of the same machine.
  package struct Pages: Hashable, Sendable {
    /// The machine's network address; nil if it has none.
    package var address: String?
    /// The address of the pages for browsers on other machines; nil if they cannot reach the pages.
    package var page: String?
    /// A code that pairs a browser, in the form for people.
    package var code: String?
    /// The address with the code, for a QR code.
    package var link: String?

    package init(address: String? = nil, page: String? = nil, code: String? = nil, link: String? = nil) {
      self.address = address
      self.page = page
      self.code = code
      self.link = link
    }

    /// The pages with words in place of the code, for people who do not see the card itself.
    package var masked: Pages {
      let words = "(a code that only the display shows)"
      return Pages(address: address, page: page, code: code.map { _ in words }, link: link.map { _ in words })
    }

    /// The pages without the code.
    package var open: Pages { Pages(address: address, page: page) }
  }

  package var name: String
  /// The web pages; nil if there are none.
  package var pages: Pages?

  package init(name: String = "", pages: Pages? = nil) {
    self.name = name
    self.pages = pages
  }

  package var open: SetupCardInfo { SetupCardInfo(name: name, pages: pages?.open) }
}

/// The regions of a set-up card: texts, and a QR code if there is one.
package struct SetupCard: Hashable, Sendable {
  /// Whether it shows a code if one is offered.
  package let offersPairing: Bool
  private let note: SetupCardInfo
  private let isPortrait: Bool

  private static let background = Color(red: 0x10, green: 0x20, blue: 0x30)
  private static let quiet = Color(red: 0xB8, green: 0xC8, blue: 0xD8)

  init(_ note: SetupCardInfo, _ description: SetupDescription, isPortrait: Bool) {
    offersPairing = description.offersPairing
    self.note = description.offersPairing ? note : note.open
    self.isPortrait = isPortrait
  }

  /// Whether viewers can pair a device by the card.
  package var hasCode: Bool { note.pages?.link != nil || note.pages?.code != nil }

  private var link: String? { note.pages?.link }

  package var layout: LayoutDescription {
    LayoutDescription(regions: link.map(withCode) ?? texts(alignment: .center), background: Self.background)
  }

  /// The regions with name and words on one side, and the code on the other.
  private func withCode(_ link: String) -> [LayoutRegion] {
    let code = ContentDescription.qrCode(QRCodeDescription(text: link, background: .white))
    // The code is square on 16:9 and on 9:16.
    let place =
      isPortrait
      ? LayoutRegion(name: "code", x: 0.16, y: 0.5, width: 0.68, height: 0.3825, content: code)
      : LayoutRegion(name: "code", x: 0.59, y: 0.18, width: 0.36, height: 0.64, content: code)
    return texts(alignment: isPortrait ? .center : .start) + [place]
  }

  private func texts(alignment: TextAlignment) -> [LayoutRegion] {
    let name = ContentDescription.banner(
      BannerDescription(
        text: note.name.isEmpty ? "Marquee" : note.name, background: Self.background, alignment: alignment))
    let words = ContentDescription.banner(
      BannerDescription(text: words, foreground: Self.quiet, background: Self.background, alignment: alignment))
    let (x, width, upper, lower): (Double, Double, (y: Double, height: Double), (y: Double, height: Double)) =
      switch (link != nil, isPortrait) {
      case (true, false): (0.04, 0.52, (0.13, 0.36), (0.49, 0.34))
      case (true, true): (0.08, 0.84, (0.07, 0.18), (0.26, 0.2))
      case (false, true): (0.06, 0.88, (0.3, 0.2), (0.5, 0.16))
      case (false, false): (0.06, 0.88, (0.17, 0.34), (0.52, 0.26))
      }
    return [
      LayoutRegion(name: "name", x: x, y: upper.y, width: width, height: upper.height, content: name),
      LayoutRegion(name: "words", x: x, y: lower.y, width: width, height: lower.height, content: words),
    ]
  }

  /// An address that stays on one line, with a word joiner at each place of a possible break.
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
      // Browsers on other machines cannot reach the web pages, so the address is not a link.
      return "\(nothing)\nThis box is at \(address). To set it up by phone,\nhave marquee-remote opened to the network."
    }
    guard let code = pages.code else {
      return "\(nothing)\n\(page)\nFor a code: marquee-remote code"
    }
    return "Scan the code to set up this display, or open\n\(page)\nand type \(code)"
  }
}
