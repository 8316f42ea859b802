internal import DisplayTypes

/// A screen that is in the mode that is due already, with what the daemon's life before, a boot splash or a console has left on it.
///
/// That stays until the first picture is laid out. A screen that this daemon has lit is never one: what was there is somebody's, and goes.
struct TakeOver {
  /// What the first picture is.
  struct Awaited: Equatable {
    var shown: ShownPicture
    var cover: PictureCover
    var content: ContentDescription?
  }

  /// What is waited for; nil before anything is laid out.
  var awaited: Awaited?
  /// When what stands there goes all the same.
  let end: MonotonicTime

  /// As long as the first text may take (`RasterizerSettings`): before that, black would come between the splash and the text.
  static let patience: UInt64 = 15_000_000_000
}
