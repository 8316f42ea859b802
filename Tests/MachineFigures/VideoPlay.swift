import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import TestKit
import VirtualMachine

/// The processor time of a playing video on this machine itself, by its parts: the threads of the player and of the daemon.
struct VideoPlay {
  private static let seconds = 10.0
  private static let rate = 30

  let programs: String

  /// Nanoseconds of processor time since the start, by the part that a thread does.
  private struct Times {
    var decode = 0.0
    var convert = 0.0
    var messages = 0.0
    var compose = 0.0
    var other = 0.0

    var sum: Double { decode + convert + messages + compose + other }

    static func - (left: Times, right: Times) -> Times {
      Times(
        decode: left.decode - right.decode, convert: left.convert - right.convert,
        messages: left.messages - right.messages, compose: left.compose - right.compose, other: left.other - right.other
      )
    }
  }

  func measure() throws -> [Figure] {
    let bench = try SimulatedBench(programs: programs)
    defer { try? bench.reset() }
    let folder = try TemporaryFolder("video-figures")
    let clip = "\(folder.path)/clip.mp4"
    // Each pixel of a moving zone plate changes in each picture, so a decoder has more work than with a film.
    _ = try run(
      """
      gst-launch-1.0 -q videotestsrc num-buffers=\(Self.rate * 20) pattern=zone-plate kx2=8 ky2=8 kt=2 ! \
      video/x-raw,format=I420,width=1920,height=1080,framerate=\(Self.rate)/1 ! \
      x264enc speed-preset=veryfast bitrate=8000 key-int-max=50 ! mp4mux ! filesink location=\(clip)
      """)
    let daemon = try bench.start(.showing("video: \(clip)"))
    try bench.plug(1, TestDisplay(1920, 1080))
    try daemon.wait(1, .presented, within: 30)
    Thread.sleep(forTimeInterval: 3)
    let process = try daemon.status().processID
    let before = try (daemon.status(), times(of: process))
    Thread.sleep(forTimeInterval: Self.seconds)
    let after = try (daemon.status(), times(of: process))
    guard let first = before.0.videos, let last = after.0.videos, last.shown > first.shown else {
      throw FigureError("The daemon shows no pictures of the video.")
    }
    let shown = Double(last.shown - first.shown)
    let alone = try aloneMilliseconds(clip)
    let spent = after.1 - before.1
    return [
      figure(spent, shown: shown, repeated: last.repeated - first.repeated, alone: alone)
    ]
  }

  private func figure(_ spent: Times, shown: Double, repeated: UInt64, alone: Double) -> Figure {
    func milliseconds(_ nanoseconds: Double) -> Double { nanoseconds / 1e6 / shown }
    func share(_ part: Double) -> String { "\((part / spent.sum * 100).text()) %" }
    return Figure(
      name: "a video of 1920x1080",
      values: [
        "shown": shown, "repeated": Double(repeated), "decodeMilliseconds": milliseconds(spent.decode),
        "convertMilliseconds": milliseconds(spent.convert), "messagesMilliseconds": milliseconds(spent.messages),
        "composeMilliseconds": milliseconds(spent.compose), "otherMilliseconds": milliseconds(spent.other),
        "decodeAloneMilliseconds": alone,
      ],
      text: """
        \(milliseconds(spent.sum).text(1)) ms of processor time a picture: decoding \(share(spent.decode)), conversion into \
        the buffer \(share(spent.convert)), messages \(share(spent.messages)), composing \(share(spent.compose)), the \
        rest \(share(spent.other)); all of it is \((milliseconds(spent.sum) / alone).text(2)) times the decoding alone; \
        \(shown.text()) pictures shown in \(Self.seconds.text()) s, \(repeated) repeated
        """,
      how: """
        simulated display of 1920x1080@60 on the host itself, H.264 with \(Self.rate) pictures a second; the processor time \
        of each thread by /proc; decoding alone is `gst-launch-1.0 … ! decodebin ! fakesink`
        """)
  }

  /// The milliseconds of processor time a picture for decoding without anything else.
  private func aloneMilliseconds(_ clip: String) throws -> Double {
    let output = try run(
      """
      TIMEFORMAT='%U %S'; time gst-launch-1.0 -q filesrc location=\(clip) ! decodebin ! video/x-raw ! fakesink sync=false
      """)
    let seconds = output.split(whereSeparator: \.isWhitespace).suffix(2).compactMap { Double($0) }
    guard seconds.count == 2 else { throw FigureError("Decoding alone prints \(output)") }
    return seconds.reduce(0, +) * 1000 / Double(Self.rate * 20)
  }

  private func run(_ script: String) throws -> String {
    let result = try StartedProgram.run(["/bin/bash", "-c", "{ \(script); } 2>&1"])
    guard result.status == 0 else { throw FigureError("\(script) ends with status \(result.status): \(result.output)") }
    return result.output
  }

  /// The times of the daemon and of its players.
  private func times(of daemon: Int) throws -> Times {
    var times = Times()
    for thread in try ProcessFiles.threads(of: daemon) {
      switch thread.name {
      case "display": times.compose += thread.time
      case "surfaces": times.messages += thread.time
      default: times.other += thread.time
      }
    }
    for child in try ProcessFiles.children(of: daemon, named: "marquee-video") {
      for thread in try ProcessFiles.threads(of: child) {
        // The first thread of a player converts, and those of GStreamer read and decode.
        if thread.id == child { times.convert += thread.time } else { times.decode += thread.time }
      }
    }
    return times
  }
}
