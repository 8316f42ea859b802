package import DisplayTypes

/// The videos that the pages of a document name. The worker replies with them in a file.
public struct PageVideos: Hashable, Sendable {
  /// The most videos of a document. Further ones are left out.
  package static let most = 256
  /// The maximum length of a name in bytes of UTF-8. A video with a longer name is left out.
  package static let mostNameBytes = 1024
  /// The most bytes of a file: counts, and names with their lengths, places and flags.
  package static let maximumFileBytes = 4 + most * (4 + 4 + mostNameBytes + 4 * 8 + 2)

  /// In the order of the pages.
  package var videos: [PageVideo]

  package init(_ videos: [PageVideo]) { self.videos = videos }

  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(count: videos.count)
    for video in videos {
      writer.write(count: video.page)
      writer.write(video.name)
      for number in [video.place.x, video.place.y, video.place.width, video.place.height] { writer.write(number) }
      writer.write(flag: video.isOfNotes)
      writer.write(flag: video.loops)
    }
    return writer.bytes
  }

  /// Reads a file and checks every number in it.
  package init(decoding bytes: ArraySlice<UInt8>) throws(CodecError) {
    var reader = ByteReader(bytes)
    let count = try reader.readCount()
    guard count <= Self.most else { throw .invalid("count of videos") }
    videos = []
    for _ in 0..<count {
      let page = try reader.readCount()
      guard PictureLimits.pages.contains(page) else { throw .invalid("page") }
      let name = try reader.readText(limit: Self.mostNameBytes)
      let place = PointRect(
        x: try reader.readDouble(), y: try reader.readDouble(), width: try reader.readDouble(),
        height: try reader.readDouble())
      guard PageVideo.isPlace(place) else { throw .invalid("place") }
      videos.append(
        PageVideo(
          page: page, name: name, place: place, isOfNotes: try reader.readFlag(), loops: try reader.readFlag()))
    }
    try reader.finish()
  }
}

/// A video that a page names.
package struct PageVideo: Hashable, Sendable {
  /// The number of the page, from 1.
  package var page: Int
  /// The file as the document names it, with its options; empty if the document contains the video, or names no file.
  package var name: String
  /// The place in shares of the whole page, from its upper left corner.
  package var place: PointRect
  /// Whether a text annotation names it, which has no place for it.
  package var isOfNotes: Bool
  /// Whether the document asks for its repetition.
  package var loops: Bool

  package init(page: Int, name: String, place: PointRect = Self.wholePage, isOfNotes: Bool = false, loops: Bool = false)
  {
    (self.page, self.name, self.place) = (page, name, place)
    (self.isOfNotes, self.loops) = (isOfNotes, loops)
  }

  package static let wholePage = PointRect(x: 0, y: 0, width: 1, height: 1)

  /// The names of the lines `video: FILE` in the notes of a slide.
  package static func names(in notes: String) -> [String] {
    notes.split(whereSeparator: \.isNewline).compactMap { line in
      let line = trimmed(line)
      guard line.lowercased().hasPrefix("video:") else { return nil }
      let name = trimmed(line.dropFirst("video:".count))
      return name.isEmpty || name.utf8.count > PageVideos.mostNameBytes ? nil : String(name)
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  /// Whether a rectangle is a part of a page.
  static func isPlace(_ place: PointRect) -> Bool {
    place.x >= 0 && place.y >= 0 && place.width > 0 && place.height > 0 && place.maxX <= 1.000_001
      && place.maxY <= 1.000_001
  }
}
