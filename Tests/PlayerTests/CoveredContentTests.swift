import Content
import DisplayTypes
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import ContentModel

/// A content that is requested while the screen is covered is kept for later, and refused if it can never be shown.
@MainActor
struct CoveredContentTests {
  private static let good = ContentDescription.image(ImageDescription(file: "/m/1.png"))

  /// An app in front, as a talk is.
  private func rig() throws -> PlayerRig {
    let rig = try PlayerRig(Self.good)
    rig.media.put("/m/1.png", 1)
    try rig.plug()
    let cover = App(
      name: "cover",
      manifest: SceneManifest(configurations: [
        .externalDisplayNonInteractive: [SceneConfiguration(name: "main", content: .color(.white))]
      ]), makeDelegate: { ContentSceneDelegate(rig.resources) })
    rig.system.beginFront(cover, on: nil, asksOfNew: false) { _ in }
    rig.advance(milliseconds: 200)
    #expect(try rig.color() == .white)
    return rig
  }

  private func uncover(_ rig: PlayerRig) {
    rig.system.endFront { _ in }
    rig.advance(milliseconds: 500)
  }

  @Test func impossibleContentIsRefusedAndTheEarlierStays() throws {
    let rig = try rig()
    rig.media.put("/m/none.pdf", 7)
    rig.documents.errors[7] = .noPages
    rig.media.fail(.isEmpty(path: "/m/empty.png"), "/m/empty.png")
    let broken: [(ContentDescription, String)] = [
      (.image(ImageDescription(file: "/m/none.png")), "/m/none.png: there is no such file"),
      (.image(ImageDescription(file: "/m/empty.png")), "/m/empty.png is empty"),
      (.deck(DeckDescription(file: "/m/none.pdf")), "/m/none.pdf: \(RasterError.noPages)"),
      (.slideshow(SlideshowDescription(folder: "/none")), "/none holds no picture"),
    ]
    for (content, reason) in broken {
      guard case .failed(.content(let message)) = try rig.show(content) else {
        Issue.record("\(content) was kept")
        continue
      }
      #expect(message == "\(reason); the previous content stays")
    }
    uncover(rig)
    #expect(try rig.color() == StandInDocuments.color(1))
  }

  @Test func possibleContentIsKept() throws {
    let rig = try rig()
    rig.media.put("/m/2.png", 2)
    guard case .kept(let note, _) = try rig.show(.image(ImageDescription(file: "/m/2.png"))) else {
      Issue.record("it was not kept")
      return
    }
    #expect(note.contains("it is shown in the scene of lobby when that ends"))
    uncover(rig)
    #expect(try rig.color() == StandInDocuments.color(2))
  }

  @Test func onABlankScreenItIsTriedToo() throws {
    let rig = try PlayerRig(Self.good)
    rig.media.put("/m/1.png", 1)
    rig.media.put("/m/2.png", 2)
    try rig.plug()
    let screen = try rig.system.find("HDMI-A-1")
    screen.setBlank(true) { _ in }
    rig.advance(milliseconds: 100)
    guard case .failed(.content(let message)) = try rig.show(.image(ImageDescription(file: "/m/none.png"))) else {
      Issue.record("it was kept")
      return
    }
    #expect(message == "/m/none.png: there is no such file; the previous content stays")
    guard case .kept = try rig.show(.image(ImageDescription(file: "/m/2.png"))) else {
      Issue.record("it was not kept")
      return
    }
    #expect(try rig.color() == .black)
    screen.setBlank(false) { _ in }
    rig.advance(milliseconds: 500)
    #expect(try rig.color() == StandInDocuments.color(2))
  }

