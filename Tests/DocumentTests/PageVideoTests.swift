import Composition
import DamagedFiles
import DisplayTypes
import RasterizerHost
import Testing

@testable import Rasterizing

/// The videos that the pages of PDF files name.
@Suite(.serialized) struct PageVideoTests {
  /// The videos of a document whose pages, 400 by 200 points, have these annotations.
  private func videos(_ pages: [[String]], page entries: String = "") throws -> [PageVideo] {
    let kids = pages.indices.map { "\(3 + $0) 0 R" }.joined(separator: " ")
    var objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>"]
    for annotations in pages {
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] \(entries) /Annots [\(annotations.joined(separator: " "))] >>"
      )
    }
    let bench = try DocumentTestBench()
    var answer: Result<PageVideos, RasterError>?
    bench.pool.readVideos(of: try TestFile.make(TestDocument.make(objects))) { answer = $0 }
    try bench.turn(until: { answer != nil })
    return try #require(answer).get().videos
  }

  private func annotation(_ kind: String, _ rect: String, _ entries: String) -> String {
    "<< /Type /Annot /Subtype /\(kind) /Rect [\(rect)] \(entries) >>"
  }

  private let lowerLeft = PointRect(x: 0, y: 0.5, width: 0.25, height: 0.5)

  @Test func linksMoviesAndScreensNameVideos() throws {
    let rect = "0 0 100 100"
    let rendition =
      "/S /Rendition /OP 0 /AN 3 0 R /R << /S /MR /C << /S /MCD /CT (video/mp4) /D << /Type /Filespec /F (screen.mp4) >> >> >>"
    let found = try videos([
      [annotation("Link", rect, "/A << /S /Launch /F (run.mp4?autostart) >>")],
      [annotation("Link", rect, "/A << /S /URI /URI (file:a%20b.mp4) >>")],
      [annotation("Link", rect, "/A << /S /URI /URI (file:///home/me/c.mp4) >>")],
      [annotation("Link", rect, "/A << /S /URI /URI (https://example.org/d.mp4) >>")],
      [annotation("Link", rect, "/A << /S /GoToR /F (file:///e.mp4) /D [0 /Fit] >>")],
      [annotation("Movie", rect, "/Movie << /F (movie.mp4) >> /A << /Mode /Repeat >>")],
      [annotation("Screen", rect, "/P 3 0 R /A << \(rendition) >>")],
      [annotation("RichMedia", rect, "/RichMediaContent << >>")],
      [annotation("Link", rect, "/A << /S /URI /URI (f.mp4) >>")],
      [annotation("Link", rect, "/A << /S /Movie /Operation /Play >>")],
      [annotation("Text", rect, "/Contents (Say it\\rvideo: note.mp4\\rand go on)")],
    ])
    #expect(found.map(\.page) == [1, 2, 3, 5, 6, 7, 8, 9, 11])
    #expect(
      found.map(\.name)
        == [
          "run.mp4?autostart", "a b.mp4", "/home/me/c.mp4", "/e.mp4", "movie.mp4", "screen.mp4", "", "f.mp4",
          "note.mp4",
        ])
    #expect(found.map(\.loops) == [false, false, false, false, true, false, false, false, false])
    #expect(found.map(\.isOfNotes) == [false, false, false, false, false, false, false, false, true])
    #expect(found.dropLast().allSatisfy { $0.place == lowerLeft })
    #expect(found.last?.place == PageVideo.wholePage)
  }

  @Test func aPlaceFollowsTheRotationAndTheCropOfItsPage() throws {
    let link = annotation("Link", "0 0 100 100", "/A << /S /Launch /F (a.mp4) >>")
    // Turned to the right, the lower left corner is the upper left one.
    let turned = try #require(try videos([[link]], page: "/Rotate 90").first)
    #expect(turned.place == PointRect(x: 0, y: 0, width: 0.5, height: 0.25))
    let cropped = try #require(try videos([[link]], page: "/CropBox [0 0 200 100]").first)
    #expect(cropped.place == PointRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(try videos([[link]], page: "/CropBox [200 100 400 200]").isEmpty)
  }

  @Test func damagedAnnotationsAndTooManyAreLeftOut() throws {
    let empty = annotation("Link", "10 10 10 10", "/A << /S /Launch /F (a.mp4) >>")
    let damaged = [
      "(text)", annotation("Link", "0 0", "/A 3"), annotation("Movie", "0 0 9 9", ""),
      annotation("Screen", "0 0 9 9", ""),
    ]
    let long = annotation("Link", "0 0 99 99", "/A << /S /Launch /F (\(String(repeating: "a", count: 2000)).mp4) >>")
    #expect(try videos([damaged + [empty, long]]).isEmpty)
    let good = annotation("Link", "0 0 99 99", "/A << /S /Launch /F (a.mp4) >>")
    #expect(try videos([Array(repeating: good, count: 300)]).count == PageVideos.most)
  }

  @Test func aLineOfNotesNamesAVideo() {
    let notes = "video: a.mp4\r\n- video: b.mp4\n\tVideo:c d.mp4 \nvideo:\nvideo film"
    #expect(PageVideo.names(in: notes) == ["a.mp4", "c d.mp4"])
  }

  @Test func aReplyOfAnyLengthAndPlaceIsRead() throws {
    let place = PointRect(x: 0.25, y: 0.5, width: 0.25, height: 0.5)
    let videos = PageVideos([
      PageVideo(page: 3, name: "Käse.mp4", place: place, loops: true), PageVideo(page: 4, name: "", isOfNotes: true),
    ])
    let bytes = videos.encoded
    #expect(try PageVideos(decoding: bytes[...]) == videos)
    #expect(bytes.count <= PageVideos.maximumFileBytes)
    for count in 0..<bytes.count { #expect(throws: CodecError.self) { try PageVideos(decoding: bytes[..<count]) } }
    for wrong in [
      PointRect(x: -0.1, y: 0, width: 1, height: 1), PointRect(x: 0.5, y: 0, width: 0.6, height: 1),
      PointRect(x: 0, y: 0, width: 0, height: 1), PointRect(x: 0, y: 0, width: 1, height: .infinity),
    ] {
      let damaged = PageVideos([PageVideo(page: 1, name: "a", place: wrong)]).encoded
      #expect(throws: CodecError.self) { try PageVideos(decoding: damaged[...]) }
    }
    #expect(throws: CodecError.self) {
      try PageVideos(decoding: PageVideos([PageVideo(page: 0, name: "a")]).encoded[...])
    }
  }
}
