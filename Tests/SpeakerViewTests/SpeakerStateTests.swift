import ControlProtocol
import TestKit
import Testing

@testable import SpeakerView

@Suite struct SpeakerStateTests {
  private func call(
    _ action: TalkAction, page: Int? = nil, seconds: Double? = nil, text: String? = nil, x: Double? = nil,
    y: Double? = nil, screen: String? = nil
  ) -> SpeakerAction {
    .control(
      ControlTalkCall(
        action: action, page: page, x: x, y: y, seconds: seconds, text: text, screen: screen, noWait: true))
  }

  private func press(_ keys: [TerminalKey], _ state: inout SpeakerState) -> [SpeakerAction] {
    keys.flatMap { state.press($0) }
  }

  private func type(_ text: String) -> [TerminalKey] { text.map { .character($0) } }

  @Test(arguments: [
    (TerminalKey.character(" "), TalkAction.next), (.right, .next), (.pageDown, .next), (.enter, .next),
    (.left, .previous),
    (.pageUp, .previous), (.backspace, .previous), (.home, .first), (.end, .last), (.character("f"), .freeze),
    (.character("b"), .black), (.character("."), .black), (.character("w"), .white), (.character("t"), .startTimer),
    (.character("R"), .resetTimer),
  ])
  func keysWorkAsTheHelpDescribes(key: TerminalKey, action: TalkAction) {
    var state = TalkSample.state()
    #expect(state.press(key) == [call(action)])
  }

  @Test func everyCallIsOneThatTheDaemonTakes() {
    var state = TalkSample.state()
    var talk = TalkSample.talk()
    talk.screens.append(TalkScreenInfo(screen: "DP-2", state: .waiting))
    state.update(talk)
    state.phone = PhoneInfo(address: "http://a", code: "AB", link: "http://a/p/AB")
    let keys: [TerminalKey] =
      [.right, .left, .home, .end, .up, .down, .tab, .escape, .pageUp, .pageDown, .enter, .backspace, .delete]
      + (32..<127).map { .character(Character(Unicode.Scalar(UInt8($0)))) }
    var generator = SeededGenerator(exactly: 7)
    for _ in 0..<5000 {
      for action in state.press(keys.randomElement(using: &generator) ?? .enter) {
        guard case .control(let call) = action else { continue }
        #expect(throws: Never.self) { try call.validate() }
      }
      #expect(SpeakerPicture.draw(state).height == 24)
    }
  }

  @Test func theDisplayGetsACodeThatLooksOnOnly() {
    var state = TalkSample.state()
    #expect(state.press(.character("Q")).isEmpty && state.message.contains("--phone"))
    state.phone = PhoneInfo(address: "http://a", code: "AB", link: "http://a/pair#AB")
    // A link without a request is not shown.
    #expect(state.learn(observerLink: "http://a/pair#OLD").isEmpty)
    #expect(state.press(.character("Q")) == [.newPhoneCode(observes: true)])
    let shown = SpeakerAction.control(ControlTalkCall(action: .code, text: "http://a/pair#CD", noWait: true))
    #expect(state.learn(observerLink: "http://a/pair#CD") == [shown])
    #expect(state.learn(observerLink: "http://a/pair#EF").isEmpty && state.observerLink == "http://a/pair#CD")
    #expect(press(type("ac"), &state) == [.newPhoneCode(observes: false)])
  }

