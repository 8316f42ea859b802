import ControlProtocol
import DisplayTypes
import EventLoop
import FoundationEssentials
import Glibc
import MonitorPower
import SimulatedBackend
import Testing

@testable import marqueed

/// The desk with a program that stands for `marquee-ddc`.
@MainActor
@Suite final class DisplayPowerDeskTests {
  private let directory: String
  private let loop: EventLoop
  private var subjects: [DisplayPowerDesk.Subject]
  private var told: [PowerReport] = []

  init() throws {
    var template = Array("/tmp/marquee-desk-XXXXXX".utf8CString)
    directory = String(cString: try #require(mkdtemp(&template)))
    loop = try EventLoop()
    subjects = [
      DisplayPowerDesk.Subject(
        id: ScreenID(rawValue: 1), name: "DP-1", device: "/dev/dri/card0",
        identity: DisplayIdentity(make: "ABC", model: "Monitor", serial: "1"), edid: Array(0..<255), choice: .automatic,
        usesDDC: true, hasSignal: true)
    ]
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func desk(_ script: String) throws -> DisplayPowerDesk {
    let path = "\(directory)/program"
    try Data("#!/bin/sh\necho \"$2 $3\" >> \(directory)/runs\n\(script)\n".utf8).write(to: URL(filePath: path))
    chmod(path, 0o700)
    return DisplayPowerDesk(
      loop: loop, file: TalkFile("display-power.json", in: directory, clock: SimulatedClock(loop: loop)),
      adapters: AdapterThreads(loop: loop), ddc: DDCProgram(path: path, pause: 1),
      subjects: { [weak self] in self?.subjects ?? [] },
      connectorNumber: { _, completion in completion(nil) }, didTell: { [weak self] in self?.told.append($1) },
      didSpare: { _ in })
  }

  /// Switches the signal, and waits for what is told of that.
  private func power(_ desk: DisplayPowerDesk, on: Bool) throws -> DisplayPowerInfo {
    told = []
    subjects[0].hasSignal = on
    desk.screensMayHaveChanged()
    try turn(until: { !told.isEmpty })
    return try #require(desk.infos.first)
  }

  private func turn(until isDone: () -> Bool) throws {
    var isLate = false
    let timer = loop.makeTimer { isLate = true }
    timer.arm(at: MonotonicTime.now.advanced(by: 60_000_000_000))
    while !isDone() && !isLate { loop.turn(waiting: true) }
    try #require(!isLate, "nothing happened for a minute")
  }

  /// Until what a display was when it came is known.
  private func settle(_ desk: DisplayPowerDesk) throws {
    desk.screensMayHaveChanged()
    try turn(until: { desk.book.hadSignal(subjects[0].key) != nil })
  }

  @Test func aMonitorIsToldByItsEDID() throws {
    let desk = try desk("echo \"$3 /dev/i2c-4\"")
    try settle(desk)
    let off = try power(desk, on: false)
    #expect(off.by == "ddc" && off.device == "/dev/i2c-4" && off.told == "standby", "\(off)")
    #expect(desk.book.kept.map(\.isAsleep) == [true])
    let on = try power(desk, on: true)
    #expect(on.told == "on" && on.message == "the display was asked by DDC/CI to turn on and tells that it is on")
    #expect(desk.book.kept.isEmpty)
    let runs = try String(contentsOfFile: "\(directory)/runs", encoding: .utf8).split(separator: "\n")
    let digits = (0..<128).map(format).joined()
    #expect(runs == ["\(digits) standby", "\(digits) on"])
  }

  private func format(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  @Test func explainNamesNoAdapterForIt() throws {
    var words: [String: String] = [:]
    try desk("exit 1").outlook(of: ["DP-1"]) { words = $0 }
    #expect(words == ["DP-1": "none: its rule says ddc: true, and by that it is told"])
  }

  @Test func whatWasToldGoesWithTheRule() throws {
    let desk = try desk("echo \"$3 /dev/i2c-4\"")
    try settle(desk)
    _ = try power(desk, on: false)
    subjects[0].usesDDC = false
    subjects[0].choice = .off
    desk.screensMayHaveChanged()
    try turn(until: { desk.infos.isEmpty })
    #expect(desk.book.kept.isEmpty)
  }

  @Test func simulatedMonitorsAndThoseWithoutEDIDAreNotTold() throws {
    let desk = try desk("echo \"$3 /dev/i2c-4\"")
    try settle(desk)
    subjects[0].device = "simulated"
    #expect(try power(desk, on: false).message.hasSuffix("simulated displays have no DDC/CI"))
    subjects[0].device = "/dev/dri/card0"
    subjects[0].edid = []
    #expect(try power(desk, on: true).message.hasSuffix("without an EDID nobody knows which monitor it is"))
    #expect(!FileManager.default.fileExists(atPath: "\(directory)/runs"))
  }
}
