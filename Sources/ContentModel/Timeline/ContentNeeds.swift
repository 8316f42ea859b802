/// The files and clocks that are needed to play a content and everything in it.
package struct ContentNeeds: Sendable {
  package private(set) var paths: Set<String> = []
  /// The folders of `paths`, whose pictures have to be listed.
  package private(set) var folders: Set<String> = []
  /// The decks of `paths` whose pages turn by themselves, and have to be counted.
  package internal(set) var decks: Set<String> = []
  /// Nil is the machine's own zone.
  package private(set) var zones: Set<String?> = []
  /// Whether the picture depends on the time of day.
  package internal(set) var time = false
  /// Whether something else is shown until the time of day is known to be right.
  package internal(set) var rightClock = false
  /// Whether the screen's power depends on the time of day.
  package internal(set) var power = false
  /// Whether it has a set-up card.
  package internal(set) var setup = false
  private let isPortrait: Bool?

  /// - Parameter isPortrait: nil for screens of any shape.
  package init(of content: ContentDescription, isPortrait: Bool? = nil) {
    self.isPortrait = isPortrait
    add(content)
  }

  private mutating func add(_ content: ContentDescription) {
    content.value.add(to: &self)
    for part in content.parts { add(part) }
  }

  /// Adds a file, and the one for rooms that are higher than wide.
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
