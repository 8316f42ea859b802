import ArgumentParser
import Foundation
import Testing

@testable import marqueectl

/// The program for phones: why it ended, and when it is started again.
struct PhoneChildTests {
  @Test(arguments: [
    (
      Int32(64),
      "marquee-remote: \"foo\" is no address.\nUsage: marquee-remote serve\n  See \"marquee-remote --help\" for more.\n",
      "marquee-remote has ended: \"foo\" is no address"
    ),
    (1, "marquee-remote: one\nmarquee-remote: two.\nthree\n", "marquee-remote has ended: two"),
    (0, "marquee-remote: paired 10.0.0.7\n", "marquee-remote has ended (status 0) without a message"),
    (3, "", "marquee-remote has ended (status 3) without a message"),
    (137, "marquee-remote: connected to marqueed\n", "marquee-remote was ended by a signal (Killed)"),
  ])
  func itsEndIsReported(status: Int32, said: String, sentence: String) {
    #expect(PhoneChild.reason(status: status, errorOutput: said) == sentence)
  }

  @Test func theAddressIsCheckedBeforeTheProgramStarts() {
    let none = [
      "foo", "foo:8484", "1.2.3:80", "1.2.3.4", "1.2.3.4:", "1.2.3.4:70000", "[::1]", "::1:8484", "[1.2.3.4]:80", "",
    ]
    for text in none { #expect(!PhoneAddress.isValid(text), "\(text)") }
    for text in ["192.168.1.5:8484", "[fd00::5]:0", "8484"] { #expect(PhoneAddress.isValid(text), "\(text)") }
  }

  @Test func anAddressThatIsNoneEndsTheCommandBeforeTheTalk() throws {
    let words = ["talk.pdf", "--phone", "--phone-address"]
    _ = try Present.parse(words + ["0.0.0.0:8484"])
    do {
      _ = try Present.parse(words + ["foo"])
      Issue.record("It takes foo.")
    } catch {
      #expect(Present.message(for: error).hasPrefix("--phone-address needs an address and a port"))
    }
  }

  @Test func itIsStartedAgainSomeTimesIfItHasServed() {
    var restarts = PhoneRestarts()
    #expect(restarts.next(afterServing: nil, now: 0) == nil)
    let moments = (0...PhoneRestarts.maxRestarts).map { _ in restarts.next(afterServing: 1, now: 5) }
    #expect(moments == [UInt64?](repeating: 5 + PhoneRestarts.pause, count: PhoneRestarts.maxRestarts) + [nil])
  }

  @Test func endsThatAreFarApartAreNoRow() {
    var restarts = PhoneRestarts()
    let moments = (0..<10).map { _ in restarts.next(afterServing: PhoneRestarts.steady, now: 5) }
    #expect(!moments.contains(nil))
  }

  /// Were its end waited for, it would have ended by itself.
  @Test func aProgramThatClosesItsOutputIsEndedAtOnce() throws {
    let path = NSTemporaryDirectory() + "phone-\(UUID().uuidString.prefix(8))"
    defer { unlink(path) }
    let script = """
      #!/bin/sh
      echo "http://h:9 P http://h:9/pair#P control"
      exec >&-
      while read -r word; do :; done
      exit 8

      """
    #expect(
      FileManager.default.createFile(atPath: path, contents: Data(script.utf8), attributes: [.posixPermissions: 0o700]))
    let phone = try PhoneChild("/bin/sh", [path])
    let process = try #require(phone.program?.process)
    var news: [PhoneChild.Event] = []
    while let descriptor = phone.descriptor, Bell.wait(for: descriptor) { news += phone.read() }
    #expect(Bell.waitForEnd(of: process))
    if let last = phone.takeEnd() { news.append(last) }
    let end = news.compactMap { if case .ended(let reason) = $0 { reason } else { nil } }.last
    #expect(end?.contains("ended by a signal (Killed). It restarts now") == true, "\(end ?? "it runs")")
    #expect(!phone.runs && phone.takeEnd() == nil)
  }
}
