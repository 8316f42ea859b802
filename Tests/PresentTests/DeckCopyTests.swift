import Foundation
import Testing

@testable import marqueectl

/// Copies of decks for a daemon that cannot read them, with other users in a shared folder.
@Suite(.serialized) final class DeckCopyTests {
  private let media = FileManager.default.temporaryDirectory.appending(path: "marquee-media-\(UUID().uuidString)").path
  private var deck: String { "\(media)/deck.pdf" }
  private var talks: String { "\(media)/talks" }

  init() throws {
    try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true)
    try Data("%PDF-1.4 hello".utf8).write(to: URL(filePath: deck))
  }

  deinit { try? FileManager.default.removeItem(atPath: media) }

  private func copy() throws -> String { try DeckCopy(file: deck, media: media).copy() }

  /// The error message; nil if it succeeds.
  private func complaint() -> String? {
    do {
      _ = try copy()
      return nil
    } catch {
      return (error as? ToolFailure)?.message
    }
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func contents(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func folder(of path: String) -> String { URL(filePath: path).deletingLastPathComponent().path }

  @Test func aDeckIsCopiedOnceAndForTheGroupWhateverTheUmask() throws {
    let before = umask(0o077)
    defer { umask(before) }
    let made = try copy()
    #expect(contents(made) == "%PDF-1.4 hello")
    #expect(mode(made) == 0o640)
    #expect(mode(folder(of: made)) & 0o777 == 0o750)
    // Others of the group put theirs there, and cannot take this one away.
    #expect(mode(talks) == 0o3770)
    let again = try copy()
    #expect(again == made)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder(of: made)) == ["deck.pdf"])
    try Data("%PDF-1.4 hello again".utf8).write(to: URL(filePath: deck))
    let changed = try copy()
    #expect(changed != made && contents(changed) == "%PDF-1.4 hello again")
  }

  @Test func theServicesFolderIsMadeAlike() throws {
    let tree = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let lines = try String(contentsOf: tree.appending(path: "systemd/marquee.tmpfiles"), encoding: .utf8)
    #expect(lines.contains("\nd \(DeckCopy.mediaFolder)/talks 3770 marquee marquee -\n"))
  }

  @Test func withoutAMediaFolderTheErrorHasTheNextStep() {
    #expect(throws: ToolFailure.self) { try DeckCopy(file: deck, media: "\(deck)/no-folder").copy() }
    #expect(throws: ToolFailure.self) { try DeckCopy(file: media, media: media).copy() }
  }

  @Test func theMediaFolderMayBeALink() throws {
    let link = "\(media)-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: media)
    defer { unlink(link) }
    let made = try DeckCopy(file: deck, media: link).copy()
    #expect(made.hasPrefix("\(link)/talks/") && contents(made) == "%PDF-1.4 hello")
  }

  @Test func linksInItsWayAreNotFollowed() throws {
    let made = try copy()
    let place = folder(of: made)
    let elsewhere = "\(media)/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try Data("precious".utf8).write(to: URL(filePath: "\(elsewhere)/deck.pdf"))
    // The copy itself, the folder for it, and the folder for all.
    for (path, isFile) in [(made, true), (place, false), (talks, false)] {
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: isFile ? "\(elsewhere)/deck.pdf" : elsewhere)
      if isFile {
        #expect(try copy() == made)
        #expect(contents(made) == "%PDF-1.4 hello" && mode(made) == 0o640)
      } else {
        let said = try #require(complaint(), "\(path) is a link")
        #expect(said.contains("is a link or no folder") && !said.contains("adduser"))
      }
      #expect(contents("\(elsewhere)/deck.pdf") == "precious")
      #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == ["deck.pdf"])
    }
  }

  @Test func aFolderToWhichOthersWriteIsNotUsed() throws {
    let made = try copy()
    #expect(chmod(folder(of: made), 0o770) == 0)
    let said = try #require(complaint())
    #expect(said.contains("Other users could change the copy") && !said.contains("adduser"))
  }

  @Test func oldCopiesAreRemovedButForThatOfTheTalk() throws {
    func aged(_ text: String, days: Double) throws -> String {
      try Data(text.utf8).write(to: URL(filePath: deck))
      let made = try copy()
      let time = timeval(tv_sec: Int(Date.now.timeIntervalSince1970 - days * 86400), tv_usec: 0)
      #expect(utimes(folder(of: made), [time, time]) == 0)
      return made
    }
    let (old, used, young) = (try aged("1", days: 2), try aged("22", days: 2), try aged("333", days: 0.5))
    try FileManager.default.createDirectory(atPath: "\(talks)/another", withIntermediateDirectories: true)
    DeckCopy.clean(exceptFor: used, in: media)
    #expect(contents(old) == nil && mode(folder(of: old)) == 0)
    #expect(contents(used) == "22" && contents(young) == "333")
    #expect(mode("\(talks)/another") != 0)
  }
}
