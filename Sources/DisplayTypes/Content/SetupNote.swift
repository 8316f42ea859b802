/// What a set-up card says of the box that it stands on.
public struct SetupNote: Hashable, Sendable {
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
  public var open: SetupNote { SetupNote(name: name, pages: pages?.open) }
}
