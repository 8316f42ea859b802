import CodedFrames
import DisplayTypes
import Foundation
import FrameChecks
import ScenarioSupport
import Testing
import VirtualMachine

/// `marqueectl verify` on a capture device of the kernel's test driver vivid, whose output is looped to its input. `v4l2-ctl` writes made
/// frames to the output.
///
/// The machine's clock counts instructions, so vivid's two threads keep the same rate on any host. A script does each series without the
/// host.
///
/// vivid proves the calls of V4L2, its times and its numbers. It proves nothing about cables, chips and USB: vivid copies each frame whole
/// in memory, so all tears and wrong colours are of the made frames. Its range of levels is always the usual one of the pixel format.
@Suite(.serialized, .onlyWithMachine, .machine(.withCapture), .timeLimit(.minutes(10)))
struct CapturedFramesTests {
  private static let size = PixelSize(width: 160, height: 120)
  private static let series: [RGBAPicture] = (1...75).map { CodedFrames.frame($0, size: size) }
  private static let load = "modprobe vivid n_devs=1 node_types=0x101 num_outputs=1 output_types=0x1 num_inputs=1"
  /// One HDMI input and one HDMI output with 25 frames a second: ten ticks of the kernel's clock each. The driver draws no text.
  private static let loop = """
    modprobe -r vivid
    \(load) input_types=0x3 && udevadm settle || exit 1
    for device in 0 1; do
      v4l2-ctl -d $device --set-dv-bt-timings index=4
      v4l2-ctl -d $device --get-dv-timings | grep -q '(25.00 frames per second)' || exit 1
    done
    v4l2-ctl -d 0 -c loop_video=1,osd_text_mode=2
    """
  private static let verify = "timeout 600 /marquee/build/marqueectl verify /dev/video0 --rate 25 --json"
  private static let isCapturing = "grep -qs '^vivid-000-vid-cap' /proc/[0-9]*/comm"

  private struct VerifyReport: Decodable {
    struct Fault: Decodable {
      var frame: Int
      var kind: String
      var detail: String
    }

    struct Unchecked: Decodable {
      var check: String
      var reason: String
    }

    var frames: Int
    var first: UInt32?
    var withoutCode: Int
    var faults: [Fault]
    var unchecked: [Unchecked]
  }

  /// The end of `verify`.
  private struct Outcome {
    var status: Int
    /// The messages of standard error.
    var complaint: String
    var report: VerifyReport?
  }

  /// Starts a writer of the frames that the command `source` prints. The driver reports the matrix at the capture device.
  private static func feed(
    _ layout: PixelLayout = .xrgb8888, _ matrix: ColorMatrix = .bt709, from source: String = "cat /tmp/series"
  ) -> String {
    let form = "pixelformat=\(layout.fourcc),colorspace=\(matrix == .bt709 ? "rec709" : "smpte170m")"
    return """
      v4l2-ctl -d 1 --set-fmt-video-out width=\(size.width),height=\(size.height),\(form)
      { \(source); } | v4l2-ctl -d 1 --stream-out-mmap 4 --stream-from - --stream-no-query > /tmp/feed 2>&1 &
      feed=$!
      until grep -q '>' /tmp/feed; do sleep 0.02; done
      """
  }

  /// Runs a script in the machine. The script writes the report of `verify` to `/tmp/report`, its messages to `/tmp/complaint`, and ends
  /// with its status.
  private func play(_ script: String, with frames: [UInt8] = []) async throws -> Outcome {
    let machine = try RunningMachine.get()
    return try await ScenarioThreads.runWithMachine {
      try machine.write(frames, to: "/tmp/series")
      let status = try machine.run(": > /tmp/report; : > /tmp/complaint\n\(script)").status
      let report = try machine.read("/tmp/report")
      return Outcome(
        status: status, complaint: String(decoding: try machine.read("/tmp/complaint"), as: UTF8.self),
        report: report.isEmpty ? nil : try JSONDecoder().decode(VerifyReport.self, from: Data(report)))
    }
  }

