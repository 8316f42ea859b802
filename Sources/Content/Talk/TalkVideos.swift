package import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// The videos on the slides of a talk, which the deck and the notes name. Their files have to be in the deck's folder or below it.
package final class TalkVideos {
  /// Called after the videos of a slide, or the troubles of files, have changed.
  package var didChange: (() -> Void)?
  private let folder: String
  private let part: PagePart
  private let media: any MediaLibrary
  private var named: [PageVideo] = []
  /// The notes that were set, by the number of the slide.
  private var notes: [Int: String] = [:]
  private var slides: [Int: [SlideVideo]] = [:]
  /// The reasons why files cannot be played, by path.
  private var troubles: [String: MediaTrouble] = [:]
  private var watch: (any MediaWatch)?

  /// The most videos of a slide.
  private static let mostOfSlide = 4

  init(of deck: String, part: PagePart, _ media: any MediaLibrary) {
    folder = MediaPath.folder(ofFile: deck)
    self.part = part
    self.media = media.confined(
      to: folder, rule: "the videos of a talk have to be in the folder of its deck, \(folder), or below it")
  }

  /// Takes the videos that the document names.
  func setNamed(_ videos: [PageVideo]) {
    named = videos
    update()
  }

  /// Takes the notes that were set, by the number of the slide. They replace the text annotations of their slides.
  package func setNotes(_ notes: [Int: String]) {
    self.notes = notes
    update()
  }

  package func videos(on page: Int) -> [SlideVideo] { slides[page] ?? [] }

  /// The reason why a video cannot be played; nil if there is none.
  package func trouble(of video: SlideVideo) -> String? {
    guard let path = path(of: video) else { return Self.containedReason }
    return troubles[path]?.description
  }

  /// The trouble of the first slide with one, as a sentence.
  package var trouble: String? {
    var found = slides.sorted { $0.key < $1.key }.flatMap { page, videos in
      videos.compactMap { video in trouble(of: video).map { "slide \(page): \($0)" } }
    }
    found += crowded.map {
      "slide \($0) names more than \(Self.mostOfSlide) videos; the first \(Self.mostOfSlide) are used"
    }
    guard let first = found.first else { return nil }
    return found.count > 1 ? "\(first) (and \(found.count - 1) more of this kind)" : first
  }

  /// The names of videos whose files are missing; nil if there are none.
  package var missing: [String]? {
    let names = slides.values.joined().filter { video in
      if case .missing = path(of: video).flatMap({ troubles[$0] }) { true } else { false }
    }
    return names.isEmpty ? nil : Set(names.map(\.name)).sorted()
  }

  private static let containedReason =
    "its video is inside the deck, and cannot be played from there: save it beside the deck, and write the line "
    + "\"video: FILE\" into the notes of the slide"

  /// Opens the file of a video.
  func open(_ video: SlideVideo) throws(MediaTrouble) -> (file: MediaFile, path: String) {
    guard let path = path(of: video) else { throw .missing(path: video.name) }
    return (try media.open(path), path)
  }

  func close() {
    watch = nil
    didChange = nil
  }

  /// The pages that name too many videos.
  private var crowded: [Int] = []

  private func update() {
    var places = placed()
    for page in Set(named.filter(\.isOfNotes).map(\.page)).union(notes.keys) {
      let names = notes[page].map(PageVideo.names) ?? named.filter { $0.page == page && $0.isOfNotes }.map(\.name)
      for name in names { add(SlideVideo(name), to: &places[page, default: []]) }
    }
    crowded = places.filter { $0.value.count > Self.mostOfSlide }.map(\.key).sorted()
    slides = places.mapValues { Array($0.prefix(Self.mostOfSlide)) }.filter { !$0.value.isEmpty }
    let paths = Set(slides.values.joined().compactMap { path(of: $0) })
    watch = paths.isEmpty ? nil : media.watch(paths) { [weak self] _ in self?.check(paths) }
    check(paths)
  }

  /// The videos that the document gives a place.
  private func placed() -> [Int: [SlideVideo]] {
    var slides: [Int: [SlideVideo]] = [:]
    for video in named where !video.isOfNotes {
      let found = SlideVideo(video.name, at: video.place, loops: video.loops)
      guard found.name.isEmpty || MediaPath.isVideo(found.name), let place = part.share(of: video.place) else {
        continue
      }
      slides[video.page, default: []].append(found.moved(to: place))
    }
    return slides
  }

  /// Adds a video of the notes. It takes the place of the same video in the deck, or of one without a file.
  private func add(_ video: SlideVideo, to videos: inout [SlideVideo]) {
    guard
      let index = videos.firstIndex(where: { $0.name == video.name }) ?? videos.firstIndex(where: { $0.name.isEmpty })
    else { return videos.append(video) }
    videos[index] = video.moved(to: videos[index].place)
  }

  private func check(_ paths: Set<String>) {
    var found: [String: MediaTrouble] = [:]
    for path in paths {
      do throws(MediaTrouble) {
        _ = try media.open(path)
      } catch {
        found[path] = error
      }
    }
    troubles = found
    didChange?()
  }

  /// The absolute path; nil if the deck names no file. A path of another folder, as some programs write it, stands for its file in the deck's
  /// folder.
  private func path(of video: SlideVideo) -> String? {
    guard !video.name.isEmpty else { return nil }
    let inside = folder == "/" ? folder : folder + "/"
    guard video.name.hasPrefix("/") else { return MediaPath.fullPath(inside + video.name) }
    let path = MediaPath.fullPath(video.name)
    guard !path.hasPrefix(inside), let last = path.split(separator: "/").last else { return path }
    return inside + last
  }
}

extension PagePart {
  /// The shares of this part that a place on the whole page covers; nil if it is outside.
  func share(of place: PointRect) -> PointRect? {
    let area = self.place(width: 1, height: 1)
    let (left, right) = (max(place.x, area.x), min(place.maxX, area.maxX))
    let (top, bottom) = (max(place.y, area.y), min(place.maxY, area.maxY))
    guard right > left, bottom > top else { return nil }
    return PointRect(
      x: (left - area.x) / area.width, y: (top - area.y) / area.height, width: (right - left) / area.width,
      height: (bottom - top) / area.height)
  }
}
