import Testing

@testable import marqueed

@MainActor
@Suite final class ScreenshotQueueTests {
  private var queue = ScreenshotQueue<String, Int>()

  private func add(_ request: Int, of screen: String, for user: UInt32) -> Bool {
    queue.add(request, of: screen, for: user)
  }

  private func begin() -> (picture: String, requests: [Int])? { queue.begin() }

  @Test func allRequestsForAScreenGetOnePicture() throws {
    for request in 1...3 { #expect(add(request, of: "A", for: 1000)) }
    let first = try #require(begin())
    #expect(first.picture == "A" && first.requests == [1, 2, 3])
    #expect(begin() == nil)
  }

  @Test func laterRequestsGetTheNextPicture() throws {
    #expect(add(1, of: "A", for: 1000))
    _ = try #require(begin())
    #expect(add(2, of: "A", for: 1000))
    #expect(begin() == nil)
    queue.end("A")
    #expect(begin()?.requests == [2])
  }

  @Test func twoPicturesAreMadeAtOnce() throws {
    for (request, screen) in ["A", "B", "C"].enumerated() { #expect(add(request, of: screen, for: 1000)) }
    #expect(begin()?.picture == "A")
    #expect(begin()?.picture == "B")
    #expect(begin() == nil)
    queue.end("A")
    #expect(begin()?.picture == "C")
  }

  @Test func aUserHasEightRequestsAndNoMore() throws {
    #expect(add(0, of: "A", for: 1000))
    _ = try #require(begin())
    for request in 1..<8 { #expect(add(request, of: "A", for: 1000)) }
    #expect(!add(8, of: "B", for: 1000))
    #expect(add(8, of: "B", for: 1001))
    queue.end("A")
    #expect(add(9, of: "B", for: 1000))
  }
}
