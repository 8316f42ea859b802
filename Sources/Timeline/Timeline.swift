public import DisplayTypes

/// What a content shows at a time: a pure function, the same on every box that has the same files.
public enum Timeline {
  /// What `content` shows at `time`.
  ///
  /// Of a layout this is the layout: each region has a timeline of its own.
  public static func moment(of content: ContentDescription, at time: WallTime, in context: PlayContext) -> PlayMoment {
    Play(time: time, context: context).moment(of: content, in: .outermost)
  }
}
