import ControlProtocol
import DisplayTypes
import EDID
import EventLoop
import MonitorPower
import SystemPackage

/// Tells displays by HDMI-CEC that their screen was switched off or on, and keeps what they told.
///
/// Only a change is told: a display that somebody uses otherwise meanwhile is left alone by a restart, or by a plug that is put back.
/// What displays tell decides nothing.
final class DisplayPowerDesk {
  /// A screen, as it is at a look.
  struct Subject {
    var id: ScreenID
    var name: String
    var device: String
    var edid: [UInt8]
    var choice: CECChoice
    /// Nil while it is being changed, or is not ours to say.
    var hasSignal: Bool?
  }

  private struct Line {
    var hadSignal: Bool
    var conversation: CECConversation?
    var info: DisplayPowerInfo?
  }

  private let loop: EventLoop
  private var lines: [String: Line] = [:]
  private var timer: LoopTimer?
  private let subjects: () -> [Subject]
  private let connectorNumber: (ScreenID, @escaping (UInt32?) -> Void) -> Void
  private let didTell: (String, PowerReport) -> Void

  /// A display that comes gets a mode before a schedule switches its power off again: only what has settled is told.
  private static let settling: UInt64 = 1_000_000_000

  /// `connectorNumber` finds the kernel's number of a screen's connector, perhaps in a later turn.
  init(
    loop: EventLoop, subjects: @escaping () -> [Subject],
    connectorNumber: @escaping (ScreenID, @escaping (UInt32?) -> Void) -> Void,
    didTell: @escaping (String, PowerReport) -> Void
  ) {
    self.loop = loop
    self.subjects = subjects
    self.connectorNumber = connectorNumber
    self.didTell = didTell
    timer = loop.makeTimer { [weak self] in self?.look() }
  }

  /// Something may have changed.
  func screensMayHaveChanged() { timer?.arm(at: MonotonicTime.now.advanced(by: Self.settling)) }

  /// What displays were asked, by their screens' names.
  var infos: [DisplayPowerInfo] { lines.values.compactMap(\.info).sorted { $0.screen < $1.screen } }

  private func look() {
    let subjects = subjects()
    for subject in subjects {
      guard let hasSignal = subject.hasSignal else { continue }
      guard let line = lines[subject.name] else {
        lines[subject.name] = Line(hadSignal: hasSignal)
        continue
      }
      guard line.hadSignal != hasSignal else { continue }
      line.conversation?.end()
      lines[subject.name] = Line(hadSignal: hasSignal)
      ask(subject, hasSignal ? .on : .standby)
    }
    // A display that was put to sleep, and has pulled its plug, is woken up when it is there again.
    lines = lines.filter { name, line in !line.hadSignal || subjects.contains { $0.name == name } }
  }

  private func ask(_ subject: Subject, _ wish: PowerWish) {
    switch subject.choice {
    case .off: break
    case .device(let path): begin(subject, wish, path)
    case .automatic:
      let prefix = "/dev/dri/card"
      guard subject.device.hasPrefix(prefix), let card = UInt32(subject.device.dropFirst(prefix.count)) else { return }
      let paths = CECAdapter.paths
      guard !paths.isEmpty else { return }
      connectorNumber(subject.id) { [weak self] number in
        guard let self, let number, lines[subject.name]?.hadSignal == (wish == .on) else { return }
        let connector = CECAdapter.Connector(card: card, number: number)
        // What cannot be opened is not known to be this display's, and no trouble of its.
        if let path = paths.first(where: { (try? CECAdapter(path: $0))?.connector == connector }) {
          begin(subject, wish, path)
        }
      }
    }
  }

  private func begin(_ subject: Subject, _ wish: PowerWish, _ path: String) {
    let name = subject.name
    do throws(Errno) {
      let conversation = try CECConversation(
        path: path, wish: wish, place: Self.place(in: subject.edid), loop: loop
      ) { [weak self] in self?.tell(name, path, $0) }
      lines[name]?.conversation = conversation
      note(name, path, PowerReport(asked: wish, told: nil, isFinal: false))
    } catch {
      tell(
        name, path,
        PowerReport(asked: wish, told: .noAdapter, isFinal: true, reason: Self.words(of: error, opening: path)))
    }
  }

  private func tell(_ name: String, _ path: String, _ report: PowerReport) {
    note(name, path, report)
    if report.isFinal { lines[name]?.conversation = nil }
    didTell(name, report)
  }

  private func note(_ name: String, _ path: String, _ report: PowerReport) {
    lines[name]?.info = DisplayPowerInfo(
      screen: name, device: path, asked: report.asked.rawValue, told: report.told?.rawValue, message: report.sentence)
  }

  private static func place(in edid: [UInt8]) -> UInt16? { (try? EDID(bytes: edid))?.hdmiPlace }

  private static func words(of error: Errno, opening path: String) -> String {
    switch error {
    case .noSuchFileOrDirectory, .noSuchAddressOrDevice, .operationNotSupportedByDevice: "there is no \(path)"
    case .permissionDenied, .notPermitted: "\(path) may not be opened; its group (usually video) may"
    case .inappropriateIOCTLForDevice: "\(path) is no CEC adapter"
    default: "\(path) cannot be used: \(error)"
    }
  }
}
