import ControlProtocol
import Foundation
import TestDaemon
import TestKit
import Testing

@testable import marquee_remote

extension MediaFolder {
  /// A piece of the one upload that most tests have.
  fileprivate func add(_ piece: [UInt8], to name: String, at place: Int, of size: Int) async throws(Failure) -> Int {
    try await add(piece, to: name, upload: "0123abcd", at: place, of: size)
  }
}

/// Files that pages put into the folder of contents.
struct MediaFolderTests {
  private let start = Date()

  private func with(
    free: UInt64 = .max, _ body: (MediaFolder) async throws -> Void
  ) async throws {
    let path = try TemporaryFolder.make("media")
    defer { TemporaryFolder.remove(path) }
    // The clock is stopped, so that no part gets old while the host is busy.
    let start = Date().timeIntervalSince1970
    try await body(MediaFolder(path: path, free: { _ in free }, now: { start }))
  }

  private func names(_ folder: MediaFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aFileIsThereOnceItIsWhole() async throws {
    try await with { (folder) async throws in
      #expect(try await folder.add(Array("abc".utf8), to: "a.png", at: 0, of: 5) == 3)
      #expect(try await folder.items().isEmpty)
      #expect(try await folder.add(Array("de".utf8), to: "a.png", at: 3, of: 5) == 5)
      #expect(try await folder.items().map { "\($0.name) \($0.bytes)" } == ["a.png 5"])
      #expect(try names(folder) == ["a.png"])
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/a.png")
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      // Another one takes its place whole.
      _ = try await folder.add(Array("x".utf8), to: "a.png", at: 0, of: 2)
      #expect(try await folder.items().map { "\($0.name) \($0.bytes)" } == ["a.png 5"])
      _ = try await folder.add(Array("y".utf8), to: "a.png", at: 1, of: 2)
      #expect(try await folder.items().map { "\($0.name) \($0.bytes)" } == ["a.png 2"])
      try await folder.remove("a.png")
      #expect(try names(folder).isEmpty)
    }
  }

  @Test func aWrongPieceGetsTheStartOfTheNextOne() async throws {
    try await with { (folder) async throws in
      _ = try await folder.add(Array("abc".utf8), to: "a.png", at: 0, of: 5)
      await #expect(throws: MediaFolder.Failure.gap(at: 3)) {
        try await folder.add(Array("e".utf8), to: "a.png", at: 4, of: 5)
      }
      await #expect(throws: MediaFolder.Failure.gap(at: 3)) {
        try await folder.add(Array("defgh".utf8), to: "a.png", at: 3, of: 5)
      }
      #expect(try await folder.add(Array("de".utf8), to: "a.png", at: 3, of: 5) == 5)
    }
  }

  @Test func tooLargeFilesAreRefusedBeforeTheyAreRead() async throws {
    try await with { (folder) async throws in
      for size in [MediaFolder.fileBytes + 1, 10 << 30, .max] {
        await #expect(throws: MediaFolder.Failure.tooLarge) {
          try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: size)
        }
      }
      for size in [0, -1, .min] {
        await #expect(throws: MediaFolder.Failure.empty) {
          try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: size)
        }
      }
      #expect(try names(folder).isEmpty)
    }
  }

  @Test func aFullDiskIsReportedAndKeepsNothing() async throws {
    try await with(free: MediaFolder.reserve + 4) { (folder) async throws in
      await #expect(throws: MediaFolder.Failure.full) {
        try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: 5)
      }
      #expect(try names(folder).isEmpty)
      #expect(try await folder.add(Array("abcd".utf8), to: "a.png", at: 0, of: 4) == 4)
    }
  }

  @Test(arguments: [
    "../a.png", "/a.png", ".a.png", "a", ".png", "a.sh", "a/b.png", "a\u{0}.png", "a\n.png", "png", ".\u{301}a.png",
    String(repeating: "a", count: 120) + ".png", "",
  ])
  func namesThatLeadElsewhereAreNone(name: String) async throws {
    try await with { (folder) async throws in
      let reason = try #require(MediaName.problem(with: name))
      await #expect(throws: MediaFolder.Failure.name(reason: reason)) {
        try await folder.add(Array("a".utf8), to: name, at: 0, of: 1)
      }
      await #expect(throws: MediaFolder.Failure.name(reason: reason)) { try await folder.remove(name) }
      #expect(try names(folder).isEmpty)
    }
  }

  @Test(arguments: [
    ("", "Give the name of a file"),
    (String(repeating: "ä", count: 60) + ".png", "has 124 bytes, and the maximum is 120"),
    ("a/b.png", "no \"/\""), ("a\u{7}.png", "(U+0007)"), (".a.png", "begins with a dot"),
    ("a.mp3", "can be shown: .png, .jpg"),
    ("a", "no ending of a file that can be shown"), ("a\u{202E}gnp.png", "invisible character in it (U+202E)"),
    ("a\u{2066}.png", "(U+2066)"),
    ("a\u{2069}.png", "(U+2069)"), ("a\u{200B}.png", "(U+200B)"), ("a\u{200F}.png", "(U+200F)"),
    ("a\u{2060}.png", "(U+2060)"),
    ("\u{FEFF}a.png", "(U+FEFF)"), ("a\u{2028}.png", "(U+2028)"), ("a\u{061C}.png", "(U+061C)"),
  ])
  func aNameIsRefusedWithItsOwnReason(name: String, words: String) {
    #expect(MediaName.problem(with: name)?.contains(words) == true, "\(MediaName.problem(with: name) ?? "none")")
  }

  @Test(arguments: ["a.png", "Zürich 2.JPEG", "メニュー.webp", "☀️.png", "تقرير.pdf", "a.b.c.svg", "100%.gif"])
  func namesThatPeopleGiveAreTaken(name: String) {
    #expect(MediaName.problem(with: name) == nil)
  }

  /// It was put there in another way, or before such names were refused.
  @Test func aFileWithASimilarNameIsReportedAndRemoved() async throws {
    try await with { (folder) async throws in
      let name = "a\u{202E}gnp.png"
      #expect(FileManager.default.createFile(atPath: "\(folder.path)/\(name)", contents: Data("a".utf8)))
      #expect(try await folder.items().map(\.name) == [name])
      try await folder.remove(name)
      #expect(try names(folder).isEmpty)
    }
  }

  @Test func theLastPieceMayBeSentAgain() async throws {
    try await with { (folder) async throws in
      _ = try await folder.add(Array("abc".utf8), to: "a.png", at: 0, of: 5)
      for _ in 0..<3 { #expect(try await folder.add(Array("de".utf8), to: "a.png", at: 3, of: 5) == 5) }
      #expect(try names(folder) == ["a.png"])
      for (piece, place, size) in [("dx", 3, 5), ("e", 4, 6), ("de", 3, 6), ("d", 3, 4)] {
        await #expect(throws: MediaFolder.Failure.gap(at: 0), "\(piece) at \(place) of \(size)") {
          try await folder.add(Array(piece.utf8), to: "a.png", at: place, of: size)
        }
      }
    }
  }

  /// A disk does not fail to order: the first two answers are the test's.
  @Test func aLastPieceThatIsSentAgainHasTheFolderSyncedAgain() async throws {
    try await with { (folder) async throws in
      let calls = Watched(0)
      let folder = MediaFolder(
        path: folder.path,
        syncFolder: { descriptor in
          calls.change { $0 += 1 }
          guard calls.value > 2 else {
            errno = EIO
            return -1
          }
          return fsync(descriptor)
        })
      _ = try await folder.add(Array("abc".utf8), to: "a.png", at: 0, of: 5)
      for _ in 0..<2 {
        await #expect(throws: MediaFolder.Failure.self) {
          try await folder.add(Array("de".utf8), to: "a.png", at: 3, of: 5)
        }
      }
      #expect(try await folder.add(Array("de".utf8), to: "a.png", at: 3, of: 5) == 5)
      #expect(calls.value == 3)
    }
  }

  @Test func wrongPiecesLeaveNothingBehind() async throws {
    try await with { (folder) async throws in
      for (piece, place) in [("b", 1), ("", 0), ("abcdef", 0), ("a", 5), ("a", .max)] {
        await #expect(throws: MediaFolder.Failure.gap(at: 0)) {
          try await folder.add(Array(piece.utf8), to: "a.png", at: place, of: 5)
        }
        #expect(try names(folder).isEmpty, "\(piece) at \(place)")
      }
    }
  }

  @Test func abandonedUploadsAreRemovedWhileTheServerRuns() async throws {
    try await with { (folder) async throws in
      let old = "\(folder.path)/.upload-old.png"
      let attributes = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -7200)]
      #expect(FileManager.default.createFile(atPath: old, contents: Data(), attributes: attributes))
      #expect(FileManager.default.createFile(atPath: "\(folder.path)/.upload-new.png", contents: Data("a".utf8)))
      _ = try await folder.items()
      #expect(try names(folder) == [".upload-new.png"])
    }
  }

  @Test func twoUploadsOfOneNameAreNotMixed() async throws {
    try await with { (folder) async throws in
      let (one, other) = ("aaaaaaaa", "bbbbbbbb")
      #expect(try await folder.add(Array("ab".utf8), to: "a.png", upload: one, at: 0, of: 4) == 2)
      #expect(try await folder.add(Array("wx".utf8), to: "a.png", upload: other, at: 0, of: 4) == 2)
      #expect(try await folder.add(Array("cd".utf8), to: "a.png", upload: one, at: 2, of: 4) == 4)
      #expect(try String(contentsOfFile: "\(folder.path)/a.png", encoding: .utf8) == "abcd")
      #expect(try await folder.add(Array("yz".utf8), to: "a.png", upload: other, at: 2, of: 4) == 4)
      #expect(try String(contentsOfFile: "\(folder.path)/a.png", encoding: .utf8) == "wxyz")
      #expect(try names(folder) == ["a.png"])
    }
  }

  @Test func anUploadWithoutAnIdentifierIsRefused() async throws {
    try await with { (folder) async throws in
      for upload in ["", "1234567", "../../a1", "0123ABCD", String(repeating: "0", count: 33)] {
        await #expect(throws: MediaFolder.Failure.self) {
          try await folder.add(Array("a".utf8), to: "a.png", upload: upload, at: 0, of: 1)
        }
      }
      #expect(try names(folder).isEmpty)
    }
  }

  /// On the disk itself: space that one upload has reserved is not available for the next.
  @Test func uploadsAtOnceLeaveTheReserve() async throws {
    let size = 8 << 20
    // Room for two of them beside the reserve.
    try await withDisk(of: MediaFolder.reserve + UInt64(size) * 5 / 2) { (folder) async throws in
      for upload in ["aaaaaaaa", "bbbbbbbb"] {
        #expect(try await folder.add(Array("a".utf8), to: "a.png", upload: upload, at: 0, of: size) == 1)
      }
      await #expect(throws: MediaFolder.Failure.full) {
        try await folder.add(Array("a".utf8), to: "a.png", upload: "cccccccc", at: 0, of: size)
      }
      #expect(try names(folder).count == 2)
    }
  }

  /// Each try of a page has an identifier of its own.
  @Test func anUploadThatWasBrokenOffGivesItsRoomToTheNextTry() async throws {
    let size = 8 << 20
    try await withDisk(of: MediaFolder.reserve + UInt64(size) * 5 / 2) { (folder) async throws in
      for upload in ["aaaaaaaa", "bbbbbbbb"] {
        _ = try await folder.add(Array("a".utf8), to: "a.png", upload: upload, at: 0, of: size)
        try FileManager.default.setAttributes(
          [.modificationDate: start.addingTimeInterval(upload == "aaaaaaaa" ? -120 : -180)],
          ofItemAtPath: "\(folder.path)/.upload-\(upload)-a.png")
      }
      // The upload that waits longest is removed, and only as many as necessary.
      #expect(try await folder.add(Array("a".utf8), to: "a.png", upload: "cccccccc", at: 0, of: size) == 1)
      #expect(try names(folder) == [".upload-aaaaaaaa-a.png", ".upload-cccccccc-a.png"])
      // If even all of them are not enough, nothing of the new one stays.
      await #expect(throws: MediaFolder.Failure.full) {
        try await folder.add(Array("a".utf8), to: "a.png", upload: "dddddddd", at: 0, of: size * 3)
      }
      #expect(try names(folder) == [".upload-cccccccc-a.png"])
    }
  }

  @Test func aFileThatEndsEarlierThanAnnouncedKeepsNoMoreRoom() async throws {
    let size = 8 << 20
    try await withDisk(of: .max) { (folder) async throws in
      _ = try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: size)
      #expect(try await folder.add(Array("bc".utf8), to: "a.png", at: 1, of: 3) == 3)
      #expect(try String(contentsOfFile: "\(folder.path)/a.png", encoding: .utf8) == "abc")
      #expect(MediaFolderTests.bytesOnDisk(in: folder.path) < 1 << 20)
    }
  }

  /// A folder on a disk of so many bytes, as far as its files use it.
  private func withDisk(of bytes: UInt64, _ body: (MediaFolder) async throws -> Void) async throws {
    let base = NSTemporaryDirectory()
    try #require(MediaFolder.freeBytes(base) > 32 << 20)
    let path = "\(base)/media-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    // The clock stands, so that no part becomes old while the host is busy.
    let now = start.timeIntervalSince1970
    try await body(
      MediaFolder(path: path, free: { bytes - min(bytes, MediaFolderTests.bytesOnDisk(in: $0)) }, now: { now }))
  }

  /// The blocks of all files, as the file system counts them.
  private static func bytesOnDisk(in path: String) -> UInt64 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.reduce(UInt64(0)) { sum, name in
      var status = stat()
      return stat("\(path)/\(name)", &status) == 0 ? sum + UInt64(status.st_blocks) * 512 : sum
    }
  }

  @Test func thePartsAreBounded() async throws {
    try await with { (folder) async throws in
      for number in 0..<MediaFolder.maxParts {
        _ = try await folder.add(Array("a".utf8), to: "a.png", upload: "0000000\(number)", at: 0, of: 2)
      }
      await #expect(throws: MediaFolder.Failure.tooMany) {
        try await folder.add(Array("a".utf8), to: "a.png", upload: "ffffffff", at: 0, of: 2)
      }
      // A part without a piece for a minute is removed, and its next piece is refused. The folder's clock is stopped, so the part is half
      // an hour old: the test may take that long.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -1800)], ofItemAtPath: "\(folder.path)/.upload-00000003-a.png")
      #expect(try await folder.add(Array("a".utf8), to: "a.png", upload: "ffffffff", at: 0, of: 2) == 1)
      await #expect(throws: MediaFolder.Failure.gap(at: 0)) {
        try await folder.add(Array("b".utf8), to: "a.png", upload: "00000003", at: 1, of: 2)
      }
      #expect(try names(folder).count == MediaFolder.maxParts)
    }
  }

  @Test func aPipeThatIsNamedLikeAPartHoldsNothingUp() async throws {
    try await with { (folder) async throws in
      let pipe = "\(folder.path)/.upload-0123abcd-a.png"
      #expect(mkfifo(pipe, 0o600) == 0)
      await #expect(throws: MediaFolder.Failure.part(name: ".upload-0123abcd-a.png", .noFile)) {
        try await folder.add(Array("b".utf8), to: "a.png", at: 1, of: 2)
      }
      // With a reader it can be opened, and is no file all the same.
      let reader = open(pipe, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      await #expect(throws: MediaFolder.Failure.part(name: ".upload-0123abcd-a.png", .noFile)) {
        try await folder.add(Array("b".utf8), to: "a.png", at: 1, of: 2)
      }
      #expect(try await folder.add(Array("ab".utf8), to: "a.png", at: 0, of: 2) == 2)
    }
  }

  @Test func aFileIsReplacedOnlyByOneThatCanBeShown() async throws {
    try await with { (folder) async throws in
      func add(_ piece: String, at place: Int = 0, _ reason: String?) async throws(MediaFolder.Failure) -> Int {
        let path = folder.path
        return try await folder.add(
          Array(piece.utf8), to: "a.png", upload: "0123abcd", at: place, of: 3,
          check: {
            #expect($0 == "\(path)/.upload-0123abcd-a.png")
            #expect(FileManager.default.contents(atPath: $0) == Data("new".utf8))
            return reason
          })
      }
      // No data can be lost here. The page reports the error of the file.
      #expect(
        try await folder.add(Array("old".utf8), to: "a.png", upload: "0123abcd", at: 0, of: 3, check: { _ in "broken" })
          == 3)
      await #expect(throws: MediaFolder.Failure.damaged(reason: "broken")) { try await add("new", "broken") }
      #expect(FileManager.default.contents(atPath: "\(folder.path)/a.png") == Data("old".utf8))
      #expect(try names(folder) == ["a.png"])
      #expect(try await add("new", nil) == 3)
      #expect(FileManager.default.contents(atPath: "\(folder.path)/a.png") == Data("new".utf8))
    }
  }

  /// A page that waits for too long sends it once more.
  @Test func aLastPieceThatComesAgainWhileTheFileIsJudgedIsJudgedToo() async throws {
    try await with { (folder) async throws in
      @Sendable func failure(_ check: @Sendable (String) async -> String?) async -> MediaFolder.Failure? {
        do throws(MediaFolder.Failure) {
          _ = try await folder.add(Array("w".utf8), to: "a.png", upload: "0123abcd", at: 2, of: 3, check: check)
          return nil
        } catch {
          return error
        }
      }
      _ = try await folder.add(Array("old".utf8), to: "a.png", at: 0, of: 3)
      _ = try await folder.add(Array("ne".utf8), to: "a.png", at: 0, of: 3)
      let first = await failure { _ in
        let second = await failure { _ in "second" }
        return second == .damaged(reason: "second") ? "first" : "\(String(describing: second))"
      }
      #expect(first == .damaged(reason: "first"))
      #expect(FileManager.default.contents(atPath: "\(folder.path)/a.png") == Data("old".utf8))
      #expect(try names(folder) == ["a.png"])
    }
  }

  @Test func aPartThatHasAnotherNameIsNotWrittenTo() async throws {
    try await with { (folder) async throws in
      let other = "\(folder.path)-other"
      defer { unlink(other) }
      #expect(FileManager.default.createFile(atPath: other, contents: Data("mine".utf8)))
      #expect(link(other, "\(folder.path)/.upload-0123abcd-a.png") == 0)
      await #expect(throws: MediaFolder.Failure.part(name: ".upload-0123abcd-a.png", .hardLink)) {
        try await folder.add(Array("a".utf8), to: "a.png", at: 4, of: 5)
      }
      #expect(try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: 1) == 1)
      #expect(FileManager.default.contents(atPath: other) == Data("mine".utf8))
    }
  }

  @Test func aLinkIsNotFollowed() async throws {
    try await with { (folder) async throws in
      let other = "\(folder.path)-other"
      defer { unlink(other) }
      #expect(FileManager.default.createFile(atPath: other, contents: Data("mine".utf8)))
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/.upload-0123abcd-a.png", withDestinationPath: other)
      await #expect(throws: MediaFolder.Failure.part(name: ".upload-0123abcd-a.png", .noFile)) {
        try await folder.add(Array("a".utf8), to: "a.png", at: 4, of: 5)
      }
      #expect(try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: 1) == 1)
      #expect(FileManager.default.contents(atPath: other) == Data("mine".utf8))
    }
  }

  @Test func missingAndOtherEntriesAreNotRemoved() async throws {
    try await with { (folder) async throws in
      await #expect(throws: MediaFolder.Failure.missing) { try await folder.remove("a.png") }
      try FileManager.default.createDirectory(atPath: "\(folder.path)/a.png", withIntermediateDirectories: false)
      await #expect(throws: MediaFolder.Failure.directory) { try await folder.remove("a.png") }
      await #expect(throws: MediaFolder.Failure.directory) {
        try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: 1)
      }
      #expect(try names(folder) == ["a.png"])
    }
  }

  /// tools/test-deb-inside has two members try it on the installed folder.
  @Test func anotherUsersFileIsNamedAsThat() {
    #expect(MediaFolder.failure(ofName: EPERM) == .foreign)
    #expect(MediaFolder.failure(ofName: EACCES) == .folder(reason: "this program’s user may not use it"))
  }

  @Test func aFolderThatIsNotThereIsNamed() async {
    let missing = MediaFolder.Failure.folder(reason: "it does not exist")
    let folder = MediaFolder(path: "/nowhere/media")
    await #expect(throws: missing) { try await folder.items() }
    await #expect(throws: missing) { try await folder.add(Array("a".utf8), to: "a.png", at: 0, of: 1) }
    await #expect(throws: missing) { try await folder.remove("a.png") }
    let file = MediaFolder(path: "/proc/self/status")
    await #expect(throws: MediaFolder.Failure.folder(reason: "it is no directory")) { try await file.items() }
  }

  @Test func filesBecomeContentsInTheirOrder() {
    let one = MediaContent.make(["b.png"], in: "/media", seconds: 10)
    #expect(one == ContentInfo(kind: "image", value: .object(["file": .string("/media/b.png")])))
    let both = MediaContent.make(["b.png", "a.PDF"], in: "/media", seconds: 8)
    #expect(
      both
        == ContentInfo(
          kind: "playlist",
          value: .object([
            "duration": .string("8s"),
            "items": .array([
              .object(["image": .object(["file": .string("/media/b.png")])]),
              .object(["deck": .object(["file": .string("/media/a.PDF"), "duration": .string("8s")])]),
            ]),
          ])))
  }
}