  @Test func aScheduledDarkScreenIsNotLitForImpossibleContent() throws {
    let rig = try PlayerRig(
      .schedule(ScheduleDescription(zone: "UTC", entries: [ScheduleEntry(action: .powerOff)], fallback: .color(.white)))
    )
    rig.media.put("/m/2.png", 2)
    try rig.plug()
    #expect(try rig.color() == nil)
    guard case .failed = try rig.show(.image(ImageDescription(file: "/m/none.png"))) else {
      Issue.record("it was shown")
      return
    }
    rig.advance(milliseconds: 500)
    #expect(try rig.color() == nil)
    guard case .shown = try rig.show(.image(ImageDescription(file: "/m/2.png"))) else {
      Issue.record("it was not shown")
      return
    }
    #expect(try rig.color() == StandInDocuments.color(2))
  }

  @Test func ofSeveralScreensNoneChangesWhereOneNeverCan() throws {
    let rig = try PlayerRig(Self.good, screens: ["HDMI-A-1", "HDMI-A-2"])
    for number in 1...2 { rig.media.put("/m/\(number).png", UInt64(number)) }
    for name in ["HDMI-A-1", "HDMI-A-2"] { try rig.plug(name) }
    func show(_ first: String, _ second: String) throws -> [PictureOutcome] {
      var outcomes: [PictureOutcome] = []
      try rig.system.presenter.showTogether(
        zip(["HDMI-A-1", "HDMI-A-2"], [first, second]).map { name, file in
          (try rig.system.find(name), ChosenContent(.image(ImageDescription(file: file))), { outcomes.append($0) })
        })
      rig.advance(milliseconds: 500)
      return outcomes
    }
    let refused = try show("/m/2.png", "/m/none.png").compactMap { outcome in
      if case .failed(.content(let message)) = outcome { message } else { nil }
    }
    #expect(
      refused
        == Array(repeating: "nothing was changed: HDMI-A-2: /m/none.png: there is no such file", count: 2))
    for name in ["HDMI-A-1", "HDMI-A-2"] { #expect(try rig.color(on: name) == StandInDocuments.color(1)) }
    #expect(try show("/m/2.png", "/m/2.png").count == 2)
    for name in ["HDMI-A-1", "HDMI-A-2"] { #expect(try rig.color(on: name) == StandInDocuments.color(2)) }
  }

  @Test func theRequestedContentIsShownIfTheCoverGoesMeanwhile() throws {
    let rig = try rig()
    rig.media.put("/m/2.png", 2)
    rig.documents.nanoseconds = 2_000_000_000
    var answer: PictureOutcome?
    try rig.system.find("HDMI-A-1").show(.image(ImageDescription(file: "/m/2.png"))) { answer = $0 }
    uncover(rig)
    rig.advance(milliseconds: 5_000)
    guard case .shown = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(try rig.color() == StandInDocuments.color(2))
  }

  @Test func ofTwoTheLaterCounts() throws {
    let rig = try rig()
    rig.media.put("/m/2.png", 2)
    var first: PictureOutcome?
    try rig.system.find("HDMI-A-1").show(.image(ImageDescription(file: "/m/2.png"))) { first = $0 }
    guard case .kept = try rig.show(.color(Color(red: 0, green: 0, blue: 99))) else {
      Issue.record("the later was not kept")
      return
    }
    rig.advance(milliseconds: 500)
    guard case .failed = first else {
      Issue.record("the earlier was kept")
      return
    }
    uncover(rig)
    #expect(try rig.color() == Color(red: 0, green: 0, blue: 99))
  }

  @Test func missingConfiguredContentIsPromisedAndRequestedContentIsNot() throws {
    let rig = try PlayerRig(.image(ImageDescription(file: "/m/later.png")))
    try rig.plug()
    #expect(rig.takeMessages() == ["/m/later.png: there is no such file; it is shown when that is fixed"])
    rig.media.put("/m/later.png", 3)
    rig.advance(milliseconds: 200)
    _ = try rig.show(.image(ImageDescription(file: "/m/none.png")))
    #expect(rig.takeMessages() == ["/m/none.png: there is no such file; the previous content stays"])
  }
}
