import Configuration
import ContentModel
import ControlProtocol
import FoundationEssentials
import Glibc
import TestKit
import Testing

@testable import marqueed

/// The files that callers with the access `remote` or `alarm` may name.
@MainActor
@Suite("Media folder of the web pages") final class MediaRootTests {
  private let folder: TemporaryFolder
  private let root: MediaRoot
  private let now = WallTime(seconds: 1_800_014_400)

  init() throws {
    folder = try TemporaryFolder("media")
    for name in ["media", "media/below", "other"] { try #require(mkdir("\(folder.path)/\(name)", 0o700) == 0) }
    for name in ["media/in.png", "media/below/in.png", "other/out.png"] {
      try Data().write(to: URL(filePath: "\(folder.path)/\(name)"))
    }
    for (link, target) in [
      ("media/out.png", "../other/out.png"), ("media/again.png", "below/in.png"), ("media/away", "../other"),
      ("media/gone.png", "missing.png"), ("link", "media"),
    ] {
      try #require(symlink(target, "\(folder.path)/\(link)") == 0)
    }
    root = MediaRoot(["MARQUEE_MEDIA": "\(folder.path)/link"])
  }

  private func admits(_ request: ControlRequest, _ access: AccessLevel = .remote) -> Bool {
    do throws(ControlError) {
      try root.check(request, for: access, now: now)
      return true
    } catch {
      return false
    }
  }

  private func image(_ name: String) -> ContentInfo {
    ContentInfo(kind: "image", value: .object(["file": .string("\(folder.path)/\(name)")]))
  }

  private func requests(_ name: String) -> [ControlRequest] {
    let path = "\(folder.path)/\(name)"
    let item = JSONValue.object(["image": .object(["file": .string(path)])])
    let playlist = ContentInfo(kind: "playlist", value: .object(["items": .array([item])]))
    return [
      .filePicture(FilePictureCall(file: path, longestSide: 64)), .startTalk(StartTalkCall(deck: path)),
      .raiseAlarm(RaiseAlarmCall(content: image(name))),
      .show(ShowCall(screen: "A", content: image(name))), .show(ShowCall(screen: "A", content: playlist)),
      .contentAt(ContentAtCall(screen: "A", content: playlist)),
      .showTogether(
        ShowTogetherCall(contents: [
          ScreenContent(screen: "A", content: .color("#000000")), ScreenContent(screen: "B", content: image(name)),
        ])),
    ]
  }

  @Test("a file in the folder may be named, also through a link that ends in it")
  func inside() {
    for name in ["media/in.png", "media/below/in.png", "media/again.png", "link/in.png", "media/below/../in.png"] {
      for request in requests(name) { #expect(admits(request), "\(name): \(request)") }
    }
  }

  @Test("an alarm without the access control has files in the folder only")
  func alarm() {
    for access in [AccessLevel.alarm, [.alarm, .observe], [.alarm, .remote]] {
      #expect(!admits(.raiseAlarm(RaiseAlarmCall(content: image("other/out.png"))), access))
      #expect(admits(.raiseAlarm(RaiseAlarmCall(content: image("media/in.png"))), access))
    }
    #expect(admits(.raiseAlarm(RaiseAlarmCall(content: image("other/out.png"))), [.alarm, .control]))
  }

  @Test("no other file may be named, also not through a link in the folder")
  func outside() {
    let names = [
      "other/out.png", "media/out.png", "media/away/out.png", "media/../other/out.png", "media/gone.png",
      "media/missing.png", "media/below", "media",
    ]
    for name in names {
      for request in requests(name) {
        #expect(!admits(request), "\(name): \(request)")
        #expect(admits(request, .control))
      }
    }
  }

  @Test("a folder of pictures may not be named, because a link may be put into it later")
  func folders() {
    let content = ContentInfo(kind: "slideshow", value: .object(["folder": .string("\(folder.path)/media/below")]))
    #expect(!admits(.show(ShowCall(screen: "A", content: content))))
    #expect(admits(.show(ShowCall(screen: "A", content: content)), .control))
  }

  @Test("files of the content that the screen has may be named again, for that screen only")
  func present() throws {
    let out = image("other/out.png")
    let shown = try ContentDescription(out, now: now)
    func admits(_ request: ControlRequest) -> Bool {
      do throws(ControlError) {
        try root.check(request, for: .remote, now: now, present: { $0 == "A" ? shown : nil })
        return true
      } catch {
        return false
      }
    }
    #expect(admits(.show(ShowCall(screen: "A", content: out))))
    #expect(admits(.contentAt(ContentAtCall(screen: "A", content: out))))
    #expect(!admits(.show(ShowCall(screen: "B", content: out))))
    #expect(!admits(.contentAt(ContentAtCall(screen: "B", content: out))))
    #expect(!admits(.filePicture(FilePictureCall(file: "\(folder.path)/other/out.png", longestSide: 64))))
  }

  @Test("content without a file is allowed for every user who may show content")
  func without() {
    #expect(admits(.show(ShowCall(screen: "A", content: .banner(BannerInfo(text: "Hello"))))))
    #expect(admits(.show(ShowCall(screen: "A", configured: true))))
    #expect(admits(.power(PowerCall(screen: "A", on: false))))
  }

  @Test("the folder is that of the service, if no other is named")
  func usual() {
    #expect(MediaRoot([:]).path == "/var/lib/marquee/media")
    #expect(MediaRoot(["MARQUEE_MEDIA": ""]).path == "/var/lib/marquee/media")
  }

  private func stream(_ flags: String..., path: String = "1") -> ContentInfo {
    var fields: [String: JSONValue] = ["url": .string("rtsp://a:b@127.0.0.1/\(path)")]
    for flag in flags { fields[flag] = .bool(true) }
    return ContentInfo(kind: "stream", value: .object(fields))
  }

  @Test("A stream that may come from this machine needs the access control, or that the screen has it already")
  func streams() throws {
    #expect(admits(.show(ShowCall(screen: "A", content: stream()))))
    for flag in ["allowLoopback", "allowLinkLocal"] {
      let request = ControlRequest.show(ShowCall(screen: "A", content: stream(flag)))
      #expect(!admits(request))
      #expect(admits(request, .control))
      let present = try ContentDescription(stream(flag), now: now)
      #expect(throws: Never.self) { try root.check(request, for: .remote, now: now) { _ in present } }
      #expect(!root.confines(present, for: .remote))
      // The caller may send the content as it got it, but no other flag and no other path.
      for (sent, isAllowed) in [
        (stream(flag).withoutSecrets, true), (stream("allowLoopback", "allowLinkLocal"), false),
        (stream(flag, path: "1?other"), false),
      ] {
        let again = ControlRequest.show(ShowCall(screen: "A", content: sent))
        let isAdmitted = (try? root.check(again, for: .remote, now: now) { _ in present }) != nil
        #expect(isAdmitted == isAllowed, "\(sent)")
      }
    }
  }

  @Test("A short form that two streams share is not replaced by one of them")
  func equalForms() throws {
    let cameras = try ["1", "2"].map { try ContentDescription(stream(path: "cam?channel=\($0)"), now: now) }
    let list = ContentInfo(
      kind: "playlist", value: .array(cameras.map { ContentInfo($0).json }))
    let known = try ContentDescription(list, now: now)
    #expect(list.withoutSecrets.restoringSecrets(of: known) == list.withoutSecrets)
    #expect(ContentInfo(cameras[0]).withoutSecrets.restoringSecrets(of: cameras[0]) == ContentInfo(cameras[0]))
  }
}