  /// Captures 40 frames of a series that is looped. The commands `meanwhile` run after the first frames.
  private func captured(
    _ frames: [RGBAPicture], _ layout: PixelLayout = .xrgb8888, _ matrix: ColorMatrix = .bt709, meanwhile: String = ":"
  ) async throws -> Outcome {
    try await play(
      """
      \(Self.loop)
      \(Self.feed(layout, matrix))
      \(Self.capture("--size 160x120 --frames 40 --format \(layout.rawValue)", meanwhile: meanwhile))
      wait
      exit $status
      """, with: frames.flatMap { CodedFrames.raw($0, layout, matrix) })
  }

  /// Runs `verify`, and the commands `meanwhile` half a second after its start.
  private static func capture(_ options: String, meanwhile: String = ":") -> String {
    """
    \(verify) \(options) > /tmp/report 2> /tmp/complaint &
    verify=$!
    until \(isCapturing); do sleep 0.02; done
    sleep 0.5
    \(meanwhile)
    wait $verify
    status=$?
    """
  }

  /// Captures until the device fails by the commands `cause`.
  private func ended(by cause: String) async throws -> Outcome {
    try await play("\(Self.loop)\n\(Self.capture("--frames 5000", meanwhile: cause))\nexit $status")
  }

  @Test func aPictureWithoutACodeIsNotChecked() async throws {
    let outcome = try await play(
      "\(Self.loop); \(Self.verify) --frames 60 --without late > /tmp/report 2> /tmp/complaint")
    let report = try #require(outcome.report, "\(outcome)")
    #expect(outcome.status == 6 && outcome.complaint.contains("no frame has a code"), "\(outcome)")
    #expect(report.frames == 60 && report.withoutCode == 60 && report.faults.isEmpty, "\(report)")
  }

  @Test(arguments: PixelLayout.allCases, ColorMatrix.allCases)
  func aSeriesWithoutAFaultPassesInEachForm(layout: PixelLayout, matrix: ColorMatrix) async throws {
    let outcome = try await captured(Self.series, layout, matrix)
    let report = try #require(outcome.report, "\(outcome)")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(report.frames == 40 && report.first != nil && report.unchecked.isEmpty, "\(report)")
  }

  /// The faulty frame has the place 24 of the series, from 0.
  @Test(arguments: ["dropped", "repeated", "torn", "color"])
  func aFaultIsFoundAtItsFrame(kind: String) async throws {
    var frames = Self.series
    switch kind {
    case "dropped": frames.removeSubrange(24..<26)
    case "repeated": frames.insert(frames[23], at: 24)
    case "torn": frames[24] = CodedFrames.frame(25, size: Self.size, tear: 60, lower: 26)
    default: frames[24] = CodedFrames.frame(25, size: Self.size, wrongColor: true)
    }
    let outcome = try await captured(frames)
    let report = try #require(outcome.report, "\(outcome)")
    #expect(outcome.status == 1 && report.unchecked.isEmpty, "\(outcome)")
    #expect(report.faults.map(\.kind) == [kind], "\(outcome)")
    #expect(report.faults.first?.frame == 25 - Int(try #require(report.first)), "\(outcome)")
  }

  /// The driver's times change from the start of each frame to its end, nine tenths of 40 ms later.
  @Test func aLateFrameIsFoundByTheTimesOfTheDriver() async throws {
    let outcome = try await captured(
      Self.series, meanwhile: "v4l2-ctl -d 0 -c timestamp_source=1; sleep 0.3; v4l2-ctl -d 0 -c timestamp_source=0")
    let report = try #require(outcome.report, "\(outcome)")
    #expect(outcome.status == 1 && report.unchecked.isEmpty, "\(outcome)")
    #expect(report.faults.map(\.kind) == ["late"], "\(outcome)")
  }

  @Test func framesThatTheDeviceLosesAreNoFaultOfTheDisplay() async throws {
    let outcome = try await captured(
      Self.series, meanwhile: "kill -STOP $(pidof marqueectl); sleep 0.4; kill -CONT $(pidof marqueectl)")
    let report = try #require(outcome.report, "\(outcome)")
    #expect(outcome.status == 6 && report.faults.isEmpty && report.frames == 40, "\(outcome)")
    #expect(report.unchecked.map(\.check) == ["dropped"], "\(outcome)")
    #expect(outcome.complaint.contains("the capture device lost"), "\(outcome)")
  }

