import Testing

@testable import Content

@MainActor @Suite struct PictureFilesTests {
  @Test(arguments: [
    "a.png", "A.PNG", "b.JpEg", "two.dots.webp", "x.avif", "IMG_0001.HEIC", "x.svgz", "ä.gif", "a.MP4", "b.webm",
  ])
  func thisIsShown(_ name: String) {
    #expect(PictureFiles.isShown(name))
  }

  @Test(arguments: [
    "a.pdf", "png", ".png", ".a.png", "a.png~", "a.png.part", "a.", "", ".", "..", "a.p\u{4E}", "a.pjg", ".a.mp4",
    "a.mp3",
  ])
  func thisIsNone(_ name: String) {
    #expect(!PictureFiles.isShown(name))
  }
}
