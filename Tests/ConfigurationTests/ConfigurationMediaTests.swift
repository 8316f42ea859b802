import Configuration
import ContentModel
import DisplayTypes
import Foundation
import TestKit
import Testing

/// The media files in a configuration, with their places.
@Suite struct ConfigurationMediaTests {
  @Test func eachFileAndFolderHasItsLine() throws {
    let text = """
      apps:
        lobby:
          scenes:
            externalDisplayNonInteractive:
              - name: one
                content:
                  playlist:
                    - image: /srv/a.png
                    - deck: { file: /srv/talk.pdf, portrait: /srv/tall.pdf }
              - name: two
                content:
                  schedule:
                    entries: [{ slideshow: { folder: /srv/photos }, from: "08:00", to: "09:00" }]
                    fallback: { image: { file: /srv/b.png, portrait: /srv/c.png } }

      """
    let media = try parsed(text).media
    #expect(
      media.map(\.value) == [
        MediaReference("/srv/a.png", .picture), MediaReference("/srv/talk.pdf", .pages),
        MediaReference("/srv/tall.pdf", .pages), MediaReference("/srv/photos", .folder),
        MediaReference("/srv/b.png", .picture), MediaReference("/srv/c.png", .picture),
      ])
    #expect(media.map { $0.location?.line } == [8, 9, 9, 13, 14, 14])
    #expect(media.first?.location == SourceLocation(file: "marquee.yaml", line: 8, column: 24))
  }

  @Test func aFileOfAnIncludedPlaylistHasItsPlaceInThatFile() throws {
    let folder = try TemporaryFolder.make("media-places")
    defer { TemporaryFolder.remove(folder) }
    try "playlist:\n  - image: a.png\n".write(toFile: "\(folder)/list.yaml", atomically: true, encoding: .utf8)
    let text = externalRole("[{ content: { playlist: { file: \(folder)/list.yaml } } }]")
    let media = try parsed(text).media
    #expect(media.map(\.value) == [MediaReference("\(folder)/a.png", .picture)])
    #expect(media.first?.location == SourceLocation(file: "\(folder)/list.yaml", line: 2, column: 12))
  }

  @Test func aConfigurationWithoutFilesNamesNone() throws {
    #expect(try parsed(externalRole("[{ content: { color: \"#102030\" } }]")).media == [])
    #expect(Configuration.default.media == [])
  }
}
