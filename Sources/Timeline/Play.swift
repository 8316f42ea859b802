internal import DisplayTypes

/// A question about one moment.
struct Play {
  let time: WallTime
  let context: PlayContext

  /// What a content shows, in a turn of what plays it.
  func moment(of content: ContentDescription, in turn: PlayTurn) -> PlayMoment {
    switch content {
    case .color(let color): PlayMoment(.color(color))
    case .pattern(let name): PlayMoment(.pattern(name))
    case .banner(let banner): PlayMoment(.banner(banner))
    case .ticker(let ticker): PlayMoment(.ticker(ticker))
    case .qrCode(let code): PlayMoment(.qrCode(code))
    case .layout(let layout): PlayMoment(.layout(layout))
    case .setup(let setup):
      PlayMoment(.card(SetupCard(context.setup, setup, isPortrait: context.isPortrait)))
    case .image(let image): moment(of: image)
    case .deck(let deck): moment(of: deck, in: turn)
    case .clock(let clock): moment(of: clock)
    case .countdown(let countdown): moment(of: countdown)
    case .slideshow(let slideshow): moment(of: slideshow, in: turn)
    case .playlist(let playlist): moment(of: playlist, in: turn)
    case .schedule(let schedule): moment(of: schedule)
    }
  }

  private func moment(of image: ImageDescription) -> PlayMoment {
    var image = image
    if context.isPortrait, let file = image.portraitFile { image.file = file }
    image.portraitFile = nil
    if let trouble = context.troubles[image.file] { return PlayMoment(.nothing([trouble])) }
    return PlayMoment(.image(image))
  }

  /// A moment as what plays it sees it: within its turn, with the turn's name and transition.
  ///
  /// `began` tells the turn from others; `since` and `until` are its part that lies around this moment.
  func placed(
    _ inner: PlayMoment, named name: String, began: WallTime?, since: WallTime?, until: WallTime?,
    transition: TransitionDescription
  ) -> PlayMoment {
    var moment = inner
    moment.item = inner.item.isEmpty ? name : "\(name)/\(inner.item)"
    moment.turn = inner.turn ?? began
    moment.until = earlier(inner.until, until)
    if let since, inner.since.map({ $0 <= since }) ?? true {
      moment.since = since
      moment.transition = transition
    }
    return moment
  }

  /// The one that comes first; nil is without end.
  func earlier(_ left: WallTime?, _ right: WallTime?) -> WallTime? {
    guard let left else { return right }
    guard let right else { return left }
    return min(left, right)
  }

  /// The one that comes last; nil is for ever since.
  func later(_ left: WallTime?, _ right: WallTime?) -> WallTime? {
    guard let left else { return right }
    guard let right else { return left }
    return max(left, right)
  }
}
