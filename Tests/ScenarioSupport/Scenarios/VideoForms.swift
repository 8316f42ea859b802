internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import FrameChecks
internal import VirtualMachine

/// A kind of video file, and how long its pictures stay on a screen of 60 Hz.
private struct VideoForm {
  let name: String
  var clip = CodedClip()
  /// The refreshes of each picture except the last one of a round. A refresh at the border of two pictures may show either.
  var refreshes = 1...3
  /// The refreshes of the last picture; nil for those of the others.
  var last: ClosedRange<Int>?
  /// The nanoseconds of a round, if they are not those of the pictures.
  var length: Int64?
  /// The largest difference of a round in refreshes.
  var tolerance = 1
  /// The share of the file that is there.
  var share = 1.0
  /// The number of the last picture, if the file is cut; nil for that of the clip.
  var mostPictures: ClosedRange<Int>?

  /// An encoder whose file has a tone of this length in tenths of a second.
  private static func encoder(withTone tenths: Int) -> String {
    "x264enc key-int-max=15 ! h264parse ! matroskamux name=mux audiotestsrc samplesperbuffer=4410 num-buffers=\(tenths)"
      + " ! audio/x-raw,rate=44100 ! vorbisenc ! mux. mux."
  }

  static let all: [VideoForm] = [
    VideoForm(name: "mp4", clip: CodedClip()),
    VideoForm(name: "mov", clip: CodedClip(encoder: "x264enc ! qtmux")),
    VideoForm(name: "mkv", clip: CodedClip(encoder: "x264enc ! matroskamux")),
    VideoForm(name: "hevc.mp4", clip: CodedClip(encoder: "x265enc log-level=none ! h265parse ! mp4mux")),
    VideoForm(name: "vp8.webm", clip: CodedClip(encoder: "vp8enc deadline=1 target-bitrate=2000000 ! webmmux")),
    VideoForm(name: "vp9.webm", clip: CodedClip(encoder: "vp9enc deadline=1 target-bitrate=2000000 ! webmmux")),
    VideoForm(name: "av1.mp4", clip: CodedClip(encoder: "av1enc cpu-used=8 ! av1parse ! mp4mux")),
    // Its first time stamp is not zero, and its length is not exact.
    VideoForm(
      name: "ts", clip: CodedClip(count: 60, encoder: "x264enc ! mpegtsmux bitrate=4000000"), last: 1...5, tolerance: 6,
      mostPictures: 57...60),
    VideoForm(
      name: "23.976.mp4", clip: CodedClip(count: 24, rate: 24_000, rateDivisor: 1001), refreshes: 2...3),
    VideoForm(name: "50.mp4", clip: CodedClip(count: 25, rate: 50), refreshes: 1...2),
    VideoForm(
      name: "variable.webm",
      clip: CodedClip(count: 12, halvesAfter: 6, encoder: "vp8enc deadline=1 target-bitrate=2000000 ! webmmux"),
      refreshes: 1...5, last: 3...6),
    VideoForm(
      name: "interlaced.mkv",
      clip: CodedClip(
        properties: "interlaced=true top-field-first=true",
        encoder: "x264enc interlaced=true quantizer=5 pass=quant ! matroskamux")),
    VideoForm(
      name: "rotated.mp4",
      clip: CodedClip(
        encoder: "videoflip method=counterclockwise ! x264enc ! taginject tags=image-orientation=rotate-90 ! mp4mux")),
    VideoForm(
      name: "wide-pixels.mp4",
      clip: CodedClip(
        encoder:
          "videoscale add-borders=false ! video/x-raw,width=160,height=180,pixel-aspect-ratio=2/1 ! x264enc quantizer=5 pass=quant ! mp4mux"
      )),
    VideoForm(
      name: "odd.mkv", clip: CodedClip(encoder: "videocrop right=1 bottom=1 ! x264enc ! matroskamux")),
    VideoForm(
      name: "long-sound.mkv", clip: CodedClip(encoder: Self.encoder(withTone: 10)), last: 30...34, length: 1_000_000_000
    ),
    VideoForm(name: "short-sound.mkv", clip: CodedClip(encoder: Self.encoder(withTone: 2))),
    VideoForm(
      name: "cut.mkv", clip: CodedClip(encoder: "x264enc key-int-max=5 ! matroskamux"), last: 3...30, share: 0.6,
      mostPictures: 5...13),
  ]

