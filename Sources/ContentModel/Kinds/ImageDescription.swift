package import DisplayTypes

/// A picture from a file.
public struct ImageDescription: Hashable, Sendable {
  /// An absolute path.
  package var file = ""
  package var fit = ImageFit.fit
  /// The colour around the picture, and behind its transparent parts.
  package var background = Color.black
  /// The absolute path of the file for portrait screens; nil for `file`.
  package var portraitFile: String?
}

extension ImageDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .image, main: .path("file"), sample: "{ file: menu.png }", example: "menu.png --fit fill")
  package var content: ContentDescription { .image(self) }
  package var path: String? { file }
  package var summary: String { "image \(file)" }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("file", &file, .path(.picture))
    fields.field("fit", &fit, .word, help: "fit, fill, stretch or center")
    fields.field("background", &background, .color)
    fields.field("portrait", &portraitFile, .path(.picture), help: "another file for screens in portrait orientation")
  }

  package func add(to needs: inout ContentNeeds) { needs.add(file: file, portraitFile: portraitFile) }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    var image = self
    if query.context.isPortrait, let file = portraitFile { image.file = file }
    image.portraitFile = nil
    if let trouble = query.context.troubles[image.file] { return TimelineMoment(leaf: .nothing([trouble])) }
    return TimelineMoment(leaf: .content(.image(image)))
  }
}
