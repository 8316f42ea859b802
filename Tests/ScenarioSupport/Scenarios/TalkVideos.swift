internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import FrameChecks
internal import VirtualMachine

extension Scenario {
  static let talkVideos = Scenario(
    "videos on slides play where the deck or the notes name them, and a file that is missing is named when the deck is loaded",
    gate: [.simulated]
  ) { bench in
    let show = try TalkWithVideos(bench)
    try show.checkBeginning()
    try show.checkPlace()
    try show.checkStartWithSlide()
    try show.checkReload()
    try show.checkTransition()
    try show.checkReasons()
    try show.checkNotes()
  }
}

/// A talk whose slides name videos in each way.
private struct TalkWithVideos {
  private let bench: any Bench
  private let daemon: DaemonHandle
  private let beginning: TalkReply

  init(_ bench: any Bench) throws {
    self.bench = bench
    _ = try bench.write(CodedClip(count: 400, encoder: "x264enc key-int-max=15 ! mp4mux").make(), name: "clip.mp4")
    let deck = try bench.write(Self.deck(Scenario.talkInks), name: "talk.pdf")
    daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(640, 360))
    try daemon.wait(1, .presented)
    beginning = try daemon.client.call(StartTalkCall(deck: deck))
  }

  private static func deck(_ inks: [RGB]) -> String {
    func link(_ action: String, _ rect: String = "0 0 1600 900") -> String {
      "<< /Type /Annot /Subtype /Link /Rect [\(rect)] /Border [0 0 0] /A << \(action) >> >>"
    }
    let note = "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Say it\\rvideo: clip.mp4?autostart) >>"
    let push = "/Trans << /S /Push /D 1 /Di 180 >>"
    return MadeFiles.document(
      inks,
      entries: [
        "", "/Annots [\(link("/S /Launch /F (clip.mp4)", "800 0 1600 450"))]", "/Annots [\(note)]",
        "\(push) /Annots [\(link("/S /URI /URI (file:missing%2emp4)"))]",
        "/Annots [\(link("/S /Launch /F (../../../../etc/clip.mp4)"))]",
      ])
  }

  private func tell(_ action: TalkAction, page: Int? = nil, on: Bool? = nil, at place: (Double, Double)? = nil) throws
    -> TalkInfo
  {
    try daemon.client.call(ControlTalkCall(action: action, page: page, on: on, x: place?.0, y: place?.1)).talk
  }

  /// The reason why an action is refused.
  private func refusal(of action: TalkAction, at place: (Double, Double)? = nil) throws -> String {
    do {
      _ = try tell(action, at: place)
    } catch {
      return "\(error)"
    }
    throw ScenarioFailure("\(action) is done")
  }

  /// The number of the coded picture in the lower right quarter, or on the whole display; nil if there is none.
  private func number(inQuarter: Bool = false) throws -> UInt32? {
    let picture = try bench.photograph(1)
    let (x, y) = inQuarter ? (picture.width / 2, picture.height / 2) : (0, 0)
    let size = PixelSize(width: picture.width - x, height: picture.height - y)
    let reading = FrameReading(of: size, tolerance: 255) { column, row in
      let pixel = picture[x + column, y + row]
      return Color(red: pixel.red, green: pixel.green, blue: pixel.blue)
    }
    if case .whole(let number) = reading.number { return number }
    return nil
  }

  private func isSlide(_ slide: Int) throws -> Bool {
    try Scenario.isTalkInk(bench.photograph(1).uniformColor, Scenario.talkInks[slide - 1])
  }

  func checkBeginning() throws {
    let trouble = try unwrap(beginning.talk.trouble, "no trouble at the beginning")
    try expect(
      trouble.hasPrefix("slide 4: ") && trouble.contains("missing.mp4: there is no such file")
        && trouble.contains("1 more"),
      "the trouble of the deck: \(trouble)")
    try expect(beginning.note?.contains("missing.mp4") == true, "the note of the call: \(beginning.note ?? "none")")
    try expect(beginning.talk.videos, is: nil, "the videos of slide 1")
  }

  /// A link has a rectangle, and its video starts and stops by command.
  func checkPlace() throws {
    let video = try unwrap(tell(.goto, page: 2).videos?.first, "slide 2 has no video")
    try expect([video.x, video.y, video.width, video.height], is: [0.5, 0.5, 0.5, 0.5], "the place of the video")
    try expect(video.file, is: "clip.mp4", "the file of the video")
    bench.letPass(seconds: 1)
    try expect(isSlide(2), "the slide before the start")
    try expect(refusal(of: .video, at: (0.2, 0.2)).contains("no video at this place"), "a place without a video")
    try expect(tell(.video, at: (0.7, 0.8)).videos?.first?.playing, is: true, "whether it plays")
    bench.letPass(seconds: 0.5)
    let first = try unwrap(number(inQuarter: true), "no picture of the video")
    try expect((8...17).contains(first), "the picture after half a second: \(first)")
    try expect(
      Scenario.isTalkInk(bench.photograph(1).at(0.25, 0.25), Scenario.talkInks[1]), "the slide around the video")
    bench.letPass(seconds: 1)
    let second = try unwrap(number(inQuarter: true), "no picture of the video")
    try expect((28...32).contains(second - first), "the pictures of a second: \(second - first)")
    // Black hides it, and it goes on.
    _ = try tell(.black, on: true)
    try expect(bench.photograph(1).uniformColor, is: RGB(0, 0, 0), "black over the video")
    bench.letPass(seconds: 1)
    _ = try tell(.black, on: false)
    bench.letPass(seconds: 0.5)
    let third = try unwrap(number(inQuarter: true), "no picture of the video after black")
    try expect((second + 40...second + 52).contains(third), "the picture after black: \(third), before it \(second)")
    // Without its process it continues with the picture that is due.
    try killProcess()
    bench.letPass(seconds: 1)
    let fourth = try unwrap(number(inQuarter: true), "no picture of the video after its process")
    try expect((third + 28...third + 34).contains(fourth), "the picture after the kill: \(fourth), before it \(third)")
    try checkReturn()
    try expect(tell(.video).videos?.first?.playing, is: false, "whether it plays after the second press")
    bench.letPass(seconds: 0.5)
    try expect(isSlide(2), "the slide after the second press")
  }

  /// A screen that was dark, or that was unplugged, shows the picture that is due.
  private func checkReturn() throws {
    let before = try unwrap(number(inQuarter: true), "no picture of the video")
    let name = bench.connector(1)
    _ = try daemon.client.call(PowerCall(screen: name, on: false))
    bench.letPass(seconds: 0.2)
    _ = try daemon.client.call(PowerCall(screen: name, on: true))
    bench.letPass(seconds: 0.6)
    let lit = try unwrap(number(inQuarter: true), "no picture of the video after power off")
    try expect((before + 20...before + 50).contains(lit), "the picture after power off: \(lit), before it \(before)")
    try bench.unplug(1)
    bench.letPass(seconds: 0.2)
    try bench.plug(1, TestDisplay(640, 360))
    try daemon.wait(1, .presented)
    bench.letPass(seconds: 0.6)
    let plugged = try unwrap(number(inQuarter: true), "no picture of the video after a replug")
    try expect(plugged > lit + 20, "the picture after a replug: \(plugged), before it \(lit)")
  }

  /// A line in the text annotation of a page names a video for the whole slide.
  func checkStartWithSlide() throws {
    let video = try unwrap(tell(.next).videos?.first, "slide 3 has no video")
    try expect(video.startsWithSlide && video.playing, "the video starts with its slide")
    bench.letPass(seconds: 1)
    let number = try unwrap(number(), "no picture of the video")
    try expect((15...32).contains(number), "the picture a second after the turn: \(number)")
  }

  /// If the file of the deck changes, a video that starts with its slide starts again.
  func checkReload() throws {
    bench.letPass(seconds: 4)
    let before = try unwrap(number(), "no picture of the video")
    try expect(before > 90, "the picture before the reload: \(before)")
    _ = try bench.write(Self.deck(Scenario.talkInks + [Scenario.talkInks[0]]), name: "talk.pdf")
    var talk: TalkInfo?
    for _ in 0..<40 where talk?.pages != Scenario.talkInks.count + 1 {
      bench.letPass(seconds: 0.25)
      talk = try daemon.client.call(GetTalkCall()).talk
    }
    try expect(talk?.pages, is: Scenario.talkInks.count + 1, "the pages of the new deck")
    try expect(talk?.videos?.first?.playing, is: true, "whether the video of the new deck plays")
    bench.letPass(seconds: 1)
    let after = try unwrap(number(), "no picture of the video after the reload")
    try expect((1...60).contains(after), "the picture after the reload: \(after), before it \(before)")
  }

  /// The video moves away with its slide, and plays until it is gone.
  func checkTransition() throws {
    let before = try unwrap(number(), "no picture of the video")
    try expect(tell(.next).videos?.first?.playing, is: false, "the video of slide 4")
    bench.letPass(seconds: 0.5)
    let picture = try bench.photograph(1)
    try expect(!Scenario.isTalkInk(picture.at(0.1, 0.5), Scenario.talkInks[2]), "the video during the transition")
    try expect(Scenario.isTalkInk(picture.at(0.9, 0.5), Scenario.talkInks[3]), "the next slide during the transition")
    bench.letPass(seconds: 1.5)
    try expect(isSlide(4), "the slide after the transition")
    try expect(before > 0, "the picture before the turn")
  }

  func checkReasons() throws {
    let missing = try refusal(of: .video)
    try expect(missing.contains("slide 4") && missing.contains("there is no such file"), "the reason: \(missing)")
    _ = try tell(.goto, page: 5)
    let outside = try refusal(of: .video)
    try expect(
      outside.contains("there is no such file") || outside.contains("folder of its deck"), "the reason: \(outside)")
    _ = try tell(.goto, page: 1)
    try expect(refusal(of: .video).contains("slide 1 has no video"), "the reason on slide 1")
  }

  /// Notes that are set name a video, and a file that comes later plays.
  func checkNotes() throws {
    _ = try daemon.client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 1, text: "Hello\nVideo: missing.mp4?loop")]))
    try expect(refusal(of: .video).contains("there is no such file"), "a video of the notes that is missing")
    _ = try bench.write(CodedClip(count: 15).make(), name: "missing.mp4")
    // The daemon gathers changes of files for a moment of the bench's time.
    var trouble: String? = "missing.mp4"
    for _ in 0..<20 where trouble?.contains("missing.mp4") == true {
      bench.letPass(seconds: 0.5)
      trouble = try daemon.client.call(GetTalkCall()).talk?.trouble
    }
    try expect(trouble?.contains("missing.mp4") != true, "the file is still missing: \(trouble ?? "none")")
    try expect(tell(.video, on: true).videos?.first?.playing, is: true, "whether the video of the notes plays")
    bench.letPass(seconds: 2.25)
    try expect(number() != nil, "the picture after four rounds")
  }

  private func killProcess() throws {
    let process = try daemon.status().processID
    let list = try ChildProcess.shell("cat /proc/\(process)/task/*/children")
    let players = list.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.filter {
      (try? ChildProcess.shell("cat /proc/\($0)/comm"))?.hasPrefix("marquee-video") == true
    }
    try expect(players.count, is: 1, "the number of processes of videos")
    for player in players { try bench.kill(player) }
  }
}
