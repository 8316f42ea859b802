package import DisplayTypes

/// The pixels of another process (`docs/surfaces.md`).
public struct SurfaceDescription: Hashable, Sendable {
  /// The name that the process gives.
  package var name = ""
  /// The colour around the pixels, behind their transparent parts, and before the first frame.
  package var background = Color.black

  /// The largest number of bytes of a name in a message.
  package static let longestName = 63
}

extension SurfaceDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .surface, main: .text("name"), sample: "{ name: clock }", example: "clock")
  package var content: ContentDescription { .surface(self) }
  package var summary: String { "surface \(name)" }

  package func add(to needs: inout ContentNeeds) { needs.surfaces.insert(name) }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("name", &name, .text("a name, as \"clock\"", maximum: Self.longestName, isEmptyAllowed: false))
    fields.field("background", &background, .color)
  }
}
