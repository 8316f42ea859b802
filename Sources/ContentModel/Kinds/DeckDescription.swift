public import DisplayTypes

/// The pages of a PDF file, one at a time.
public struct DeckDescription: Hashable, Sendable {
  /// The file's absolute path.
  public var file: String
  /// The absolute path of the file that is shown instead where the room is higher than wide; nil for the same.
  public var portraitFile: String?
  /// The page that is shown, from 1; the last one where there are fewer.
  public var page: Int
  /// How long each page is shown before the next one, in milliseconds; nil where only a command turns pages.
  ///
  /// The pages begin at `page`, and come round for ever, in a playlist until the item is over.
  public var pageMilliseconds: Int?
  /// When `page` was or is shown first, where pages turn by themselves; nil for the turn of the playlist or schedule that it is in, else 1970.
  public var start: WallTime?
  /// Around pages of another shape than the screen.
  public var background: Color
  /// How one page gives way to the next.
  public var transition: TransitionDescription

  /// Makes a deck's description.
  public init(
    file: String, page: Int = 1, pageMilliseconds: Int? = nil, start: WallTime? = nil, background: Color = .black,
    transition: TransitionDescription = .cut, portraitFile: String? = nil
  ) {
    self.file = file
    self.portraitFile = portraitFile
    self.page = page
    self.pageMilliseconds = pageMilliseconds
    self.start = start
    self.background = background
    self.transition = transition
  }

  /// The file for a room of that size.
  public func file(for room: PixelSize) -> String {
    room.height > room.width ? portraitFile ?? file : file
  }
}

extension DeckDescription {
  /// The highest page that can be asked for.
  public static let mostPages = 100_000
}