  var refreshesOfRound: Int { Int((Double(length ?? clip.length) * 60 / 1e9).rounded()) }

  /// Compares the pictures of consecutive refreshes with the clip.
  func check(_ runs: [(number: UInt32?, refreshes: Int)]) throws {
    let list = runs.map { "\($0.number.map(String.init) ?? "none") x \($0.refreshes)" }.joined(separator: ", ")
    let numbers = runs.compactMap(\.number)
    guard let end = numbers.max() else { throw ScenarioFailure("\(name) shows no picture with a number") }
    try expect(
      mostPictures?.contains(Int(end) + 1) ?? (Int(end) + 1 == clip.count),
      "\(name): the last picture is \(end): \(list)")
    try expect(numbers.count == runs.count, "\(name): a picture has no number: \(list)")
    let starts = runs.indices.filter { runs[$0].number == 0 && $0 > 0 }
    let rounds = zip(starts, starts.dropFirst()).map { runs[$0..<$1].reduce(0) { $0 + $1.refreshes } }
    try expect(!rounds.isEmpty, "\(name): no whole round: \(list)")
    let round = refreshesOfRound
    try expect(rounds.allSatisfy { abs($0 - round) <= tolerance }, "\(name): rounds have \(rounds) refreshes: \(list)")
    // The first and the last run are parts.
    for (run, next) in zip(runs, runs.dropFirst()).dropFirst() {
      guard let number = run.number else { continue }
      let isLast = number == end
      try expect(next.number == (isLast ? 0 : number + 1), "\(name): after \(number) comes another picture: \(list)")
      let expected = isLast ? last ?? refreshes : refreshes
      try expect(expected.contains(run.refreshes), "\(name): \(number) stays for \(run.refreshes) refreshes: \(list)")
    }
  }
}

extension Scenario {
  static let videoForms = Scenario(
    "videos of many formats, rates and shapes show each picture for its time", gate: [.simulated]
  ) { bench in
    let show = try VideoShow(bench, [CodedClip()]) { "video: \($0[0])" }
    for form in VideoForm.all {
      try show.show(form.clip, name: form.name, cutTo: form.share)
      try form.check(show.runs(refreshes: form.refreshesOfRound * 2 + 10))
    }
    let bright = CodedClip(
      layout: .i420, encoder: "capssetter caps=video/x-raw,colorimetry=bt2100-pq ! x264enc ! matroskamux")
    let reason = try Scenario.refusal(
      of: ["file": .string(bench.write(bright.make(), name: "bright.mkv"))], show.daemon)
    try expect(reason.contains("it has HDR colours"), "the reason for HDR: \(reason)")
  }

  static let videoColors = Scenario(
    "a video has its colours to two steps in each matrix and range", gate: [.simulated]
  ) { bench in
    let show = try VideoShow(bench, [CodedClip()]) { "video: \($0[0])" }
    let forms: [(ColorMatrix, LevelRange, String)] = [
      (.bt601, .limited, "bt601"), (.bt709, .limited, "bt709"), (.bt601, .full, "1:4:16:4"), (.bt709, .full, "1:3:5:1"),
    ]
    for (matrix, range, name) in forms {
      let encoder =
        "capssetter caps=\"video/x-raw,colorimetry=(string)\(name)\" ! x264enc pass=quant quantizer=0 ! matroskamux"
      try show.show(
        CodedClip(layout: .i420, colors: matrix, range: range, encoder: encoder), name: "\(matrix)-\(range).mkv")
      let wrong = try show.wrongPatches(tolerance: 2)
      try expect(wrong.isEmpty, "\(matrix) \(range): \(wrong)")
    }
  }
}
