package import DisplayTypes

/// A video on a slide of a talk, as the deck or the speaker's notes name it.
package struct SlideVideo: Hashable, Sendable {
  /// The file as it is named, without options; empty if the deck names none.
  package let name: String
  /// The place in shares of the slide, from its upper left corner.
  package let place: PointRect
  package let options: Options

  /// The words after `?` in the name of a video, joined by `&`, as in `clip.mp4?autostart&loop`. They are those of pdfpc.
  package struct Options: Hashable, Sendable {
    /// Whether it starts when its slide is shown.
    package var startsWithSlide = false
    /// Whether it begins again at its end. Otherwise its last picture stays.
    package var loops = false
    package var sound = SoundOutput.display
    /// The beginning and the end of the played part, in milliseconds; nil for those of the file.
    package var fromMilliseconds: Int?
    package var toMilliseconds: Int?

    package init() {}

    /// Nil if a word is unknown.
    init?(_ words: Substring) {
      for word in words.split(separator: "&", omittingEmptySubsequences: false) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, take(name, parts.count > 1 ? parts[1] : nil) else { return nil }
      }
    }

    private mutating func take(_ name: Substring, _ value: Substring?) -> Bool {
      switch (name, value) {
      case ("autostart", nil): startsWithSlide = true
      case ("loop", nil): loops = true
      case ("noaudio", nil): sound = .off
      case ("noprogress", nil): break
      case ("sound", let value?):
        guard let output = SoundOutput(String(value)) else { return false }
        sound = output
      case ("start", let value?):
        guard let milliseconds = Self.milliseconds(value) else { return false }
        fromMilliseconds = milliseconds
      case ("stop", let value?):
        guard let milliseconds = Self.milliseconds(value) else { return false }
        toMilliseconds = milliseconds
      default: return false
      }
      return true
    }

    /// A number of seconds, up to a day.
    private static func milliseconds(_ seconds: Substring) -> Int? {
      guard let number = Double(seconds), number >= 0, number <= 86_400 else { return nil }
      return Int((number * 1000).rounded())
    }
  }

  /// Reads a name with options. If the words after the last `?` are no options, they belong to the name.
  package init(_ text: String, at place: PointRect = PointRect(x: 0, y: 0, width: 1, height: 1), loops: Bool = false) {
    self.place = place
    var (name, options) = (text[...], Options())
    if let mark = text.lastIndex(of: "?"), let known = Options(text[text.index(after: mark)...]) {
      (name, options) = (text[..<mark], known)
    }
    if loops { options.loops = true }
    if let to = options.toMilliseconds, to <= options.fromMilliseconds ?? 0 { options.toMilliseconds = nil }
    self.name = String(name)
    self.options = options
  }

  /// The same video at another place.
  package func moved(to place: PointRect) -> SlideVideo { SlideVideo(name: name, place: place, options: options) }

  private init(name: String, place: PointRect, options: Options) {
    (self.name, self.place, self.options) = (name, place, options)
  }

  /// Whether a point, in shares of the slide, is on the video.
  package func contains(x: Double, y: Double) -> Bool {
    (place.x...place.maxX).contains(x) && (place.y...place.maxY).contains(y)
  }
}
