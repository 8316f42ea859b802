import ControlProtocol
import DisplayTypes
import TestKit
import Testing

@testable import Configuration
@testable import ContentModel

/// Streams in contents, and their passwords.
@Suite struct StreamContentTests {
  private func content(_ url: String) -> ContentDescription { .stream(StreamDescription(address: StreamAddress(url))) }

  @Test func aContentWithoutSecretsHasNoPasswordAtAnyDepth() {
    let stream = content("rtsp://user:s3cret@camera/1?key=s3cret")
    let schedule = ScheduleDescription(entries: [ScheduleEntry(action: .show(stream))])
    for whole in [stream, .playlist(PlaylistDescription(items: [PlaylistItem(content: .schedule(schedule))]))] {
      let info = ContentInfo(whole)
      #expect("\(info)".contains("s3cret"))
      #expect(!"\(info.withoutSecrets)".contains("s3cret"))
      #expect("\(info.withoutSecrets)".contains("rtsp://camera/1?…"))
      // A caller who got it that way may show it again.
      #expect("\(info.withoutSecrets.restoringSecrets(of: whole))" == "\(info)")
    }
  }

  @Test func anotherServerGetsNoPassword() {
    let known = content("rtsp://user:s3cret@camera/1")
    let other = ContentInfo(content("rtsp://stranger/1"))
    #expect("\(other.restoringSecrets(of: known))" == "\(other)")
  }

  @Test func aWrongAddressIsNotRepeated() {
    for url in ["ftp://user:s3cret@camera/1", "rtsp://user:s3cret@", "user:s3cret"] {
      do {
        _ = try ContentDescription(ContentInfo(kind: "stream", value: .object(["url": .string(url)])), now: .epoch)
        Issue.record("\(url) is read")
      } catch {
        #expect(!"\(error)".contains("s3cret"))
      }
    }
  }

  @Test(arguments: [
    "content: { rtsp://user:s3cret@camera/1: 5 }", "content: { stream: { adress: rtsp://user:s3cret@camera/1 } }",
    "content: { stream: [rtsp://user:s3cret@camera/1] }", "content: { color: rtsp://user:s3cret@camera/1 }",
    "content: { stream: { url: rtsp://c/1, fit: \"rtsp://user:s3cret@camera/1\" } }",
    "rtsp://user:s3cret@camera/1: 5", "content: rtsp://user:s3cret@camera/1",
    "content: { color: \"https://long-name-of-a-user-with-many-letters-in-it-and-more:s3cret@camera/1\" }",
    "content: { color: \"rtsp://user:s3cret with @ and \\\"@camera/1\" }",
    "screens: [{ match: { connector: A }, rotation: rtsp://user:s3cret@camera/1 }]",
    "screens: [{ match: { connector: rtsp://user:s3cret@camera/1 }, colour: 1 }]",
  ])
  func aMisplacedAddressIsNotRepeated(_ text: String) {
    let problems = problems(text)
    #expect(!problems.isEmpty)
    #expect(!problems.contains { $0.contains("s3cret") })
  }

  @Test func messagesKeepAddressesWithoutPasswordsAndPaths() {
    for text in ["\"http://camera/1\" is no key", "/media/a@2x.png: c:/d is empty", "write to a@b"] {
      #expect(Quoting.whole(text) == text)
    }
    #expect(Quoting.whole("/etc/rtsp:/user:s3cret@camera/1: no file, a@b") == "/etc/rtsp:/…@camera/1: no file, a@b")
  }
}
