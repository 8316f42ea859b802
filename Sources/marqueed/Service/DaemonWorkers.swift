import Composition
import ControlProtocol
import DisplayTypes
import EventLoop
import Logging
import MonitorPower
import RasterizerHost
import SystemPackage

/// The programs that draw texts, read files, play videos, draw surfaces, and switch the power of monitors.
struct DaemonWorkers {
  let rasterizer: RasterizerProcess
  let documents: DocumentPool
  let surfaces: SurfaceServer
  let videos: VideoProcesses
  let streams: StreamProcesses
  let sounds: SoundProcesses
  /// The limit of workers. The rasteriser, four documents, a spare process and one monitor make seven, and some more may be about to end.
  let slots = WorkerSlots(limit: 12)
  /// The units by which systemd starts workers; empty if the daemon starts them itself.
  private let units: [WorkerUnit]
  /// Nil in a replay, whose displays are those of another machine.
  private let ddc: DDCProgram?

  init(_ options: DaemonOptions, loop: EventLoop) {
    let programs = [
      "marquee-rasterizer", "marquee-pictures", "marquee-pages", "marquee-video", "marquee-sound", "marquee-stream",
    ]
    units = programs.compactMap { program in
      options.workerSockets.map { WorkerUnit(program: program, folder: $0) }
    }
    surfaces = SurfaceServer(SurfaceFeeds(), loop: loop)
    sounds = SoundProcesses(program: options.soundProgram, loop: loop, unit: units.isEmpty ? nil : units[4])
    videos = VideoProcesses(
      program: options.videoProgram, sounds: sounds, server: surfaces, loop: loop, unit: units.isEmpty ? nil : units[3])
    streams = StreamProcesses(
      program: options.videoProgram, server: surfaces, loop: loop, unit: units.isEmpty ? nil : units[5])
    ddc = options.replay == nil ? options.ddcProgram : nil
    rasterizer = RasterizerProcess(
      loop: loop, settings: RasterizerSettings(path: options.rasterizerPath), slots: slots, unit: units.first)
    documents = DocumentPool(
      loop: loop, settings: options.documentPrograms, slots: slots,
      units: units.isEmpty ? nil : (pictures: units[1], pages: units[2]))
    let log = Logger(label: "marqueed")
    // The start is over once the workers have been idle for some seconds.
    let rest = {
      do throws(Errno) { try ProgramCode.release() } catch {
        log.debug("the code's memory is not given back: \(error)")
      }
    }
    rasterizer.didBecomeIdle = rest
    documents.didBecomeIdle = rest
    for unit in units { unit.didFail = { log.warning("\($0)") } }
  }

  var pendingRequests: Int { rasterizer.pendingRequests + documents.pendingRequests }

  /// Whether a visible video or a new stream waits for its next picture.
  var isBehind: Bool { videos.isBehind || streams.isBehind }

  func stop() {
    rasterizer.stop()
    documents.stop()
    surfaces.stop()
  }

  /// A sentence for each unit that does not start its program.
  var unitTroubles: [String] { units.compactMap(\.trouble) }

  /// The sandboxes of workers that are incomplete.
  ///
  /// - Parameter ddc: the report of the last `marquee-ddc`.
  func sandboxes(ddc: SandboxReport?) -> [SandboxInfo] {
    let reports = [
      ("marquee-rasterizer", rasterizer.sandbox), ("marquee-pictures", documents.sandboxes.pictures),
      ("marquee-pages", documents.sandboxes.pages), ("marquee-video", videos.sandbox),
      ("marquee-stream", streams.sandbox),
      ("marquee-sound", sounds.sandbox), ("marquee-ddc", ddc),
    ]
    return reports.compactMap { worker, report in
      guard let report, report != .full else { return nil }
      return SandboxInfo(worker: worker, files: report.files == 0, calls: report.calls == 0, reasons: report.reasons)
    }
  }

  /// A sentence for each kind of content that a missing program makes impossible.
  func missingPrograms(usesDDC: Bool) -> [String] {
    Self.missingPrograms(text: rasterizer.settings, documents: documents.settings, ddc: usesDDC ? ddc : nil)
  }

  /// - Parameter ddc: the program for DDC/CI; nil if no rule uses it.
  static func missingPrograms(
    text: RasterizerSettings, documents: DocumentPoolSettings, ddc: DDCProgram?
  ) -> [String] {
    [("texts and screenshots", text), ("images", documents.pictures), ("decks", documents.pages)].compactMap {
      (what, program) in program.obstacle.map { "\(what): \($0)" }
    } + [ddc?.obstacle.map { "the power of displays by DDC/CI (ddc: true): \($0)" }].compactMap { $0 }
  }
}
