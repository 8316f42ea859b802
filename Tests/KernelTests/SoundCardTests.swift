import Foundation
import ScenarioSupport
import Testing
import VirtualMachine

/// The sound of a video on a driver of real sound cards. QEMU's card writes into a file.
@Suite(.serialized, .onlyWithMachine, .machine(.withSoundCard), .timeLimit(.minutes(10)))
struct SoundCardTests {
  @Test func aToneIsHeard() throws {
    let machine = try RunningMachine.get()
    try machine.check(
      """
      modprobe snd_hda_intel && udevadm settle
      # The driver looks for its codecs in the background.
      for attempt in $(seq 100); do [ ! -e /dev/snd/pcmC0D0p ] || break; sleep 0.1; done
      amixer -q -c 0 sset Master 100% unmute
      gst-launch-1.0 -q videotestsrc num-buffers=2 ! video/x-raw,framerate=1/1,width=320,height=180 ! vp8enc deadline=1 \
      ! queue ! mux. matroskamux name=mux ! filesink location=/tmp/tone.mkv audiotestsrc num-buffers=100 freq=440 volume=0.5 \
      samplesperbuffer=960 ! audio/x-raw,rate=48000,channels=2 ! flacenc ! queue ! mux.
      """, timeout: .seconds(120))
    let bench = try MachineBench(machine, kind: .vkms)
    _ = try bench.start(.showing("video: { file: /tmp/tone.mkv, sound: \"hw:0,0\" }"))
    try bench.plug(1, TestDisplay(320, 180))
    let file = try #require(BootOptions.withSoundCard.soundFile)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var tone = Tone(samples: [])
    _ = try Deadline(after: 120).poll(every: 1000) { () throws -> Bool? in
      tone = Tone(samples: try Self.samples(of: file))
      return tone.seconds > 5 ? true : nil
    }
    #expect(tone.seconds > 5, "\(tone)")
    #expect((435...445).contains(tone.frequency), "\(tone)")
    #expect(try bench.end(by: "TERM", within: 20) == 0)
  }

  /// The left samples behind the header of a WAV file with two channels of 16 bits.
  private static func samples(of file: String) throws -> [Int16] {
    let bytes = try Array(Data(contentsOf: URL(filePath: file)).dropFirst(44))
    return stride(from: 0, to: bytes.count - 3, by: 4).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
  }

  /// The longest loud part of a recording.
  private struct Tone {
    /// QEMU records 44,100 samples a second.
    private static let rate = 44_100.0
    var seconds = 0.0
    /// By the passages through zero.
    var frequency = 0.0

    init(samples: [Int16]) {
      guard let first = samples.firstIndex(where: { $0.magnitude > 1_000 }) else { return }
      let loud = samples[first...]
      seconds = Double(loud.count) / Self.rate
      let passages = zip(loud, loud.dropFirst()).count { $0 < 0 && $1 >= 0 }
      frequency = Double(passages) / seconds
    }
  }
}

extension BootOptions {
  fileprivate static let withSoundCard: BootOptions = {
    var options = BootOptions.withPrograms(on: .virtioGPU, .vkms)
    options.soundFile =
      FileManager.default.temporaryDirectory.appending(path: "marquee-sound-\(UUID().uuidString).wav").path
    return options
  }()
}
