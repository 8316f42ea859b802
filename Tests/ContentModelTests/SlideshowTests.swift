import DisplayTypes
import Testing

@testable import ContentModel

@Suite struct SlideshowTests {
  private func context(_ names: [String]) -> TimelineContext {
    var context = Sample.context
    context.folders = ["/media/party": names.map { "/media/\($0)" }]
    return context
  }

  private func shown(_ slideshow: SlideshowDescription, at seconds: Int64, in context: TimelineContext) -> String {
    Sample.shown(Timeline.moment(of: .slideshow(slideshow), at: WallTime(seconds: seconds), in: context))
  }

  @Test func picturesComeInTheOrderOfTheListing() {
    let slideshow = SlideshowDescription(folder: "/media/party", itemMilliseconds: 1000, fit: .fill)
    let context = context(["a.jpg", "b.jpg", "c.jpg"])
    #expect(
      (0..<5).map { shown(slideshow, at: 3000 + $0, in: context) } == ["a.jpg", "b.jpg", "c.jpg", "a.jpg", "b.jpg"])
    let moment = Timeline.moment(of: .slideshow(slideshow), at: WallTime(seconds: 3001), in: context)
    #expect(moment.item == "b.jpg")
    #expect(moment.leaf == .content(.image(ImageDescription(file: "/media/b.jpg", fit: .fill))))
  }

  @Test func brokenPicturesAreSkipped() {
    let slideshow = SlideshowDescription(folder: "/media/party", itemMilliseconds: 1000)
    var context = context(["a.jpg", "b.jpg", "c.jpg"])
    context.troubles = ["/media/b.jpg": "b.jpg is broken"]
    #expect((0..<4).map { shown(slideshow, at: 3000 + $0, in: context) } == ["a.jpg", "c.jpg", "c.jpg", "a.jpg"])
  }

  @Test func shuffledEveryPictureComesOnceARound() {
    let names = (0..<10).map { "\($0).jpg" }
    let slideshow = SlideshowDescription(folder: "/media/party", itemMilliseconds: 1000, isShuffled: true)
    let round = (0..<10).map { shown(slideshow, at: 10_000 + $0, in: context(names)) }
    #expect(Set(round) == Set(names))
    #expect(round != names)
  }

  @Test func anEmptyFolderHasAMessage() {
    let slideshow = SlideshowDescription(folder: "/media/party")
    #expect(
      shown(slideshow, at: 1, in: context([])) == "nothing: /media/party holds no picture")
  }

  @Test func aMissingFolderHasAMessage() {
    var context = context(["a.jpg"])
    context.troubles = ["/media/party": "/media/party is gone"]
    #expect(shown(SlideshowDescription(folder: "/media/party"), at: 1, in: context) == "nothing: /media/party is gone")
  }

  @Test func inAPlaylistItLastsForItsPictures() {
    let slideshow = SlideshowDescription(folder: "/media/party", itemMilliseconds: 1000)
    let playlist = PlaylistDescription(
      items: [PlaylistItem(content: .slideshow(slideshow)), Sample.item("z", 1000)], start: .epoch)
    let context = context(["a", "b"])
    let shown = (0..<4).map {
      Sample.shown(Timeline.moment(of: .playlist(playlist), at: WallTime(seconds: $0), in: context))
    }
    #expect(shown == ["a", "b", "z", "a"])
  }
}
