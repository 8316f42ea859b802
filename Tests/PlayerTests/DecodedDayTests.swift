import Content
import DisplayTypes
import EventLoop
import Glibc
import RasterizerHost
import TestKit
import Testing

@testable import ContentModel

/// A day with files that are read from the disk and decoded by processes of their own; the simulated clock waits for them.
@MainActor
struct DecodedDayTests {
  @Test func everyFlipOfADayCarriesTheDecodedPicture() throws {
    let colors = [0xc02020, 0x20a040, 0x3040d0, 0xd0b020, 0x8030a0, 0x20a0b0, 0xe07020, 0x707070].map(Color.init(rgb:))
    let folder = try Folder()
    let files = try colors.enumerated().map { number, color in
      try folder.write(
        "\(number).svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"48\"><rect width=\"64\" height=\"48\" fill=\"\(color.hexadecimal)\"/></svg>"
      )
    }
    let content = ContentDescription.playlist(
      PlaylistDescription(
        items: files.map { PlaylistItem(content: .image(ImageDescription(file: $0, fit: .stretch))) },
        itemMilliseconds: 60_000,
        isShuffled: true))
    let directory = try BuiltPrograms.folder()
    var pool: DocumentPool?
    let rig = try PlayerRig(content, screens: ["HDMI-A-1", "DP-1"], pictureBytes: 3 * 64 * 48 * 4) { loop in
      let documents = DocumentPool(loop: loop, settings: DocumentPoolSettings(directory: directory, limit: 8))
      pool = documents
      return (documents, LocalMediaLibrary(loop: loop) { Issue.record("\($0)") })
    }
    let documents = try #require(pool)
    defer { documents.stop() }
    func go(milliseconds: UInt64) {
      rig.advance(milliseconds: milliseconds)
      while documents.pendingRequests > 0 { rig.loop.turn(waiting: true) }
    }

    let hours = 24
    var (flips, wrong, started) = (0, 0, false)
    rig.seen = { frame in
      guard started else { return }
      flips += 1
      guard case .content(.image(let image)) = Timeline.moment(of: content, at: frame.time, in: TimelineContext()).leaf,
        let number = files.firstIndex(of: image.file), frame.color == colors[number]
      else { return wrong += 1 }
    }
    for screen in ["HDMI-A-1", "DP-1"] {
      try rig.plug(screen)
      go(milliseconds: 0)
    }
    go(milliseconds: 1_000)
    started = true
    for _ in 0..<(hours * 3600) { go(milliseconds: 1_000) }
    print(
      "a decoded day on two screens: \(flips) flips, \(wrong) wrong, \(rig.resources.pictures.misses) pictures decoded, "
        + "\(rig.resources.pictures.byteCount) bytes of them kept")
    #expect(wrong == 0)
    #expect(flips >= 2 * hours * 59)
    #expect(rig.resources.pictures.misses > 20 * hours)
    #expect(rig.takeMessages() == [])
  }

  /// A folder that is removed with the test.
  private final class Folder {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder("player")
    }

    /// Writes a file that was finished an hour ago, and returns its path.
    func write(_ name: String, _ text: String) throws -> String {
      let file = "\(folder.path)/\(name)"
      let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
      let past = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
      try #require(futimens(descriptor, [past, past]) == 0)
      return file
    }
  }
}

extension Color {
  fileprivate init(rgb: Int) {
    self.init(red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
  }
}
