package import DisplayTypes

/// A video file.
public struct VideoDescription: Hashable, Sendable {
  /// An absolute path.
  package var file = ""
  package var fit = ImageFit.fit
  /// The colour around the picture.
  package var background = Color.black
  /// Whether it begins again at its end. Otherwise its last picture stays.
  package var loops = true
  /// The beginning and the end of the played part, in milliseconds; nil for those of the file.
  package var fromMilliseconds: Int?
  package var toMilliseconds: Int?
  /// The absolute path of the file for portrait screens; nil for `file`.
  package var portraitFile: String?
  package var sound = SoundOutput.off
  /// The volume of the sound, from 0 to 100.
  package var volume = 100
}

/// The place where the sound of a video plays.
public enum SoundOutput: Hashable, Sendable {
  case off
  /// The display of the screen.
  case display
  /// A device of ALSA by its name, as `hw:0,3`.
  case named(String)

  static let expected = "off, hdmi, or a device of ALSA, as hw:0,3"

  init?(_ text: String) {
    switch text {
    case "off": self = .off
    case "hdmi": self = .display
    default:
      // ALSA would read other characters as a definition of a device.
      let isName = text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || ":=,._-".utf8.contains($0)
      }
      guard isName, (1...64).contains(text.utf8.count) else { return nil }
      self = .named(text)
    }
  }

  var text: String {
    switch self {
    case .off: "off"
    case .display: "hdmi"
    case .named(let name): name
    }
  }
}

extension VideoDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .video, main: .path("file"), sample: "{ file: clip.mp4 }", example: "clip.mp4 --fit fill")
  package var content: ContentDescription { .video(self) }
  package var path: String? { file }
  package var summary: String { "video \(file)" }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("file", &file, .path(.video))
    fields.field("fit", &fit, .word)
    fields.field("background", &background, .color)
    fields.field("loop", &loops, .flag, help: "false stops at the last picture")
    fields.field("from", &fromMilliseconds, .duration(from: 0), help: "the beginning of the played part, as 1m30s")
    fields.field("to", &toMilliseconds, .duration, help: "the end of the played part")
    fields.field(
      "sound", &sound,
      FieldType("a device for sound", expected: SoundOutput.expected, write: { .text($0.text) }, read: SoundOutput.init)
        .option(.text("device")), help: "hdmi for the sound of the display, or a device of ALSA")
    fields.field("volume", &volume, .whole(in: 0...100, what: "a volume"), help: "from 0 to 100")
    fields.field("portrait", &portraitFile, .path(.video))
    guard let section = fields.section, let entry = section.entry("to"), !fields.isRefused, let toMilliseconds,
      toMilliseconds <= fromMilliseconds ?? 0
    else { return }
    section.errors.add(
      entry.mark, section.path("to"), "the end of the part is not after its beginning", expected: "a time after from")
    fields.refuse()
  }

  package func add(to needs: inout ContentNeeds) {
    needs.add(file: file, portraitFile: portraitFile)
    needs.time = true
  }

  /// The length of the played part once.
  package func length(in query: TimelineQuery) -> Int64? {
    guard let whole = query.context.clipLengths[file(in: query)] else { return nil }
    let begin = Int64(fromMilliseconds ?? 0).multipliedSaturating(by: 1_000_000)
    let end = toMilliseconds.map { min(whole, Int64($0).multipliedSaturating(by: 1_000_000)) } ?? whole
    let shortest = TimelineQuery.slot(0)
    return max(shortest, end.addedSaturating(-begin))
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    var video = self
    video.file = file(in: query)
    video.portraitFile = nil
    if let trouble = query.context.troubles[video.file] { return TimelineMoment(leaf: .nothing([trouble])) }
    return TimelineMoment(leaf: .content(.video(video)))
  }

  /// The files, of which each is for another shape of screens.
  package var files: Set<String> { [file, portraitFile ?? file] }

  private func file(in query: TimelineQuery) -> String { query.context.isPortrait ? portraitFile ?? file : file }
}
