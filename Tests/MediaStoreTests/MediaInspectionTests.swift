import ContentModel
import DisplayTypes
import Glibc
import Testing

@testable import Content

/// Checks of media without showing them.
@Suite struct MediaInspectionTests {
  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write("drawing.svg", "<!-- \(String(repeating: "long ", count: 2_000)) --><svg/>")
    try folder.write("talk.pdf", "%PDF-1.7\n")
    try folder.write("moving.gif", "GIF89a...")
    return folder
  }

  private func reason(_ finding: MediaInspection.Finding) -> String {
    if case .trouble(let reason) = finding { reason } else { "\(finding)" }
  }

  @Test func filesOfTheRightKindAreFine() throws {
    let folder = try folder()
    var inspection = MediaInspection()
    #expect(inspection.finding(of: MediaReference(folder.path("drawing.svg"), .picture)) == .fine)
    #expect(inspection.finding(of: MediaReference(folder.path("moving.gif"), .picture)) == .fine)
    #expect(inspection.finding(of: MediaReference(folder.path("talk.pdf"), .pages)) == .fine)
    #expect(inspection.finding(of: MediaReference(folder.path, .folder)) == .fine)
    #expect(folder.openCount == 0)
  }

  @Test func aFileThatIsMissingEmptyOrOfAnotherKindHasItsReason() throws {
    let folder = try folder()
    try folder.write("empty.png", "")
    try folder.write("notes.png", "buy milk")
    try folder.makeFolder("below")
    mkfifo(folder.path("pipe.png"), 0o600)
    var inspection = MediaInspection()
    func check(_ name: String, _ kind: MediaReference.Kind, _ part: String) {
      let reason = reason(inspection.finding(of: MediaReference(folder.path(name), kind)))
      #expect(reason.hasPrefix(folder.path(name)) && reason.contains(part), "\(reason)")
    }
    check("none.png", .picture, "no such file")
    check("none", .folder, "no such file")
    check("empty.png", .picture, "is empty")
    check("notes.png", .picture, "is a text")
    check("talk.pdf", .picture, "show it as a deck")
    check("moving.gif", .pages, "show it as an image")
    check("below", .picture, "is a folder")
    check("below", .folder, "has no pictures")
    check("talk.pdf", .folder, "is a file")
    // A pipe without a writer would block for ever.
    check("pipe.png", .picture, "neither a file nor a folder")
  }

  @Test func reasonsHaveNoControlCharacterOfAName() throws {
    let folder = try TestFolder()
    try folder.write("\u{1B}[31m.png", "buy milk")
    var inspection = MediaInspection()
    for kind in [MediaReference.Kind.picture, .pages] {
      let reason = reason(inspection.finding(of: MediaReference(folder.path("\u{1B}[31m.png"), kind)))
      #expect(reason.hasPrefix(folder.path(" [31m.png")), "\(reason)")
    }
    let reason = reason(inspection.finding(of: MediaReference(folder.path, .folder)))
    #expect(reason.contains("/ [31m.png is a text"), "\(reason)")
    let trouble = MediaTrouble.system(path: "\u{1B}a", reason: "why")
    #expect("\(trouble)" == " a cannot be read: why")
  }

  @Test func aFolderCountsThePicturesThatCannotBeShown() throws {
    let folder = try folder()
    try folder.write("notes.png", "buy milk")
    try folder.write("empty.png", "")
    var inspection = MediaInspection()
    let reason = reason(inspection.finding(of: MediaReference(folder.path, .folder)))
    #expect(reason.contains("2 pictures of the 4"), "\(reason)")
    #expect(reason.contains(folder.path("empty.png")), "the first by name: \(reason)")
  }

  @Test func noMoreFilesAreOpenedThanTheLimit() throws {
    let folder = try folder()
    var inspection = MediaInspection(limit: 1)
    #expect(inspection.finding(of: MediaReference(folder.path("talk.pdf"), .pages)) == .fine)
    #expect(inspection.finding(of: MediaReference(folder.path("moving.gif"), .picture)) == .skipped)
    #expect(inspection.finding(of: MediaReference(folder.path, .folder)) == .skipped)
    // Known results need no file.
    #expect(inspection.finding(of: MediaReference(folder.path("talk.pdf"), .pages)) == .fine)
  }

  @Test func ofALargeFolderTheFirstPicturesAreOpened() throws {
    let folder = try TestFolder()
    for number in 0..<150 { try folder.write("\(number).png", "buy milk") }
    var inspection = MediaInspection()
    let reason = reason(inspection.finding(of: MediaReference(folder.path, .folder)))
    #expect(reason.contains("100 pictures of the 100"), "\(reason)")
  }
}
