import Testing

@testable import marquee_remote

struct PictureNameTests {
  @Test func itIsRead() {
    let name = PictureName(path: "abc.0/12/640", isNotes: false)
    #expect(name?.place == "abc.0" && name?.page == 12 && name?.width == 640 && name?.height == 512)
  }

  @Test(arguments: [
    "", "a/1", "a/0/640", "a/1/641", "a/1/640/", "a/-1/640", "a/1/99999999999999999999", "a/../640", "a/100001/640",
  ])
  func anythingElseIsNone(path: String) {
    #expect(PictureName(path: path[...], isNotes: false) == nil)
  }

  @Test func aPlaceHasOnlyCharactersOfAnAddress() {
    #expect(PictureName.place("a/..?#b-1", generation: 3) == "ab-1.3")
  }
}
