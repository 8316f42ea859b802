package import DisplayTypes

/// The files and clocks that content and all its parts need.
package struct ContentNeeds: Sendable {
  package private(set) var paths: Set<String> = []
  /// The folders of `paths` whose pictures must be listed.
  package private(set) var folders: Set<String> = []
  /// The decks of `paths` whose pages turn by themselves, and must be counted.
  package internal(set) var decks: Set<String> = []
  /// The videos of `paths` whose lengths are those of their items, and must be measured.
  package internal(set) var clips: Set<String> = []
  /// The streams.
  package internal(set) var streams: Set<StreamAddress> = []
  /// The streams of `streams` whose servers may be this machine, or at the other end of its cable.
  package internal(set) var nearStreams: Set<NearStream> = []
  /// The names of the surfaces.
  package internal(set) var surfaces: Set<String> = []
  /// The time zones; nil is the machine's own zone.
  package private(set) var zones: Set<String?> = []
  /// Whether the picture depends on the time of day.
  package internal(set) var time = false
  /// Whether other content is shown until the time of day is known to be right.
  package internal(set) var rightClock = false
  /// Whether the screen's power depends on the time of day.
  package internal(set) var power = false
  /// Whether the rasteriser draws a text or a code of the content.
  package internal(set) var texts = false
  /// Whether the content has a set-up card.
  package internal(set) var setup = false
  private let isPortrait: Bool?

  /// - Parameter isPortrait: the shape of the screen; nil for all shapes.
  package init(of content: ContentDescription, isPortrait: Bool? = nil) {
    self.isPortrait = isPortrait
    add(content)
  }

  private mutating func add(_ content: ContentDescription) {
    content.value.add(to: &self)
    let shown = isPortrait.map { content.arranged(isPortrait: $0) } ?? content
    for part in shown.parts { add(part) }
  }

  /// Adds a file, and the file for portrait screens.
  mutating func add(file: String, portraitFile: String?) {
    if isPortrait != true || portraitFile == nil { paths.insert(file) }
    if isPortrait != false, let portraitFile { paths.insert(portraitFile) }
  }

  mutating func add(folder: String) {
    paths.insert(folder)
    folders.insert(folder)
  }

  mutating func addTime(zone: String?) {
    zones.insert(zone)
    time = true
    rightClock = true
  }
}
