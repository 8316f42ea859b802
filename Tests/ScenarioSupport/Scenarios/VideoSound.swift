internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let videoSound = Scenario(
    "the sound of a video comes with its pictures, without gaps, and only while they are seen", gate: [.vkms]
  ) { bench in
    let device = try unwrap(bench.soundDevice(shift: 0), "the bench has no sound device")
    let tone = try bench.write(SoundClip.tone.make(), name: "tone.mkv")
    let show = try SoundShow(bench, "video: { file: \(tone), sound: \"\(device)\" }")
    // A round takes half a second.
    try show.expectTone("rounds", seconds: 4)
    let report = try show.daemon.client.call(ContentAtCall(screen: bench.connector(1))).notes.joined()
    try expect(report.contains("sound on \(device)"), "the device in \(report)")

    _ = try show.daemon.client.call(SetVolumeCall(screen: bench.connector(1), volume: 25))
    bench.letPass(seconds: 1)
    let quieter = try show.record(seconds: 1).loudest
    try expect((2_900...3_100).contains(quieter), "a quarter of 12,000 is \(quieter)")
    _ = try show.daemon.client.call(SetVolumeCall(screen: bench.connector(1), volume: 100))

    for silence in ["blank", "freeze", "power"] {
      try show.set(silence, true)
      bench.letPass(seconds: 1)
      try expect(show.record(seconds: 1).loudest, is: 0, "the sound with \(silence)")
      try show.set(silence, false)
      bench.letPass(seconds: 2)
      try show.expectTone("after \(silence)", seconds: 1)
    }
    let flips = try unwrap(
      bench.flipTimes {
        try show.kill("marquee-sound")
        bench.letPass(seconds: 3)
      }, "no flips")
    try expect((5...7).contains(flips.count), "\(flips.count) pictures in 3 s while the sound is started again")
    try show.expectTone("after the process of the sound was killed", seconds: 1)
    try show.kill("marquee-video")
    bench.letPass(seconds: 4)
    try show.expectTone("after the process of the clip was killed", seconds: 1)

    try show.show(
      "items.yaml",
      "playlist: [\([1, 2, 3].map { "{ video: { file: \(tone), sound: \"\(device)\", background: \"#00000\($0)\" }, duration: 1.5s }" }.joined(separator: ", "))]"
    )
    bench.letPass(seconds: 4)
    try show.expectTone("items", seconds: 8)

    // Without a device the picture plays.
    let frames = CodedClip(count: 4, rate: 4, encoder: SoundClip.encoder, sound: SoundClip.sine(seconds: 1))
    let silent = try bench.write(frames.make(), name: "silent.mkv")
    try show.show("silent.yaml", "video: { file: \(silent), sound: \"hw:Nothing,0\" }")
    bench.letPass(seconds: 3)
    let silentFlips = try unwrap(bench.flipTimes { bench.letPass(seconds: 2) }, "no flips")
    try expect((6...10).contains(silentFlips.count), "\(silentFlips.count) flips of 4 pictures a second in 2 s")
    let log = try bench.log()
    try expect(
      log.components(separatedBy: "no sound: hw:Nothing,0").count, is: 2, "the lines about the device, and one more")

    // A file or a part without sound says so, and plays.
    let mute = try bench.write(
      CodedClip(count: 2, rate: 2, encoder: "vp8enc deadline=1 ! webmmux").make(), name: "mute.webm")
    let short = try bench.write(
      CodedClip(count: 4, rate: 2, encoder: SoundClip.encoder, sound: SoundClip.sine(seconds: 0.5)).make(),
      name: "short.mkv")
    for (clip, reason) in [(mute, "the file has no sound"), ("\(short), from: 1s", "the played part has no sound")] {
      try show.show("mute.yaml", "video: { file: \(clip), sound: \"\(device)\" }")
      bench.letPass(seconds: 14)
      let notes = try show.daemon.client.call(ContentAtCall(screen: bench.connector(1))).notes.joined()
      try expect(notes.contains("no sound: \(reason)"), "\(reason) in \(notes)")
    }

    try show.checkSync(seconds: 10, device: device)
  }

  static let videoSoundForTenMinutes = Scenario(
    "the sound of a video comes with its pictures for ten minutes, also on a device whose clock is wrong", long: [.vkms]
  ) { bench in
    for shift in [0, 500, -500] {
      let device = try unwrap(bench.soundDevice(shift: shift), "the bench has no sound device")
      let show = try SoundShow(bench, "color: black")
      try show.checkSync(seconds: 600, device: device)
      try expect(bench.end(by: "TERM", within: 20), is: 0, "the daemon's status")
      try bench.unplug(1)
    }
  }
}

