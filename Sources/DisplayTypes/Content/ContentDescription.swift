/// What a scene shows, as the configuration, `show` and a session's state say it.
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
}
