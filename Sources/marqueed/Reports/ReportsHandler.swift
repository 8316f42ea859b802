import Configuration
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Glibc
import Presentation
import Scenes

/// Handles the calls for the daemon's status, and for all that has decided about what is shown.
struct ReportsHandler: ReportMethods {
  let status: DaemonStatus
  let journal: JournalWriter
  let media: MediaInspector
  let wallSeconds: () -> Int64?

  func handle(_ call: StatusCall, _ responder: ControlResponder) throws(ControlError) {
    media.warn(of: status.configuration.value, for: responder.access) { warnings in
      status.ask { status in
        var status = status
        status.warnings += warnings
        responder.reply(status)
      }
    }
  }

  func handle(_ call: ReportCall, _ responder: ControlResponder) throws(ControlError) {
    makeReport { report in
      do {
        responder.reply(ReportReply(report: String(decoding: try report.text, as: UTF8.self)))
      } catch {
        responder.fail(.failed(message: "the report cannot be written as JSON: \(error)"))
      }
    }
  }

  /// Makes a report; the display thread is asked for its counters.
  func makeReport(_ completion: @escaping (Report) -> Void) {
    status.ask { completion(report($0)) }
  }

  private func report(_ reply: StatusReply) -> Report {
    let (system, journal) = (status.system, journal.journal)
    let beginning = journal.beginning
    let screens = system.screens + [system.standIn].compactMap(\.self)
    return Report(
      marqueed: Release.version, kernel: Self.kernel.release, machine: Self.kernel.machine, backend: status.backendName,
      drivers: status.devices.drivers, nanoseconds: status.reports.content.clock.screens.now.nanoseconds,
      wallSeconds: wallSeconds(), status: reply,
      screens: system.screenInfos.map { screen in
        var screen = screen
        // The looks have them.
        screen.availableModes = []
        return screen
      },
      sessions: system.sessions.map(SessionInfo.init), apps: system.appInfos,
      decisions: screens.compactMap { screen in
        (try? system.find(screen.name)).map {
          DecisionRecord(screen, $0.decision, standIn: status.configuration.value.standIn)
        }
      },
      beginning: Report.Beginning(
        nanoseconds: beginning.time.nanoseconds, wallSeconds: beginning.wallSeconds, dropped: journal.dropped,
        configuration: ReportConfiguration(beginning.configuration), state: JSONValue(beginning.state),
        connectors: beginning.connectors.map(ConnectorRecord.init), talk: beginning.talk,
        darkSessions: beginning.darkSessions.isEmpty ? nil : beginning.darkSessions),
      journal: journal.entries.map(ReportEntry.init))
  }

  /// What the kernel says of itself (uname(2)); the machine's name in the network is nobody's business.
  private static var kernel: (release: String, machine: String) {
    var names = utsname()
    guard uname(&names) == 0 else { return ("", "") }
    func text<Characters>(_ characters: Characters) -> String {
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return (text(names.release), text(names.machine))
  }
}
