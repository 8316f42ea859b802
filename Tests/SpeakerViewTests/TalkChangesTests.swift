import ControlProtocol
import Testing

@testable import SpeakerView

/// The speaker's messages when displays come, go and change.
@Suite struct TalkChangesTests {
  private func lastMessage(_ steps: [[TalkScreenInfo]], page: Int = 12) -> String {
    var state = SpeakerState(talk: TalkSample.talk(page: page))
    for screens in steps { state.update(TalkSample.talk(page: page, screens: screens)) }
    return state.message
  }

  private static let other = TalkScreenInfo(screen: "DP-1", state: .shown, mode: .named("1280x800@60"))
  private static let waiting = TalkScreenInfo(screen: "DP-2", state: .waiting)
  private static let waitingInMode = TalkScreenInfo(screen: "DP-2", state: .waiting, mode: .named("1280x800@60"))
  /// Has no mode yet.
  private static let arriving = TalkScreenInfo(screen: "DP-1", state: .hidden)
  private static let hidden = TalkScreenInfo(screen: "HDMI-A-1", state: .hidden, mode: .named("1920x1080@60"))
  private static let alarmed = TalkScreenInfo(screen: "HDMI-A-1", state: .alarm, mode: .named("1920x1080@60"))
  private static let smaller = TalkScreenInfo(screen: "HDMI-A-1", state: .shown, mode: .named("1024x768@60"))

  @Test(arguments: [
    ([[TalkScreenInfo]()], "HDMI-A-1 unplugged; the talk continues at slide 12"),
    ([[], [TalkSample.shown]], "HDMI-A-1 is back: 1920x1080@60"),
    ([[], [other]], "another projector: DP-1 1280x800@60"),
    ([[], [arriving]], "HDMI-A-1 unplugged; the talk continues at slide 12"),
    ([[], [arriving], [other]], "another projector: DP-1 1280x800@60"),
    ([[smaller]], "HDMI-A-1 has another mode: 1024x768@60"),
    ([[hidden]], "HDMI-A-1 shows something else now"),
    ([[hidden], [TalkSample.shown]], "HDMI-A-1 shows the talk (1920x1080@60)"),
    ([[alarmed]], "an alarm covers HDMI-A-1"),
    ([[alarmed], [TalkSample.shown]], "HDMI-A-1 shows the talk (1920x1080@60)"),
    ([[TalkSample.shown]], ""),
    ([[waiting], [waitingInMode]], "DP-2 is new: press s to show the talk there"),
  ])
  func displays(steps: [[TalkScreenInfo]], news: String) {
    #expect(lastMessage(steps) == news)
  }

  @Test func anotherProjectorOnTheSameConnectorIsNotBack() {
    func screen(_ display: String?) -> [TalkScreenInfo] {
      [TalkScreenInfo(screen: "HDMI-A-1", state: .shown, mode: .named("1920x1080@60"), display: display)]
    }
    let another = "another projector: ACME P2 8 on HDMI-A-1 1920x1080@60"
    #expect(lastMessage([screen("ACME P1 7"), [], screen("ACME P1 7")]) == "HDMI-A-1 is back: 1920x1080@60")
    #expect(lastMessage([screen("ACME P1 7"), [], screen("ACME P2 8")]) == another)
    // Its unplug was not seen, and its identity is known late.
    #expect(lastMessage([screen("ACME P1 7"), screen("ACME P2 8")]) == another)
    #expect(lastMessage([screen("ACME P1 7"), [], screen(nil)]) == "HDMI-A-1 is back: 1920x1080@60")
    #expect(lastMessage([screen("ACME P1 7"), [], screen(nil), screen("ACME P2 8")]) == another)
  }

  @Test func spontaneousChangesAreReportedAndStay() {
    var state = SpeakerState(talk: TalkSample.talk())
    var talk = TalkSample.talk()
    talk.remark = "the deck has 3 pages now"
    state.update(talk)
    #expect(state.message == talk.remark && !state.messageIsBad)
    state.report("")
    state.update(TalkSample.talk())
    #expect(state.message.isEmpty)
  }

  @Test func troubleOfTheDeckIsReportedAndTakenBack() {
    var state = SpeakerState(talk: TalkSample.talk())
    var talk = TalkSample.talk()
    talk.trouble = "The deck /deck.pdf cannot be read: it is gone."
    state.update(talk)
    #expect(state.message == talk.trouble && state.messageIsBad)
    state.update(TalkSample.talk())
    #expect(state.message == "The trouble with the deck is over" && !state.messageIsBad)
  }

  @Test func aLostDaemonIsReportedUntilItIsBack() {
    var state = SpeakerState(talk: TalkSample.talk(page: 3))
    state.setConnection(.lost("The daemon does not answer. Trying again …"))
    #expect(state.message.hasPrefix("The daemon does not answer"))
    state.setConnection(.connected)
    #expect(state.message == "The daemon answers again; the talk continues at slide 3")
  }

  @Test func olderStatesAreSkipped() {
    var talk = TalkSample.talk(page: 5)
    talk.timer.monotonicNanoseconds = 200
    var state = SpeakerState(talk: talk)
    var older = TalkSample.talk(page: 4, screens: [])
    older.timer.monotonicNanoseconds = 100
    state.update(older)
    #expect(state.talk.page == 5 && state.message.isEmpty)
    // Another talk counts, with any clock.
    older.identifier = "t2"
    state.update(older)
    #expect(state.talk.page == 4)
  }
}
