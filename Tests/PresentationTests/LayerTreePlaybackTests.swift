import Composition
import DisplayTypes
import Testing

@testable import Presentation

struct LayerTreePlaybackTests {
  private static let interval: UInt64 = 10_000_000
  private static let geometry = OutputGeometry(mode: PixelSize(width: 800, height: 600))

  private func tree(_ x: Double) -> LayerTree {
    LayerTree(layers: [
      Layer(
        id: LayerID(rawValue: 1), frame: PointRect(x: x, y: 0, width: 10, height: 10),
        contents: .solid(Color(red: 255, green: 0, blue: 0)))
    ])
  }

  private func refresh(_ number: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000 + number * Self.interval)
  }

  /// The number of the frame at a refresh, if none comes after the last.
  private func number(_ picture: LayerTreePlayback, _ refresh: UInt64) -> UInt64 {
    picture.moment(at: self.refresh(refresh), interval: Self.interval, limit: 0).frameNumber
  }

  private func draw(_ picture: inout LayerTreePlayback, _ refresh: UInt64, as followed: PictureMoment? = nil) {
    var frame = ResolvedFrame()
    picture.resolve(
      for: Self.geometry, at: self.refresh(refresh), interval: Self.interval, as: followed,
      viewer: SurfaceViewer(ScreenID(rawValue: 1), interval: 10, previous: frame), into: &frame)
  }

  @Test func framesAreCountedFromTheTreesFirst() {
    var picture = LayerTreePlayback()
    picture.wasSet(tree(0), at: refresh(0))
    #expect(number(picture, 0) == 0)
    draw(&picture, 1)
    draw(&picture, 2)
    #expect(number(picture, 2) == 2 && number(picture, 1) == 1)
    picture.show(tree(1))
    #expect(picture.tree == tree(1))
    draw(&picture, 3)
    #expect(number(picture, 3) == 0)
  }

  @Test func aFrozenPictureIsTheShownFrame() {
    var picture = LayerTreePlayback()
    picture.wasSet(tree(0), at: refresh(0))
    draw(&picture, 1)
    picture.freeze(at: refresh(2))
    let held = PictureMoment(time: refresh(1), frameNumber: 1)
    #expect(picture.isFrozen && picture.moment(at: refresh(9), interval: Self.interval, limit: 9) == held)
    // This also holds if it is drawn again, such as for a screenshot, and for any frame number of the mirrored screen.
    draw(&picture, 5, as: PictureMoment(time: refresh(5), frameNumber: 77))
    #expect(picture.moment(at: refresh(9), interval: Self.interval, limit: 9) == held)
    let pending = picture.thaw()
    #expect(pending == nil && !picture.isFrozen)
    draw(&picture, 6, as: PictureMoment(time: refresh(6), frameNumber: 78))
    #expect(number(picture, 6) == 78)
  }

  @Test func treesUnderAFrozenPictureWaitForItsEnd() {
    var picture = LayerTreePlayback()
    picture.wasSet(tree(0), at: refresh(0))
    picture.freeze(at: refresh(1))
    picture.wait(Self.geometry, tree(1))
    picture.wait(Self.geometry, tree(2))
    #expect(picture.tree == tree(0))
    let pending = picture.thaw()
    #expect(pending?.1 == tree(2))
    // For the mode before.
    picture.freeze(at: refresh(1))
    picture.wait(Self.geometry, tree(3))
    picture.wasSet(tree(4), at: refresh(2))
    #expect(picture.isFrozen)
    let former = picture.thaw()
    #expect(former == nil)
    // Without held trees, none waits.
    picture.wait(Self.geometry, tree(5))
    picture.freeze(at: refresh(3))
    let none = picture.thaw()
    #expect(none == nil)
  }

  @Test func aTreeForARefreshIsUsedAtThatRefresh() {
    var picture = LayerTreePlayback()
    picture.wasSet(tree(0), at: refresh(0))
    draw(&picture, 1)
    let request = RequestID(rawValue: 7)
    picture.upcoming = UpcomingPicture(geometry: Self.geometry, tree: tree(1), request: request, moment: refresh(3))
    let early = picture.takeUpcoming(before: refresh(3))
    #expect(early == nil && picture.tree == tree(0))
    let taken = picture.takeUpcoming(before: refresh(3).advanced(by: 1))
    #expect(taken?.request == request && picture.upcoming == nil && picture.tree == tree(1))
    draw(&picture, 3)
    #expect(number(picture, 3) == 0)
    let again = picture.takeUpcoming(before: refresh(9))
    #expect(again == nil)
  }
}
