import Rasterizing
import Testing

@testable import Content

/// The files of content that may use the media folder only.
@MainActor @Suite struct ConfinedMediaLibraryTests {
  private let bench: StoreBench
  private let confined: ConfinedMediaLibrary

  init() throws {
    bench = try StoreBench()
    for name in ["media", "media/below", "other", "media-beside"] { try bench.folder.makeFolder(name) }
    for name in ["media/in.png", "media/below/in.png", "other/out.png", "media-beside/out.png"] {
      try bench.folder.write(name)
    }
    try bench.folder.link("named", to: "media")
    let folder = bench.folder.path("named")
    confined = ConfinedMediaLibrary(
      bench.store, folder: folder, rule: "this content may use only files in the media folder, \(folder)")
  }

  private func isOpened(_ name: String) -> Bool { (try? confined.open(bench.folder.path(name))) != nil }

  @Test func aFileInTheFolderIsOpenedAlsoThroughALinkThatEndsInIt() throws {
    try bench.folder.link("media/again.png", to: "below/in.png")
    for name in ["media/in.png", "named/in.png", "media/below/in.png", "media/again.png"] {
      #expect(isOpened(name), "\(name)")
    }
  }

  @Test func noFileOutsideIsOpened() throws {
    try bench.folder.link("media/away", to: "../other")
    for name in ["other/out.png", "media-beside/out.png", "media/../other/out.png", "media/away/out.png"] {
      #expect(!isOpened(name), "\(name)")
      #expect(bench.trouble(name) == nil, "the library itself opens \(name)")
    }
    #expect(bench.folder.openCount == 0)
  }

  @Test func aLinkThatReplacesAFileLaterIsNotFollowed() throws {
    #expect(isOpened("media/in.png"))
    bench.folder.remove("media/in.png")
    try bench.folder.link("media/in.png", to: "../other/out.png")
    #expect(!isOpened("media/in.png"))
    bench.folder.remove("media/below")
    try bench.folder.link("media/below", to: "../other")
    #expect(!isOpened("media/below/out.png"))
  }

  @Test func theTroubleNamesTheFolder() throws {
    let path = bench.folder.path("other/out.png")
    let expected = MediaTrouble.system(
      path: path,
      reason:
        "this content may use only files in the media folder, \(bench.folder.path("named")); copy the file there")
    #expect(throws: expected) { try confined.open(path) }
  }

  @Test func aFolderOutsideHasNoPictures() throws {
    let pictures = try confined.pictures(inFolder: bench.folder.path("media/below"))
    #expect(pictures == [bench.folder.path("media/below/in.png")])
    try bench.folder.link("media/away", to: "../other")
    #expect(throws: MediaTrouble.self) { try confined.pictures(inFolder: bench.folder.path("media/away")) }
  }
}