  /// The output keeps one frame, so that its thread does not take the error that is meant for the input.
  @Test func aDamagedFrameCountsAsLost() async throws {
    let outcome = try await play(
      """
      \(Self.loop)
      \(Self.feed(from: "cat /tmp/series; exec sleep 1000"))
      \(Self.capture(
        "--size 160x120 --frames 40 --without repeated", meanwhile: "v4l2-ctl -d 0 -c inject_v4l2_buf_flag_error=1"))
      kill $feed $(pidof sleep)
      wait
      exit $status
      """, with: Self.series.prefix(4).flatMap { CodedFrames.raw($0, .xrgb8888) })
    let report = try #require(outcome.report, "\(outcome)")
    #expect(outcome.status == 6 && report.faults.isEmpty && report.frames == 40, "\(outcome)")
    #expect(report.unchecked.map(\.reason) == ["the capture device lost 1 frame"], "\(outcome)")
  }

  @Test(arguments: [
    ("echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind", "/dev/video0 is gone"),
    ("v4l2-ctl -d 0 -c inject_fatal_streaming_error=1", "/dev/video0 sent no frame"),
    ("v4l2-ctl -d 0 -c percentage_of_dropped_buffers=100", "/dev/video0 sent no frame for 5 seconds"),
  ])
  func aCaptureEndsWithAReason(cause: String, reason: String) async throws {
    let outcome = try await ended(by: cause)
    #expect(outcome.status == 6 && outcome.complaint.contains(reason), "\(outcome)")
  }

  @Test func aDeviceOfAnotherProgramIsBusy() async throws {
    let outcome = try await play(
      """
      \(Self.loop)
      v4l2-ctl -d 0 --stream-mmap > /dev/null 2>&1 &
      other=$!
      until \(Self.isCapturing); do sleep 0.02; done
      \(Self.verify) 2> /tmp/complaint
      status=$?
      kill $other
      exit $status
      """)
    #expect(outcome.status == 6 && outcome.complaint.contains("is used by another program"), "\(outcome)")
  }

  @Test(arguments: [
    ("/dev/null", "is no video device"), ("/dev/video1", "is no capture device"), ("/dev/video9", "could not be read"),
    ("/dev/video0 --rate 60", "sends 25 frames a second, not 60"),
    ("/dev/video0 --size 4x4", "not of 4x4"),
  ])
  func aDeviceThatCannotBeReadHasAReason(arguments: String, reason: String) async throws {
    let outcome = try await play(
      "\(Self.loop)\ntimeout 600 /marquee/build/marqueectl verify --rate 25 \(arguments) 2> /tmp/complaint")
    #expect(outcome.status == 6 && outcome.complaint.contains(reason), "\(outcome)")
  }

  @Test func severalBuffersForAFrameAreRefused() async throws {
    let outcome = try await play(
      "modprobe -r vivid; \(Self.load) input_types=0x3 multiplanar=2 && udevadm settle; \(Self.verify) 2> /tmp/complaint"
    )
    #expect(outcome.status == 6 && outcome.complaint.contains("multi-planar"), "\(outcome)")
  }

  @Test func theRateOfACameraIsSet() async throws {
    let outcome = try await play(
      """
      modprobe -r vivid
      \(Self.load) input_types=0x0 && udevadm settle
      v4l2-ctl -d 0 --get-parm
      \(Self.verify) --frames 2 > /tmp/report
      v4l2-ctl -d 0 --get-parm > /tmp/complaint
      """)
    #expect(outcome.report?.frames == 2 && outcome.complaint.contains("25.000"), "\(outcome)")
  }
}

extension PixelLayout {
  /// The name in V4L2.
  fileprivate var fourcc: String {
    switch self {
    case .rgb24: "RGB3"
    case .bgr24: "BGR3"
    case .xrgb8888: "XR24"
    case .yuyv: "YUYV"
    case .uyvy: "UYVY"
    case .nv12: "NV12"
    case .i420: "YU12"
    }
  }
}

extension BootOptions {
  /// The machine of the plays, which has a template with the programs in its memory.
  fileprivate static var withCapture: BootOptions {
    var options = BootOptions.withPrograms(on: .virtioGPU, .vkms)
    options.holdsPrograms = true
    options.countsInstructions = true
    return options
  }
}
