import Configuration
import DisplayTypes
import Foundation
import Testing

@testable import ContentModel

/// Playlists in files of their own.
@Suite final class ContentIncludeTests {
  private let folder = NSTemporaryDirectory() + "marquee-include-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    return "\(folder)/\(name)"
  }

  private func problems(_ path: String) -> [String] {
    do {
      _ = try ContentFile.load(path)
      return []
    } catch let errors as ConfigurationErrors {
      return errors.errors.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func anIncludedPlaylistHasItsOwnFolderAndTheOptionsOfItsInclude() throws {
    _ = try write("inner/b.yaml", "playlist: { items: [{ image: b.png }], duration: 3s, shuffle: true }")
    let path = try write("a.yaml", "playlist: { file: inner/b.yaml, duration: 8s }")
    let image = ContentDescription.image(ImageDescription(file: "\(folder)/inner/b.png"))
    let expected = PlaylistDescription(items: [PlaylistItem(content: image)], itemMilliseconds: 8_000, isShuffled: true)
    #expect(try ContentFile.load(path) == .playlist(expected))
  }

  @Test func aFileMayContainAnyContent() throws {
    let path = try write("a.yaml", "content: { color: \"#204060\" }")
    #expect(try ContentFile.load(path) == .color(Color(red: 0x20, green: 0x40, blue: 0x60)))
    let both = try write("b.yaml", "content: { color: \"#204060\" }\ncolor: \"#204060\"")
    #expect(!problems(both).isEmpty)
  }

  @Test func aPlaylistThatIncludesItselfNamesTheChain() throws {
    let path = try write("a.yaml", "playlist: [{ playlist: { file: b.yaml } }]")
    let other = try write("b.yaml", "playlist:\n  - playlist: { file: inner/../a.yaml }\n")
    #expect(
      problems(path) == [
        "\(other):2:23: playlist[0].playlist.file: the playlist includes itself: \(path) → \(other) → \(path); "
          + "remove one of them"
      ])
    let selfish = try write("c.yaml", "playlist: { file: c.yaml }")
    #expect(problems(selfish).first?.contains("includes itself: \(selfish) → \(selfish)") == true)
  }

  @Test func errorsInAnIncludedFileHaveTheirPlace() throws {
    let other = try write("b.yaml", "playlist:\n  - image: { file: a.png, fit: fil }\n")
    let path = try write("a.yaml", "playlist: { file: b.yaml }")
    #expect(problems(path).first?.hasPrefix("\(other):2:32: playlist[0].image.fit: \"fil\" is not known here") == true)
  }

  @Test func impossibleIncludesGetTheReason() throws {
    let missing = try write("a.yaml", "playlist: { file: none.yaml }")
    #expect(problems(missing).first?.contains("\(folder)/none.yaml: there is no such file") == true)
    let other = try write("clock.yaml", "clock: {}")
    let wrong = try write("b.yaml", "playlist: { file: clock.yaml }")
    #expect(problems(wrong).first?.contains("\(other) has a clock; expected a file with a playlist") == true)
    #expect(problems(folder).first?.contains("is a directory") == true)
  }

  @Test func aFileForAMessageBeginsWithIt() throws {
    let path = try write("a.yaml", "playlist: { items: [{ color: '#000' }], repeat: 2 }")
    #expect(throws: ConfigurationErrors.self) { try ContentFile.load(path) }
    guard case .playlist(let playlist) = try ContentFile.load(path, forMessage: true) else {
      Issue.record("no playlist")
      return
    }
    #expect(playlist.start == nil)
  }
}
