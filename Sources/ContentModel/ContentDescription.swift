public import DisplayTypes

/// The content of a scene in the form of the configuration, `show` and a session's state. The file of a kind's value in `Kinds` has
/// everything about that kind, except its case and its lines in the two tables below.
public indirect enum ContentDescription: Hashable, Sendable {
  case color(Color)
  case pattern(PatternName)
  case banner(BannerDescription)
  case image(ImageDescription)
  case slideshow(SlideshowDescription)
  case playlist(PlaylistDescription)
  case schedule(ScheduleDescription)
  case deck(DeckDescription)
  case ticker(TickerDescription)
  case clock(ClockDescription)
  case countdown(CountdownDescription)
  case qrCode(QRCodeDescription)
  case layout(LayoutDescription)
  case setup(SetupDescription)
  case surface(SurfaceDescription)
  case video(VideoDescription)
  case stream(StreamDescription)
}

/// The kinds of content, in the words of the configuration, the socket and the command line.
package enum ContentKind: String, Hashable, Sendable, CaseIterable {
  case color, pattern, banner, image, slideshow, playlist, schedule, deck, ticker, clock, countdown
  case qrCode = "qr"
  case layout, setup, surface, video, stream
}

extension ContentKind {
  package var type: any ContentValue.Type {
    switch self {
    case .color: Color.self
    case .pattern: PatternName.self
    case .banner: BannerDescription.self
    case .image: ImageDescription.self
    case .slideshow: SlideshowDescription.self
    case .playlist: PlaylistDescription.self
    case .schedule: ScheduleDescription.self
    case .deck: DeckDescription.self
    case .ticker: TickerDescription.self
    case .clock: ClockDescription.self
    case .countdown: CountdownDescription.self
    case .qrCode: QRCodeDescription.self
    case .layout: LayoutDescription.self
    case .setup: SetupDescription.self
    case .surface: SurfaceDescription.self
    case .video: VideoDescription.self
    case .stream: StreamDescription.self
    }
  }
}

extension ContentDescription {
  package var value: any ContentValue {
    switch self {
    case .color(let value): value
    case .pattern(let value): value
    case .banner(let value): value
    case .image(let value): value
    case .slideshow(let value): value
    case .playlist(let value): value
    case .schedule(let value): value
    case .deck(let value): value
    case .ticker(let value): value
    case .clock(let value): value
    case .countdown(let value): value
    case .qrCode(let value): value
    case .layout(let value): value
    case .setup(let value): value
    case .surface(let value): value
    case .video(let value): value
    case .stream(let value): value
    }
  }

  /// The largest number of contents in one content, counting itself and all its parts.
  package static let mostContents = 5_000
  /// The deepest nesting of contents; a picture in a playlist in a schedule is at the third level.
  package static let mostLevels = 6

  package var kind: ContentKind { type(of: value).form.kind }
  package var parts: [ContentDescription] { value.parts }
  package var written: [String: MessageValue] { [kind.rawValue: value.written] }

  /// The name of an item without a configured one: its file's name, otherwise its kind and its place from 1.
  func name(at index: Int) -> String { value.path.map(MediaPath.lastPart) ?? "\(kind.rawValue) \(index + 1)" }
}
