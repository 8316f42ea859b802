internal import CPoppler
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// The videos that pages name: in links to files, in annotations for movies and screens, and in text annotations.
extension PageFile {
  /// Reads the videos of all pages. An unreadable page has none.
  func readVideos() throws(RasterError) -> WorkerAnswer {
    var videos: [PageVideo] = []
    for number in 1...pageCount where videos.count < PageVideos.most {
      guard let page = unsafe poppler_document_get_page(document, Int32(clamping: number - 1)) else { continue }
      defer { unsafe g_object_unref(UnsafeMutableRawPointer(page)) }
      unsafe videos += Self.videos(of: page, number)
    }
    let bytes = PageVideos(Array(videos.prefix(PageVideos.most))).encoded
    let memory = try unsafe OutputMemory.sealed(count: bytes.count) { start in
      unsafe start.copyMemory(from: bytes, byteCount: bytes.count)
    }
    return WorkerAnswer(outcome: .file(byteCount: bytes.count), memory: memory)
  }

  private static func videos(of page: OpaquePointer, _ number: Int) -> [PageVideo] {
    var size = (width: 0.0, height: 0.0)
    unsafe poppler_page_get_size(page, &size.width, &size.height)
    guard size.width > 0, size.height > 0 else { return [] }
    var videos: [PageVideo] = []
    func add(_ found: FoundVideo?, _ area: PopplerRectangle) {
      guard let found, found.name.utf8.count <= PageVideos.mostNameBytes, let place = place(of: area, size) else {
        return
      }
      videos.append(PageVideo(page: number, name: found.name, place: place, loops: found.loops))
    }
    unsafe eachLink(of: page) { action, area in add(unsafe video(ofLink: action), area) }
    unsafe eachAnnotation(of: page) { annotation, area in add(unsafe video(of: annotation), area) }
    for name in unsafe PageVideo.names(in: annotations(of: page)) {
      videos.append(PageVideo(page: number, name: name, isOfNotes: true))
    }
    return videos
  }

  private struct FoundVideo {
    /// Empty if the document contains the video.
    var name: String
    var loops = false
  }

  /// The file of a link; nil for other links. A link that controls a movie or a screen has no place for it.
  private static func video(ofLink action: UnsafeMutablePointer<PopplerAction>) -> FoundVideo? {
    let name: String? =
      switch unsafe action.pointee.type {
      case POPPLER_ACTION_URI: unsafe text(action.pointee.uri.uri).flatMap { isLocal($0) ? $0 : nil }
      case POPPLER_ACTION_LAUNCH: unsafe text(action.pointee.launch.file_name)
      case POPPLER_ACTION_GOTO_REMOTE: unsafe text(action.pointee.goto_remote.file_name)
      default: nil
      }
    return name.map { FoundVideo(name: fileName($0)) }
  }

  /// The file of a screen annotation.
  private static func video(ofScreen action: UnsafeMutablePointer<PopplerAction>) -> FoundVideo? {
    switch unsafe action.pointee.type {
    case POPPLER_ACTION_MOVIE: unsafe action.pointee.movie.movie.flatMap { unsafe movie($0) }
    case POPPLER_ACTION_RENDITION: unsafe action.pointee.rendition.media.map { unsafe video(ofMedia: $0) }
    default: nil
    }
  }

  private static func video(of annotation: OpaquePointer) -> FoundVideo? {
    switch unsafe poppler_annot_get_annot_type(annotation) {
    case POPPLER_ANNOT_MOVIE:
      return unsafe poppler_annot_movie_get_movie(annotation).flatMap { unsafe movie($0) }
    case POPPLER_ANNOT_SCREEN:
      return unsafe poppler_annot_screen_get_action(annotation).flatMap { unsafe video(ofScreen: $0) }
    // An annotation for rich media, whose file poppler does not report.
    case POPPLER_ANNOT_UNKNOWN: return FoundVideo(name: "")
    default: return nil
    }
  }

  private static func movie(_ movie: OpaquePointer) -> FoundVideo? {
    guard let name = unsafe text(poppler_movie_get_filename(movie)) else { return nil }
    return FoundVideo(
      name: fileName(name), loops: unsafe poppler_movie_get_play_mode(movie) == POPPLER_MOVIE_PLAY_MODE_REPEAT)
  }

  private static func video(ofMedia media: OpaquePointer) -> FoundVideo {
    let name = unsafe poppler_media_is_embedded(media) != 0 ? nil : text(poppler_media_get_filename(media))
    return FoundVideo(name: name.map { fileName($0) } ?? "", loops: unsafe poppler_media_get_repeat_count(media) == 0)
  }

  /// Whether an address has the scheme `file`, or none.
  private static func isLocal(_ address: String) -> Bool {
    address.lowercased().hasPrefix("file:") || !address.utf8.contains(UInt8(ascii: ":"))
  }

  /// The path in the name of a file, which may be an address with the scheme `file`.
  static func fileName(_ name: String) -> String {
    var path = name[...]
    if name.lowercased().hasPrefix("file:") {
      path = name.dropFirst("file:".count)
      if path.hasPrefix("//") {
        // Some programs write two slashes before the name of a file, where a host belongs.
        let rest = path.dropFirst(2)
        path = rest.firstIndex(of: "/").map { rest[$0...] } ?? rest
      }
    }
    guard let plain = unsafe g_uri_unescape_string(String(path), nil) else { return String(path) }
    defer { unsafe g_free(plain) }
    return unsafe String(cString: plain)
  }

  /// A text of poppler, which owns it; nil for an empty one.
  private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    let copy = unsafe String(cString: text)
    return copy.isEmpty ? nil : copy
  }

  /// The shares of the page that an area covers; nil for an area outside the page. poppler counts from the lower left corner.
  private static func place(of area: PopplerRectangle, _ size: (width: Double, height: Double)) -> PointRect? {
    func share(_ value: Double, _ whole: Double) -> Double { value.isFinite ? min(max(0, value / whole), 1) : 0 }
    let (left, right) = (share(min(area.x1, area.x2), size.width), share(max(area.x1, area.x2), size.width))
    let (low, high) = (share(min(area.y1, area.y2), size.height), share(max(area.y1, area.y2), size.height))
    guard right - left > 0.001, high - low > 0.001 else { return nil }
    return PointRect(x: left, y: 1 - high, width: right - left, height: high - low)
  }

  private static func eachLink(
    of page: OpaquePointer, _ body: (UnsafeMutablePointer<PopplerAction>, PopplerRectangle) -> Void
  ) {
    let list = unsafe poppler_page_get_link_mapping(page)
    defer { unsafe poppler_page_free_link_mapping(list) }
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.next
      guard let data = unsafe entry.pointee.data else { continue }
      let mapping = unsafe data.assumingMemoryBound(to: PopplerLinkMapping.self).pointee
      guard let action = unsafe mapping.action else { continue }
      unsafe body(action, mapping.area)
    }
  }
}
