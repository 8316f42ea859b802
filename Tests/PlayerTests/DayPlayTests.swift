import Content
import DisplayTypes
import Glibc
import Presentation
import Testing

@testable import ContentModel

/// A day on two screens, in seconds.
@MainActor
struct DayPlayTests {
  /// Pictures, a deck and pages of it, a nested playlist, and a slideshow, with cuts that every flip can be held against.
  private static let content: ContentDescription = {
    func image(_ number: Int) -> PlaylistItem {
      PlaylistItem(content: .image(ImageDescription(file: "/m/\(number).png")))
    }
    let nested = PlaylistDescription(items: (40...44).map(image), itemMilliseconds: 7_000, isShuffled: true)
    let slideshow = SlideshowDescription(folder: "/show", itemMilliseconds: 11_000)
    let deck = DeckDescription(file: "/m/deck.pdf", pageMilliseconds: 9_000)
    return .playlist(
      PlaylistDescription(
        items: (1...20).map(image) + [
          PlaylistItem(content: .playlist(nested)), PlaylistItem(content: .slideshow(slideshow)),
          PlaylistItem(content: .deck(deck)),
        ],
        itemMilliseconds: 13_000, isShuffled: true))
  }()

  /// The results of a day.
  private struct Day {
    var (flips, wrong, changes, mostBytes, misses, messages) = (0, 0, 0, 0, 0, 0)
    /// Since the first hour, of the whole process.
    var grownKilobytes = 0
  }

  private static let limit = 24 * 64 * 48 * 4

  @Test func everyFlipOfADayShowsTheTimelinesItem() throws {
    let day = try Self.play()
    print(
      "a day on two screens: \(day.flips) flips, \(day.changes) items, \(day.wrong) wrong, at most \(day.mostBytes) bytes of "
        + "pictures, \(day.misses) pictures decoded")
    #expect(day.wrong == 0)
    #expect(day.changes > 2 * 24 * 3600 / 13)
    // The pictures of two screens and the next ones may exceed the limit of the cache.
    #expect(day.mostBytes <= Self.limit + 4 * 64 * 48 * 4)
    #expect(day.messages == 0)
  }

  /// In a separate process, because all tests of this process share its memory.
  @Test func memoryIsFlatThroughADay() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let day = try DayPlayTests.play()
        print("a day on two screens: \(day.grownKilobytes) KB grown since the first hour")
        // Each of some 20,000 items that left a hundred bytes behind would take as much.
        guard day.changes > 10_000, day.grownKilobytes < 2048 else { exit(1) }
      }
    }
  }

  private static func play() throws -> Day {
    let screens = ["HDMI-A-1", "DP-1"]
    let rig = try PlayerRig(content, screens: screens, pictureBytes: limit)
    for number in 1...50 { rig.media.put("/m/\(number).png", UInt64(number)) }
    for number in 60...66 { rig.media.put("/show/\(number).png", UInt64(number)) }
    rig.media.put("/m/deck.pdf", 100)
    rig.documents.pageCounts[100] = 6
    var context = TimelineContext(pageCounts: ["/m/deck.pdf": 6])
    context.folders["/show"] = (60...66).map { "/show/\($0).png" }

    var day = Day()
    var last: [String: Color] = [:]
    rig.seen = { frame in
      day.flips += 1
      let moment = Timeline.moment(of: content, at: frame.time, in: context)
      let due: Color? =
        switch moment.leaf {
        case .content(.image(let image)): rig.color(of: image.file)
        case .content(.deck(let deck)): StandInDocuments.color(100 + UInt64(deck.page))
        case .content, .face, .card, .powerOff, .nothing: nil
        }
      if frame.color != due { day.wrong += 1 }
      if last.updateValue(frame.color, forKey: frame.screen) != frame.color { day.changes += 1 }
      day.mostBytes = max(day.mostBytes, rig.resources.pictures.byteCount)
    }
    for screen in screens { try rig.plug(screen) }
    // The idle frame of a modeset is no flip of an item.
    (day.flips, day.wrong) = (0, 0)
    rig.advance(milliseconds: 3_600_000)
    let early = residentKilobytes
    for _ in 1..<24 { rig.advance(milliseconds: 3_600_000) }
    day.grownKilobytes = residentKilobytes - early
    day.misses = rig.resources.pictures.misses
    day.messages = rig.takeMessages().count
    return day
  }

  /// The resident memory of the process.
  private static var residentKilobytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 128)
    guard fgets(&buffer, 128, file) != nil else { return 0 }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
  }
}
