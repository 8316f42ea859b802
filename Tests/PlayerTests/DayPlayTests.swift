import Content
import DisplayTypes
import Glibc
import Presentation
import Testing
import Timeline

/// A day on two screens, in seconds.
@MainActor
struct DayPlayTests {
  /// Pictures, a deck and pages of it, a nested playlist, and a slideshow, with cuts that every flip can be held against.
  private static let content: ContentDescription = {
    func image(_ number: Int) -> PlaylistItem { PlaylistItem(.image(ImageDescription(file: "/m/\(number).png"))) }
    let nested = PlaylistDescription(items: (40...44).map(image), itemMilliseconds: 7_000, isShuffled: true)
    let slideshow = SlideshowDescription(folder: "/show", itemMilliseconds: 11_000)
    let deck = DeckDescription(file: "/m/deck.pdf", pageMilliseconds: 9_000)
    return .playlist(
      PlaylistDescription(
        items: (1...20).map(image) + [
          PlaylistItem(.playlist(nested)), PlaylistItem(.slideshow(slideshow)), PlaylistItem(.deck(deck)),
        ],
        itemMilliseconds: 13_000, isShuffled: true))
  }()

  @Test func everyFlipOfADayCarriesWhatTheFunctionGives() throws {
    let screens = ["HDMI-A-1", "DP-1"]
    let limit = 24 * 64 * 48 * 4
    let rig = try PlayerRig(Self.content, screens: screens, pictureBytes: limit)
    for number in 1...50 { rig.media.put("/m/\(number).png", UInt64(number)) }
    for number in 60...66 { rig.media.put("/show/\(number).png", UInt64(number)) }
    rig.media.put("/m/deck.pdf", 100)
    rig.documents.pageCounts[100] = 6
    var context = PlayContext(pageCounts: ["/m/deck.pdf": 6])
    context.folders["/show"] = (60...66).map { "/show/\($0).png" }

    var (flips, wrong, changes, mostBytes) = (0, 0, 0, 0)
    var last: [String: Color] = [:]
    rig.seen = { frame in
      flips += 1
      let moment = Timeline.moment(of: Self.content, at: frame.time, in: context)
      let due: Color? =
        switch moment.leaf {
        case .image(let image): rig.color(of: image.file)
        case .page(_, let number): StandInDocuments.color(100 + UInt64(number))
        case .color, .pattern, .banner, .face, .ticker, .qrCode, .layout, .powerOff, .nothing: nil
        }
      if frame.color != due { wrong += 1 }
      if last.updateValue(frame.color, forKey: frame.screen) != frame.color { changes += 1 }
      mostBytes = max(mostBytes, rig.resources.pictures.byteCount)
    }
    for screen in screens { try rig.plug(screen) }
    // The idle frame of a modeset is no flip of an item.
    (flips, wrong) = (0, 0)
    rig.advance(milliseconds: 3_600_000)
    let early = Self.residentKilobytes
    for _ in 1..<24 { rig.advance(milliseconds: 3_600_000) }
    let growth = Self.residentKilobytes - early

    // What the process holds is everybody's who is tested beside this: the pictures' bytes are this test's own.
    print(
      "a day on two screens: \(flips) flips, \(changes) items, \(wrong) wrong, at most \(mostBytes) bytes of pictures, "
        + "\(growth) KB grown since the first hour, \(rig.resources.pictures.misses) pictures decoded")
    #expect(wrong == 0)
    #expect(changes > 2 * 24 * 3600 / 13)
    // What is shown on two screens and comes next may be more than the cache's own.
    #expect(mostBytes <= limit + 4 * 64 * 48 * 4)
    #expect(rig.takeMessages() == [])
  }

  /// What the process has in memory.
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