/// Clips with sound.
private enum SoundClip {
  static let encoder = "vp8enc deadline=1 keyframe-max-dist=1 ! queue ! mux."

  /// Half a second of a tone whose waves fit into it.
  static let tone = CodedClip(count: 1, rate: 2, encoder: encoder, sound: sine(seconds: 0.5))

  /// Pictures of half a second, each of which begins with a short sound.
  static var beeps: CodedClip {
    let beep = sine(seconds: 0.02) + [Int16](repeating: 0, count: 24_000 - 960)
    return CodedClip(count: 4, rate: 2, encoder: encoder, sound: (0..<4).flatMap { _ in beep })
  }

  static func sine(seconds: Double) -> [Int16] {
    (0..<Int(seconds * 48_000)).map { Int16(12_000 * sin(Double($0) * 2 * Double.pi * 440 / 48_000)) }
  }
}

/// A daemon that shows a clip with sound on a kernel.
private final class SoundShow {
  let daemon: DaemonHandle
  private let bench: any Bench

  init(_ bench: any Bench, _ content: String) throws {
    self.bench = bench
    daemon = try bench.start(.showing(content))
    try bench.plug(1, TestDisplay(320, 180))
    try daemon.wait(1, .presented)
    bench.letPass(seconds: 5)
  }

  func show(_ name: String, _ content: String) throws {
    let result = try bench.run(
      "marqueectl", ["show", bench.connector(1), "content", try bench.write("content:\n  \(content)\n", name: name)],
      within: 30)
    try expect(result.status, is: 0, "the status of show: \(result.output)")
  }

  func record(seconds: Double) throws -> SoundRecording { try bench.recordSound(seconds: seconds) }

  /// Expects a tone without gaps and clicks.
  func expectTone(_ name: String, seconds: Double) throws {
    // A recording may begin in a wave.
    let recording = SoundRecording(try record(seconds: seconds), from: 0.05)
    try expect(recording.loudest > 11_500, "\(name): the loudest sample is \(recording.loudest)")
    try expect(recording.longestSilence < 5, "\(name): \(recording.longestSilence) ms without sound")
    // The tone's own steps are up to 691. GStreamer leaves out a sample now and then.
    try expect(recording.largestStep < 2_000, "\(name): a step of \(recording.largestStep)")
  }

  func set(_ cover: String, _ isOn: Bool) throws {
    let screen = bench.connector(1)
    switch cover {
    case "blank": _ = try daemon.client.call(BlankCall(screen: screen, on: isOn))
    case "freeze": _ = try daemon.client.call(FreezeCall(screen: screen, on: isOn))
    default: _ = try daemon.client.call(PowerCall(screen: screen, on: !isOn))
    }
  }

  func kill(_ program: String) throws {
    let process = try daemon.status().processID
    let list = try ChildProcess.shell(
      "for child in $(cat /proc/\(process)/task/*/children); do grep -qx \(program) /proc/$child/comm && echo $child; done; true"
    )
    let children = list.split(separator: "\n").compactMap { Int($0) }
    try expect(!children.isEmpty, "there is no \(program)")
    for child in children { try bench.kill(child) }
  }

  /// Compares the beginnings of sounds with the flips to their pictures.
  func checkSync(seconds: Double, device: String) throws {
    let file = try bench.write(SoundClip.beeps.make(), name: "beeps.mkv")
    try show("beeps.yaml", "video: { file: \(file), sound: \"\(device)\" }")
    bench.letPass(seconds: 8)
    var heard: SoundRecording?
    let flips = try unwrap(bench.flipTimes { heard = try record(seconds: seconds) }, "the bench sees no flips")
    let recording = try unwrap(heard, "nothing was recorded")
    let late = recording.onsets.compactMap { onset in
      flips.min { abs($0 - onset) < abs($1 - onset) }.map { (onset - $0) * 1000 }
    }.sorted()
    try expect(abs(Double(late.count) - seconds * 2) < 4, "\(late.count) sounds in \(seconds) s")
    let median = try unwrap(late.dropFirst(late.count / 2).first, "no sound")
    let (first, last) = (late.first ?? 0, late.last ?? 0)
    print(
      "sound: \(late.count) in \(seconds) s at \(recording.rate) samples a second, late by \(median) ms (\(first) to \(last))"
    )
    try expect(first > -45 && last < 60 && abs(median) < 20, "the sound is late by \(median) ms (\(first) to \(last))")
  }
}
