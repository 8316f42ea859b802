/// What a scene shows, as the configuration, `show` and a session's state say it.
public enum ContentDescription: Hashable, Sendable {
  case color(Color)
  case pattern(PatternName)
  case banner(BannerDescription)
}
