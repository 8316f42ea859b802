import Foundation
import Testing

@testable import marqueectl

/// The videos of a deck that the daemon shows from a copy.
@Suite(.serialized) final class DeckVideosTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "marquee-videos-\(UUID().uuidString)").path
  private var own: String { "\(root)/own" }
  private var media: String { "\(root)/media" }

  init() throws {
    for folder in ["\(own)/clips", media] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for (name, text) in [
      ("talk.pdf", "%PDF-1.4"), ("a.mp4", "first"), ("clips/b.mp4", "second"), ("../c.mp4", "other"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: "\(own)/\(name)"))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func contents(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func missingVideosBelowTheDecksFolderAreCopiedOnce() throws {
    let deck = "\(own)/talk.pdf"
    let copy = try DeckCopy(file: deck, media: media).copy()
    let place = URL(filePath: copy).deletingLastPathComponent().path
    let videos = try #require(DeckVideos(of: deck, copiedTo: copy, media: media))
    let names = ["a.mp4", "./clips/b.mp4", "../c.mp4", "gone.mp4"]
    #expect(videos.copy(names).count == 2)
    #expect(contents("\(place)/a.mp4") == "first")
    #expect(contents("\(place)/clips/b.mp4") == "second")
    #expect(contents("\(place)/c.mp4") == nil)
    #expect(contents("\(media)/talks/c.mp4") == nil)
    #expect(videos.copy(names).isEmpty)
    // A changed video is copied again.
    try Data("third".utf8).write(to: URL(filePath: "\(own)/a.mp4"))
    #expect(videos.copy(names).count == 1)
    #expect(contents("\(place)/a.mp4") == "third")
    // A link must not lead out of the deck's folder.
    try FileManager.default.createSymbolicLink(atPath: "\(own)/link.mp4", withDestinationPath: "\(root)/c.mp4")
    #expect(videos.copy(["link.mp4"]).first?.contains("outside of") == true)
    #expect(contents("\(place)/link.mp4") == nil)
    var status = stat()
    #expect(lstat("\(place)/clips/b.mp4", &status) == 0 && status.st_mode & 0o777 == 0o640)
    // A copy of a deck goes with its videos.
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -200_000)]
    try FileManager.default.setAttributes(old, ofItemAtPath: place)
    DeckCopy.clean(exceptFor: "/other.pdf", in: media)
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test(arguments: [
    ("a.mp4", "/d/a.mp4", ["a.mp4"]), ("x/a.mp4", "/d/x/a.mp4", ["x", "a.mp4"]),
    ("/d/x/a.mp4", "/d/x/a.mp4", ["a.mp4"]),
    ("/home/a.mp4", "/d/a.mp4", ["a.mp4"]),
  ])
  func aNameHasASourceAndATarget(name: String, source: String, target: [String]) throws {
    let found = try #require(DeckVideos.paths(of: name, in: "/d"))
    #expect(found.source == source)
    #expect(found.target == target)
  }

  @Test(arguments: ["../a.mp4", "x/../../a.mp4", "", "/", ".", ".ssh/id_rsa", ".x/a.mp4", "notes.txt", ".a.mp4"])
  func aPathThatIsNoVideoOfTheFolderHasNone(name: String) { #expect(DeckVideos.paths(of: name, in: "/d") == nil) }
}
