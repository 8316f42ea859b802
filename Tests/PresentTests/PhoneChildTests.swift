import Testing

@testable import marqueectl

/// The program for phones: why it ended, and when it is started again.
struct PhoneChildTests {
  @Test(arguments: [
    (
      Int32(64), "Error: 'foo' is no address.\nUsage: marquee-remote serve\n  See 'marquee-remote --help' for more.\n",
      "marquee-remote has ended: 'foo' is no address"
    ),
    (1, "marquee-remote: one\nmarquee-remote: two\n", "marquee-remote has ended: marquee-remote: two"),
    (3, "", "marquee-remote has ended (status 3), and does not say why"),
    (137, "marquee-remote: marqueed is there\n", "marquee-remote was ended by a signal (Killed)"),
  ])
  func itsEndIsSaid(status: Int32, said: String, sentence: String) {
    #expect(PhoneChild.reason(status: status, said: said) == sentence)
  }

  @Test func itIsStartedAgainSomeTimesIfItHasServed() {
    var restarts = PhoneRestarts()
    #expect(restarts.next(hasServed: false, now: 0) == nil)
    let moments = (0...PhoneRestarts.most).map { _ in restarts.next(hasServed: true, now: 5) }
    #expect(moments == [UInt64?](repeating: 5 + PhoneRestarts.pause, count: PhoneRestarts.most) + [nil])
  }
}
