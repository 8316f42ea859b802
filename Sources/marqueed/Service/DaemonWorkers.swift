import ControlProtocol
import DisplayTypes
import EventLoop
import Logging
import MonitorPower
import RasterizerHost
import SystemPackage

/// The programs that draw texts, read files and ask monitors.
struct DaemonWorkers {
  let rasterizer: RasterizerProcess
  let documents: DocumentPool
  /// All workers together: the rasteriser, four documents, a spare process and one monitor are seven, and a few more may be about to end.
  let slots = WorkerSlots(limit: 12)
  /// Nil if the daemon starts all workers itself.
  private let units: WorkerUnits?
  /// Nil in a replay, whose displays are those of another machine.
  private let ddc: DDCProgram?

  init(_ options: DaemonOptions, loop: EventLoop) {
    units = WorkerUnits(folder: options.workerSockets)
    ddc = options.replay == nil ? options.ddcProgram : nil
    rasterizer = RasterizerProcess(
      loop: loop, settings: RasterizerSettings(path: options.rasterizerPath), slots: slots, unit: units?.texts)
    documents = DocumentPool(
      loop: loop, settings: options.documentPrograms, slots: slots, units: units?.documents)
    let log = Logger(label: "marqueed")
    // Nobody has wanted a text for some seconds: the start, or what was asked for, is over.
    let rest = {
      do throws(Errno) { try ProgramCode.release() } catch {
        log.debug("the code's memory is not given back: \(error)")
      }
    }
    rasterizer.didBecomeIdle = rest
    documents.didBecomeIdle = rest
    units?.report { log.warning("\($0)") }
  }

  /// How many texts and files are being drawn.
  var pendingRequests: Int { rasterizer.pendingRequests + documents.pendingRequests }

  func stop() {
    rasterizer.stop()
    documents.stop()
  }

  /// Why systemd does not start some of them, a sentence each.
  var unitTroubles: [String] { units?.troubles ?? [] }

  /// The workers that have reported a sandbox that is not full.
  ///
  /// - Parameter ddc: what the last `marquee-ddc` reported.
  func sandboxes(ddc: SandboxReport?) -> [SandboxInfo] {
    let reports = [
      ("marquee-rasterizer", rasterizer.sandbox), ("marquee-pictures", documents.sandboxes.pictures),
      ("marquee-pages", documents.sandboxes.pages), ("marquee-ddc", ddc),
    ]
    return reports.compactMap { worker, report in
      guard let report, report != .full else { return nil }
      return SandboxInfo(worker: worker, files: report.files == 0, calls: report.calls == 0, reasons: report.reasons)
    }
  }

  /// What cannot be shown, since a program is not there.
  func missingPrograms(usesDDC: Bool) -> [String] {
    Self.missingPrograms(text: rasterizer.settings, documents: documents.settings, ddc: usesDDC ? ddc : nil)
  }

  /// `ddc` is the program for DDC/CI if a rule wants it.
  static func missingPrograms(
    text: RasterizerSettings, documents: DocumentPoolSettings, ddc: DDCProgram?
  ) -> [String] {
    [("texts and screenshots", text), ("images", documents.pictures), ("decks", documents.pages)].compactMap {
      (what, program) in program.obstacle.map { "\(what): \($0)" }
    } + [ddc?.obstacle.map { "the power of displays by DDC/CI (ddc: true): \($0)" }].compactMap { $0 }
  }
}
