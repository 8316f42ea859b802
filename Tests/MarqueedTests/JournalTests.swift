import ControlProtocol
import DisplayTypes
import Scenes
import Testing

@testable import Presentation
@testable import marqueed

@MainActor @Suite struct JournalTests {
  private static func time(_ seconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: seconds * 1_000_000_000) }

  private func journal(capacity: Int = 4) -> Journal {
    Journal(
      Journal.Beginning(
        time: .zero, wallSeconds: nil, configuration: ConfigurationText(text: ""), state: PersistentState()),
      capacity: capacity)
  }

  private func connector(_ number: UInt64, isConnected: Bool = true) -> ProbedConnector {
    ProbedConnector(
      id: ScreenID(rawValue: number), name: "HDMI-A-\(number)", device: "card", alwaysHasEDID: true,
      isConnected: isConnected)
  }

  @Test func itIsBoundedAndBeginsWhereTheOldestEntryDoes() {
    var journal = journal()
    for number in 1...10 {
      if journal.isFull {
        journal.begin(
          at: Self.time(UInt64(number)), wallSeconds: Int64(number), state: PersistentState(foregroundApp: "\(number)"))
      }
      journal.add(
        .probed(ProbeFindings(time: .zero, connectors: [connector(UInt64(number))])), at: Self.time(UInt64(number)))
    }
    // Entries 1 to 4 are gone. Their results are the start of the rest.
    #expect(journal.entries.map(\.time) == (5...10).map(Self.time))
    #expect(journal.dropped == 4)
    #expect(journal.beginning.connectors.map(\.name) == (1...4).map { "HDMI-A-\($0)" })
    #expect(journal.beginning.state.foregroundApp == "5")
    #expect(journal.beginning.wallSeconds == 5)
  }

  @Test func anAnswerHasItsConnectorItsModeAndTheTimeThatItTook() {
    var journal = journal()
    journal.add(.probed(ProbeFindings(time: .zero, connectors: [connector(7)])), at: .zero)
    let mode = ScreenMode(
      clockKilohertz: 74_250, horizontal: ModeTiming(display: 1280, syncStart: 1390, syncEnd: 1430, total: 1650),
      vertical: ModeTiming(display: 720, syncStart: 725, syncEnd: 730, total: 750))
    let screen = ScreenID(rawValue: 7)
    let (test, off) = (CommitToken(rawValue: 1), CommitToken(rawValue: 2))
    journal.note(.test(screen, test, mode), at: Self.time(1))
    // Asked while the first is under way: it has to wait for that.
    journal.note(.turnOff(screen, off), at: Self.time(2))
    let refusal = DisplayError(code: .refused, operation: "test", device: "card", errno: 28)
    let first = journal.answer(.tested(screen, test, .failure(refusal)), at: Self.time(5))
    #expect(first?.connector == "HDMI-A-7")
    #expect(first?.mode == mode)
    #expect(first?.error?.errno == 28)
    #expect(first?.nanoseconds == 4_000_000_000)
    let second = journal.answer(.turnedOff(screen, off, .failure(refusal)), at: Self.time(6))
    #expect(second?.nanoseconds == 1_000_000_000)
    let again = journal.answer(.turnedOff(screen, off, .failure(refusal)), at: Self.time(7))
    #expect(again == nil)
  }

  @Test func theSameAskedAgainTakesNoRoom() {
    var journal = journal()
    for screen in ["A", "B", "A", "B"] {
      journal.add(
        .requested("org.marquee.Display.Show", parameters: .object(["screen": .string(screen)])), at: Self.time(1))
    }
    #expect(journal.entries.count == 2)
    // Choosing a mode again cancels the one in between.
    for mode in ["A", "B", "A"] {
      journal.add(
        .requested("org.marquee.Display.SetMode", parameters: .object(["mode": .string(mode)])), at: Self.time(2))
    }
    #expect(journal.entries.count == 5)
  }

  @Test func onlyRefusedCallsAreTakenBack() {
    var journal = journal(capacity: 2)
    func ask(_ screen: String) {
      journal.add(.requested("org.marquee.Display.Reset", parameters: .string(screen)), at: .zero)
    }
    var screens: [String] {
      journal.entries.map { if case .requested(_, .string(let screen)) = $0.kind { screen } else { "-" } }
    }
    ask("A")
    ask("B")
    for _ in 1...2 { journal.begin(at: .zero, wallSeconds: nil, state: PersistentState()) }
    ask("C")
    // The refused entry may have made room, and may have been reported.
    let written = journal.written
    ask("refused")
    journal.begin(at: .zero, wallSeconds: nil, state: PersistentState())
    journal.add(.resumed, at: .zero)
    #expect(screens == ["C", "refused", "-"])
    journal.takeBack(since: written)
    #expect(screens == ["C", "-"])
    // An entry that equals an earlier one takes no room, and releases none.
    ask("D")
    let again = journal.written
    ask("D")
    journal.takeBack(since: again)
    #expect(screens == ["C", "-", "D"])
  }

  @Test func screensOfALostCardAnswerNothingAndAreInNoBeginning() {
    var journal = journal()
    journal.add(.probed(ProbeFindings(time: .zero, connectors: [connector(1), connector(2)])), at: .zero)
    let (screen, token) = (ScreenID(rawValue: 1), CommitToken(rawValue: 1))
    journal.note(.turnOff(screen, token), at: Self.time(1))
    journal.add(.device(.lost(device: "another")), at: Self.time(2))
    #expect(journal.connectors.count == 2)
    journal.add(.device(.lost(device: "card")), at: Self.time(3))
    #expect(journal.connectors.isEmpty)
    let refusal = DisplayError(code: .deviceLost, operation: "reach", device: "card", errno: 19)
    #expect(journal.answer(.turnedOff(screen, token, .failure(refusal)), at: Self.time(4)) == nil)
  }

  @Test func currentStatesAreInTheBeginningOfTheRest() {
    var journal = journal()
    journal.add(.talk(TalkStep(step: .began, screen: "DP-1", asksOfNewScreens: true)), at: Self.time(1))
    for session in ["A", "B", "C"] {
      journal.add(.scheduledPower(ScheduledPower(session: session, on: false)), at: Self.time(1))
    }
    journal.add(.scheduledPower(ScheduledPower(session: "A", on: true)), at: Self.time(2))
    var ended = EventInfo(event: .sceneDidDisconnect, sequence: 1, monotonicNanoseconds: 0)
    ended.session = "B"
    journal.add(.event(ended), at: Self.time(2))
    // Each makes room for the one after the next.
    for number in 3...4 { journal.begin(at: Self.time(UInt64(number)), wallSeconds: nil, state: PersistentState()) }
    #expect(journal.beginning.talk == TalkStep(step: .wentOn, screen: "DP-1", asksOfNewScreens: true))
    #expect(journal.beginning.darkSessions == ["C"])
    journal.add(.talk(TalkStep(step: .ended)), at: Self.time(5))
    for number in 6...7 { journal.begin(at: Self.time(UInt64(number)), wallSeconds: nil, state: PersistentState()) }
    #expect(journal.beginning.talk == nil)
  }
}
