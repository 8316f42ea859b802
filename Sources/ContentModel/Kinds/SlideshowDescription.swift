package import DisplayTypes

/// The pictures and videos of a folder as an endless playlist in the order of their names; changes of the folder take effect at once.
public struct SlideshowDescription: Hashable, Sendable {
  /// An absolute path.
  package var folder = ""
  package var itemMilliseconds = PlaylistDescription.usualItemMilliseconds
  /// Whether each round has another order.
  package var isShuffled = false
  package var fit = ImageFit.fit
  /// The colour around and behind the pictures.
  package var background = Color.black
  /// The transition between two pictures.
  package var transition = TransitionDescription.cut
}

extension SlideshowDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .slideshow, main: .path("folder"), sample: "{ folder: photos, duration: 8s }",
    example: "photos --duration 8s --shuffle --transition crossfade")
  package var content: ContentDescription { .slideshow(self) }
  package var path: String? { folder }

  mutating func visit(_ fields: inout ContentFields) {
    fields.field("folder", &folder, .path(.folder))
    fields.field(
      "duration", &itemMilliseconds, .duration, help: "the time for each item, picture or page, as 8s, 1m30s or 8")
    fields.field("shuffle", &isShuffled, .flag, help: "use another order in each round")
    fields.field("fit", &fit, .word)
    fields.field("background", &background, .color)
    fields.field("transition", &transition, .transition)
  }

  package func add(to needs: inout ContentNeeds) {
    needs.add(folder: folder)
    needs.time = true
  }

  package func length(in query: TimelineQuery) -> Int64? {
    guard let files = query.context.folders[folder], !files.isEmpty else { return nil }
    return files.reduce(0) { $0.addedSaturating(length(of: $1, in: query)) }
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    let context = query.context
    if let trouble = context.troubles[folder] { return TimelineMoment(leaf: .nothing([trouble])) }
    guard let pictures = context.folders[folder] else { return TimelineMoment(leaf: .nothing([])) }
    guard !pictures.isEmpty else { return TimelineMoment(leaf: .nothing([TimelineContext.emptiness(of: folder)])) }
    let lengths: PlaylistRounds.Lengths =
      pictures.contains(where: MediaPath.isVideo)
      ? .each(pictures.map { length(of: $0, in: query) })
      : .same(TimelineQuery.slot(itemMilliseconds), count: pictures.count)
    let rounds = PlaylistRounds(lengths, isShuffled: isShuffled, in: turn)
    return query.play(
      rounds, transition: { _ in transition }, name: { MediaPath.lastPart(of: pictures[$0]) },
      inner: { index, turn in
        let file = pictures[index]
        guard MediaPath.isVideo(file) else {
          return ImageDescription(file: file, fit: fit, background: background).moment(in: query, turn)
        }
        return video(file).moment(in: query, turn)
      })
  }

  private func video(_ file: String) -> VideoDescription {
    VideoDescription(file: file, fit: fit, background: background, loops: false)
  }

  /// The time of a file, in nanoseconds: a video takes its own length.
  private func length(of file: String, in query: TimelineQuery) -> Int64 {
    (MediaPath.isVideo(file) ? video(file).length(in: query) : nil) ?? TimelineQuery.slot(itemMilliseconds)
  }
}
