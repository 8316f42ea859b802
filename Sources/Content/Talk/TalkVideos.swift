package import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing

/// The videos on the slides of a talk, which the deck and the notes name. Their files have to be in the deck's folder or below it.
package final class TalkVideos {
  /// Called after the videos of a slide, or the troubles of files, have changed.
  package var didChange: (() -> Void)?
  /// The trouble of the first slide with one, as a sentence.
  package private(set) var trouble: String?
  /// The names of all videos, as the deck and the notes name them; nil if there are none.
  package private(set) var names: [String]?
  private let folder: String
  private let part: PagePart
  private let media: any MediaLibrary
  /// The videos that the document names, and the number of its pages.
  private var document: (named: [PageVideo], pageCount: Int) = ([], 0)
  /// The notes that were set, by the number of the slide.
  private var notes: [Int: String] = [:]
  private var slides: [Int: [SlideVideo]] = [:]
  /// The reasons why files cannot be played, by path.
  private var troubles: [String: String] = [:]
  /// The files that no player could play, by path. A changed file is tried again.
  private var failures: [String: String] = [:]
  private var watch: (any MediaWatch)?
  /// Forgets failures that may pass.
  private var retryTimer: (any DisplayTimer)?
  /// Reports failures in a later turn, because players fail while a slide is laid out.
  private var reportTimer: (any DisplayTimer)?
  private let clock: any DisplayClock

  private static let mostOfSlide = 4
  /// The time after which a failure that may pass is forgotten, in nanoseconds.
  private static let retryPause: UInt64 = 5_000_000_000

  init(of deck: String, part: PagePart, _ resources: ContentResources) {
    folder = MediaPath.folder(ofFile: deck)
    self.part = part
    clock = resources.clock.screens
    media = resources.media.confined(to: folder, rule: Self.rule(folder))
    retryTimer = clock.makeTimer { [weak self] in self?.forgetFailures() }
    reportTimer = clock.makeTimer { [weak self] in self?.report() }
  }

  private static func rule(_ folder: String) -> String {
    "the videos of a talk have to be in the folder of its deck, \(folder), or below it"
  }

  /// Takes the videos that the document names.
  func setNamed(_ videos: [PageVideo], pageCount: Int) {
    document = (videos, pageCount)
    update()
  }

  /// Takes the notes that were set, by the number of the slide. They replace the text annotations of their slides.
  package func setNotes(_ notes: [Int: String]) {
    guard notes != self.notes else { return }
    self.notes = notes
    update()
  }

  package func videos(on page: Int) -> [SlideVideo] { slides[page] ?? [] }

  /// The reason why a video cannot be played; nil if there is none.
  package func trouble(of video: SlideVideo) -> String? {
    guard !video.name.isEmpty else { return Self.containedReason }
    guard let path = path(of: video) else { return "\(video.name): \(Self.rule(folder)); copy the file there" }
    return troubles[path] ?? failures[path]
  }

  private static let containedReason =
    "its video is inside the deck, and cannot be played from there: save it beside the deck, and write the line "
    + "\"video: FILE\" into the notes of the slide"

  /// Opens the file of a video.
  func open(_ video: SlideVideo) throws(MediaTrouble) -> (file: MediaFile, path: String) {
    guard let path = path(of: video) else { throw .missing(path: video.name) }
    return (try media.open(path), path)
  }

  /// Records that a player could not play a video.
  func didFail(_ video: SlideVideo, _ reason: String, mayPass: Bool) {
    guard let path = path(of: video) else { return }
    failures[path] = reason
    if mayPass { retryTimer?.arm(at: clock.now.advanced(by: Self.retryPause)) }
    reportTimer?.arm(at: clock.now)
  }

  func close() {
    watch = nil
    retryTimer?.disarm()
    reportTimer?.disarm()
    didChange = nil
  }

  private func forgetFailures() {
    failures = [:]
    report()
  }

  private func update() {
    let (named, pageCount) = document
    var places = placed()
    for page in Set(named.filter(\.isOfNotes).map(\.page)).union(notes.keys)
    where (1...max(1, pageCount)).contains(page) {
      let names = notes[page].map(PageVideo.names) ?? named.filter { $0.page == page && $0.isOfNotes }.map(\.name)
      for name in names { add(SlideVideo(name), to: &places[page, default: []]) }
    }
    var count = 0
    slides = [:]
    for (page, videos) in places.sorted(by: { $0.key < $1.key }) where !videos.isEmpty && count < PageVideos.most {
      slides[page] = Array(videos.prefix(Self.mostOfSlide))
      count += videos.count
    }
    let found = Set(slides.values.joined().map(\.name)).subtracting([""])
    names = found.isEmpty ? nil : found.sorted()
    let paths = Set(slides.values.joined().compactMap { path(of: $0) })
    watch = paths.isEmpty ? nil : media.watch(paths) { [weak self] in self?.filesDidChange($0.intersection(paths)) }
    troubles = [:]
    check(paths)
    report()
  }

  /// The videos that the document gives a place.
  private func placed() -> [Int: [SlideVideo]] {
    var slides: [Int: [SlideVideo]] = [:]
    for video in document.named where !video.isOfNotes && video.page <= document.pageCount {
      let found = SlideVideo(video.name, at: video.place, loops: video.loops)
      guard found.name.isEmpty || MediaPath.isVideo(found.name), let place = part.share(of: video.place) else {
        continue
      }
      let placed = found.moved(to: place)
      // A link of two lines has two rectangles, and its file plays in the larger one.
      let index = slides[video.page]?.firstIndex { !$0.name.isEmpty && path(of: $0) == path(of: placed) }
      if let index, let known = slides[video.page]?[index] {
        if place.width * place.height > known.place.width * known.place.height { slides[video.page]?[index] = placed }
      } else {
        slides[video.page, default: []].append(placed)
      }
    }
    return slides
  }

  /// Adds a video of the notes. It takes the place of the same video in the deck, or of one without a file.
  private func add(_ video: SlideVideo, to videos: inout [SlideVideo]) {
    guard MediaPath.isVideo(video.name) else { return }
    let same = videos.firstIndex { !$0.name.isEmpty && path(of: $0) == path(of: video) }
    guard let index = same ?? videos.firstIndex(where: \.name.isEmpty) else { return videos.append(video) }
    videos[index] = video.moved(to: videos[index].place)
  }

  private func filesDidChange(_ paths: Set<String>) {
    for path in paths { failures[path] = nil }
    check(paths)
    report()
  }

  private func check(_ paths: Set<String>) {
    for path in paths {
      do throws(MediaTrouble) {
        _ = try media.open(path)
        troubles[path] = nil
      } catch {
        troubles[path] = error.description
      }
    }
  }

  private func report() {
    let found = allTroubles
    trouble = found.first.map { found.count > 1 ? "\($0) (and \(found.count - 1) more)" : $0 }
    didChange?()
  }

  /// The troubles of all videos, each as a sentence.
  package var allTroubles: [String] {
    slides.sorted { $0.key < $1.key }.flatMap { page, videos in
      videos.compactMap { video in trouble(of: video).map { "slide \(page): \($0)" } }
    }
  }

  /// The absolute path; nil if the deck names no file, or one outside of its folder. A path of another folder, as some programs write it,
  /// stands for its file in the deck's folder.
  private func path(of video: SlideVideo) -> String? {
    guard !video.name.isEmpty else { return nil }
    let inside = folder == "/" ? folder : folder + "/"
    if video.name.hasPrefix("/") {
      let path = MediaPath.fullPath(video.name)
      return path.hasPrefix(inside) ? path : path.split(separator: "/").last.map { inside + $0 }
    }
    let path = MediaPath.fullPath(inside + video.name)
    return path.hasPrefix(inside) ? path : nil
  }
}

extension PagePart {
  /// The least share of a side that counts.
  private static let leastShare = 0.001

  /// The shares of this part that a place on the whole page covers; nil if it is outside.
  func share(of place: PointRect) -> PointRect? {
    let area = self.place(width: 1, height: 1)
    let (left, right) = (max(place.x, area.x), min(place.maxX, area.maxX))
    let (top, bottom) = (max(place.y, area.y), min(place.maxY, area.maxY))
    guard right - left > Self.leastShare, bottom - top > Self.leastShare else { return nil }
    return PointRect(
      x: (left - area.x) / area.width, y: (top - area.y) / area.height, width: (right - left) / area.width,
      height: (bottom - top) / area.height)
  }
}
