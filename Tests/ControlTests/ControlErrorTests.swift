import ControlProtocol
import Testing

@Suite struct ControlErrorTests {
  static let errors: [ControlError] = [
    .noSuchScreen(screen: "X", near: ["HDMI-A-1"]), .noSuchMode(screen: "X", mode: "1x1", near: []),
    .noSuchApp(app: "a", near: ["b", "c"]), .noSuchSession(session: "s", near: ["t"]),
    .appNameTaken(app: "a"), .tooManyApps(limit: 32, ofUser: false), .tooManyApps(limit: 8, ofUser: true),
    .wrongToken(app: "a"), .noSuchQuestion(question: 7),
    .noTalk, .talkIsGoingOn(deck: "/d.pdf"),
    .userInfoTooLarge(size: 20_000, limit: 16_384), .invalidValue(parameter: "p", value: "v", expected: "e"),
    .textTooLong(length: 5, limit: 4), .accessDenied(method: "m", required: .control, granted: .observe),
    .notSupported(reason: "r"), .busy(reason: "r"), .failed(message: "m"), .failed(message: "m", hint: "h"),
    .invalidConfiguration(file: "f", line: 1, column: 2, problems: ["f:1:2: m"]),
    .timedOut(screen: "X", condition: "connected", seconds: 1.5, seen: "no display is connected"),
    .tooManyConnections(limit: 64),
    .messageTooLong(limit: 65536), .malformedMessage(reason: "r"), .streamOverflow(limit: 1),
    .interfaceNotFound(interface: "i"), .methodNotFound(method: "m"), .methodNotImplemented(method: "m"),
    .invalidParameter(parameter: "p"), .expectedMore, .other(name: "org.example.Strange"),
  ]

  @Test(arguments: errors) func everyErrorSurvivesTheWire(error: ControlError) throws {
    let message = try ControlJSON.encode(error)
    #expect(throws: error) { try ControlJSON.decode(ReceivedReply<ScreensReply>.self, from: message).result.get() }
  }

  @Test(arguments: errors) func everyErrorIsASentence(error: ControlError) {
    #expect(error.description.count > 0)
    #expect(!error.description.contains("Optional"))
  }

  @Test func anErrorIsWrittenAsVarlinkHasIt() throws {
    let json = String(decoding: try ControlJSON.encode(Self.errors[0]), as: UTF8.self)
    #expect(json == #"{"error":"org.marquee.Display.NoSuchScreen","parameters":{"near":["HDMI-A-1"],"screen":"X"}}"#)
  }

  @Test func theNearOnesAreNamed() {
    #expect(Self.errors[0].description == #"There is no screen "X". Did you mean HDMI-A-1?"#)
  }

  @Test(arguments: errors) func onlyTheHintIsOfTheCommandLine(error: ControlError) {
    #expect(!error.message.contains("marqueectl"))
    #expect(error.description.hasPrefix(error.message))
    #expect(error.description.hasSuffix(error.hint ?? error.message))
  }

  @Test func theHintFollowsTheMessage() {
    #expect(ControlError.noTalk.description == #"No talk is running. "marqueectl present FILE.pdf" begins one."#)
    #expect(ControlError.failed(message: "A shows no deck", hint: "x").description == "A shows no deck; x")
    #expect(
      ControlError.noSuchSession(session: "a", near: []).description
        == #"There is no session "a". "marqueectl sessions" lists them."#)
  }

  @Test func anErrorWithoutAHintIsWrittenWithoutOne() throws {
    let json = String(decoding: try ControlJSON.encode(ControlError.failed(message: "m")), as: UTF8.self)
    #expect(json == #"{"error":"org.marquee.Display.Failed","parameters":{"message":"m"}}"#)
  }

  @Test func aLongNameIsCutInTheMessage() {
    let error = ControlError.noSuchScreen(screen: String(repeating: "x", count: 60_000), near: [])
    #expect(error.description.utf8.count < 200)
  }
}