  @Test func theDisplayGetsAnotherCodeWhereTheAddressIsAnother() {
    var state = TalkSample.state()
    func phone(_ address: String, _ code: String) -> PhoneInfo {
      PhoneInfo(address: address, code: code, link: "\(address)/pair#\(code)")
    }
    #expect(state.learn(phone: phone("http://a", "AB")).isEmpty)
    // No code is shown, or one of another program.
    #expect(state.learn(phone: phone("http://b", "AB")).isEmpty)
    _ = state.press(.character("Q"))
    #expect(state.learn(observerLink: "http://b/pair#CD").count == 1)
    #expect(state.learn(phone: phone("http://c", "AB")).isEmpty)
    var talk = TalkSample.talk()
    talk.code = "http://b/pair#CD"
    state.update(talk)
    #expect(state.learn(phone: phone("http://c", "EF")).isEmpty)
    #expect(state.learn(phone: phone("http://d", "EF")) == [.newPhoneCode(observes: true)])
    #expect(state.phone == phone("http://d", "EF"))
    #expect(
      state.learn(observerLink: "http://d/pair#GH")
        == [.control(ControlTalkCall(action: .code, text: "http://d/pair#GH", noWait: true))])
  }

  @Test func phonesThatAreGoneTakeTheirCodeOffTheDisplayAndBringItBack() {
    var state = TalkSample.state()
    let phone = PhoneInfo(address: "http://a", code: "AB", link: "http://a/pair#AB")
    _ = state.learn(phone: phone)
    #expect(state.losePhone("gone").isEmpty && state.phone == nil && state.phoneTrouble == "gone" && state.messageIsBad)
    // A key starts them again. No other input here does that.
    #expect(press(type("ac"), &state) == [.newPhoneCode(observes: false)])
    #expect(state.learn(phone: phone).isEmpty && state.phoneTrouble == nil && state.message.contains("again"))
    _ = press([.escape] + type("Q"), &state)
    _ = state.learn(observerLink: "http://a/pair#CD")
    var talk = TalkSample.talk()
    talk.code = "http://a/pair#CD"
    state.update(talk)
    #expect(state.losePhone("gone") == [.control(ControlTalkCall(action: .code, text: "", noWait: true))])
    talk.code = nil
    state.update(talk)
    #expect(state.losePhone("gone again").isEmpty)
    // The address may be the same: the program that knew the code is another.
    #expect(state.learn(phone: phone) == [.newPhoneCode(observes: true)])
  }

  @Test func aCodeThatTheSpeakerTakesOffWhilePhonesAreAwayStaysAway() {
    var state = TalkSample.state()
    let phone = PhoneInfo(address: "http://a", code: "AB", link: "http://a/pair#AB")
    _ = state.learn(phone: phone)
    _ = press(type("Q"), &state)
    _ = state.learn(observerLink: "http://a/pair#CD")
    var talk = TalkSample.talk()
    talk.code = "http://a/pair#CD"
    state.update(talk)
    let away = [SpeakerAction.control(ControlTalkCall(action: .code, text: "", noWait: true))]
    #expect(state.losePhone("gone") == away)
    // The display has it still.
    #expect(press(type("Q"), &state) == away)
    talk.code = nil
    state.update(talk)
    #expect(state.learn(phone: phone).isEmpty)
  }

  @Test func anotherFileUnderTheDecksPathHasOtherTitles() {
    var state = TalkSample.state()
    var talk = TalkSample.talk()
    talk.deckVersion = "2"
    state.learn([TalkNoteInfo(page: 2, text: "own")])
    state.update(talk)
    #expect(state.title(1).isEmpty && state.firstUnknown == 1)
    // Notes are the talk's.
    #expect(state.notes(2) == "own")
    state.learn([TalkSlideInfo(page: 1, label: "1", title: "Other", notes: "")])
    state.update(talk)
    #expect(state.title(1) == "Other")
  }

  @Test func numbersGoToSlides() {
    var state = TalkSample.state()
    #expect(press(type("12") + [.enter], &state) == [call(.goto, page: 12)])
    #expect(press(type("g7") + [.enter], &state) == [call(.goto, page: 7)])
    #expect(press(type("g") + [.backspace] + type(" "), &state) == [call(.next)])
    #expect(press(type("99") + [.enter], &state).isEmpty)
    #expect(state.message == "There is no slide 99: the deck has 48")
  }

  @Test func aSearchShowsTheAudienceNothing() {
    var state = TalkSample.state()
    #expect(press(type("/owl") + [.enter], &state).isEmpty)
    #expect(state.mode == .overview(selected: 2))
    #expect(state.press(.character("n")).isEmpty)
    #expect(state.mode == .overview(selected: 3))
    _ = state.press(.character("N"))
    #expect(state.press(.enter) == [call(.goto, page: 2)])
    #expect(state.mode == .slides)
    // Words of a slide that are neither in its title nor in its notes.
    #expect(press(type("/at NIGHT") + [.enter], &state).isEmpty)
    #expect(state.mode == .overview(selected: 2))
    _ = state.press(.escape)
    #expect(press(type("/unicorn") + [.enter], &state).isEmpty)
    #expect(state.message.contains("unicorn"))
  }

  @Test func theListChoosesWithinTheDeck() {
    var state = TalkSample.state(page: 48)
    #expect(press([.tab, .down, .down, .enter], &state) == [call(.goto, page: 48)])
    #expect(press([.tab, .home, .up, .enter], &state) == [call(.goto, page: 1)])
    #expect(press([.tab, .escape], &state).isEmpty)
    #expect(state.mode == .slides)
  }

  @Test func pointingMovesWithinTheSlide() {
    var state = TalkSample.state()
    #expect(state.press(.character("p")) == [call(.pointer, x: 0.5, y: 0.5)])
    #expect(state.wantsMouse)
    #expect(state.press(.right) == [call(.pointer, x: 0.52, y: 0.5)])
    for _ in 0..<20 { _ = state.press(.character("K")) }
    #expect(state.mode == .pointing(.pointer, x: 0.52, y: 0))
    #expect(state.press(.character("l")) == [call(.spotlight, x: 0.52, y: 0)])
    #expect(state.press(.character(" ")) == [call(.next)])
    #expect(state.press(.escape) == [call(.pointerOff)])
    #expect(!state.wantsMouse)
  }

  @Test func theMousePointsWhereItIs() {
    var state = TalkSample.state()
    #expect(state.moveMouse(column: 40, row: 12).isEmpty)
    _ = state.press(.character("p"))
    guard case .control(let call) = state.moveMouse(column: 8, row: 3).first else {
      Issue.record("nothing was done")
      return
    }
    #expect(call.x == 0 && call.y == 0)
    #expect(state.moveMouse(column: 0, row: 0).isEmpty)
  }

  @Test func messagesAndMinutesAreAskedFor() {
    var state = TalkSample.state()
    #expect(press(type("mHi q") + [.enter], &state) == [call(.message, text: "Hi q")])
    #expect(press(type("d2.5") + [.enter], &state) == [call(.setDuration, seconds: 150)])
    #expect(press(type("d") + [.enter], &state).isEmpty)
    #expect(press(type("mx") + [.escape], &state).isEmpty)
  }

  @Test func leavingAsksWhetherTheTalkEnds() {
    var state = TalkSample.state()
    #expect(press(type("qe"), &state) == [.endTalk])
    #expect(press(type("qq"), &state) == [.leave])
    state.mode = .slides
    #expect(press(type("q "), &state).isEmpty)
    #expect(state.mode == .slides)
    #expect(press([.control("c"), .control("c")], &state) == [.leave])
  }

  @Test func aDisplayThatWaitsIsShownByAKey() {
    var state = TalkSample.state()
    #expect(press(type("s"), &state).isEmpty)
    var talk = TalkSample.talk()
    talk.screens.append(TalkScreenInfo(screen: "DP-2", state: .waiting))
    state.update(talk)
    #expect(state.message == "DP-2 is new: press s to show the talk there")
    #expect(press(type("s"), &state) == [call(.show, screen: "DP-2")])
  }

  @Test func theTimerGoesOnByTheClock() {
    var talk = TalkSample.talk()
    talk.timer = TalkTimer(running: true, elapsedMilliseconds: 5000, monotonicNanoseconds: 2_000_000_000)
    var state = SpeakerState(talk: talk)
    state.now = 1_000_000_000
    #expect(state.elapsed == 5000)
    state.now = 4_500_000_000
    #expect(state.elapsed == 7500)
  }

  @Test func anotherSlidesNotesBeginAtTheirTop() {
    var state = TalkSample.state()
    _ = press([.down, .down], &state)
    #expect(state.notesScroll == 2)
    state.update(TalkSample.talk(page: 2))
    #expect(state.notesScroll == 0)
  }

  @Test func unknownSlidesAreRequestedFromTheSpeakersSlideOn() {
    var state = TalkSample.state(page: 3, pages: 4)
    #expect(state.firstUnknown == 4)
    state.learn([TalkSlideInfo(page: 4, label: "4", title: "", notes: "")])
    #expect(state.firstUnknown == nil)
  }
}
