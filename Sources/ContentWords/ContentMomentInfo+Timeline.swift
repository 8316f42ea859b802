public import ControlProtocol
public import DisplayTypes
public import Timeline

extension ContentMomentInfo {
  /// What a content shows at a time: one moment, or one for each region where a layout is due.
  public static func list(
    of content: ContentDescription, at time: WallTime, in context: PlayContext
  ) -> [ContentMomentInfo] {
    let moment = Timeline.moment(of: content, at: time, in: context)
    guard let layout = moment.leaf.arrangement else { return [ContentMomentInfo(moment)] }
    return layout.regions.enumerated().map { index, region in
      var info = ContentMomentInfo(Timeline.moment(of: region.content, at: time, in: context))
      info.region = region.name ?? "\(index + 1)"
      if !moment.item.isEmpty { info.item = info.item.isEmpty ? moment.item : "\(moment.item)/\(info.item)" }
      return info
    }
  }

  /// What is due at a moment, and what is seen where that is something else.
  public init(_ moment: PlayMoment, region: String? = nil, seen: PlayLeaf? = nil) {
    self.init(
      region: region, item: moment.item, shows: Self.text(of: seen ?? moment.leaf), since: moment.since?.description,
      until: moment.until?.description, skipped: moment.skipped.firstFew)
  }

  /// Without the word joiners by which the card keeps an address on one line: whoever copies it wants the address.
  private static func copyable(_ text: String) -> String {
    var copy = ""
    copy.unicodeScalars.append(contentsOf: text.unicodeScalars.filter { $0 != "\u{2060}" })
    return copy
  }

  private static func text(of leaf: PlayLeaf) -> String {
    switch leaf {
    case .color(let color): "color \(color.hexadecimal)"
    case .pattern(let name): "pattern \(name.rawValue)"
    case .banner(let banner): "banner \(copyable(banner.text))"
    case .face(let face): "text \(face.text)"
    case .image(let image): "image \(image.file)"
    case .page(let deck, let number): "page \(number) of \(deck.file)"
    case .ticker(let ticker): "ticker \(ticker.text)"
    case .qrCode(let code): "qr \(code.text)"
    case .layout: "layout"
    case .card: "setup"
    case .powerOff: "power off"
    case .nothing(let reasons): reasons.isEmpty ? "nothing" : "nothing: \(reasons.firstFew.joined(separator: "; "))"
    }
  }
}
