import ControlProtocol
import Testing

@Suite struct ControlCallTests {
  private func call(_ json: String) throws(ControlError) -> ControlCall { try ControlCall(message: Array(json.utf8)) }

  private func error(_ json: String) -> ControlError? {
    do throws(ControlError) {
      switch try call(json).request {
      case .success: return nil
      case .failure(let error): return error
      }
    } catch {
      return error
    }
  }

  /// The server reads the same values that a client sends.
  private func roundTrip(_ parameters: some ControlParameters) throws -> ControlCall.Request {
    try ControlCall(message: try ControlJSON.encode(ControlCallMessage(parameters))).request.get()
  }

  @Test func theTypeOfAnActivityIsAWord() {
    let calls = [
      ("activity.type", "RequestScene", #"{"app":"a","activity":{"type":TYPE}}"#),
      ("changes.0.activity.type", "UpdateScenes", #"{"changes":[{"session":"s","activity":{"type":TYPE}}]}"#),
    ]
    for (parameter, method, parameters) in calls {
      let request = #"{"method":"org.marquee.Display.\#(method)","parameters":\#(parameters)}"#
      for type in [#""""#, #""ok\u0000""#, #""a\nb""#, "\"\(String(repeating: "a", count: 257))\""] {
        let refusal = error(request.replacing("TYPE", with: type))
        guard case .invalidValue(parameter, _, _)? = refusal else {
          Issue.record("\(parameter) \(type): \(String(describing: refusal))")
          continue
        }
      }
      #expect(error(request.replacing("TYPE", with: #""com.example.editing""#)) == nil)
    }
  }

  @Test func everyRequestSurvivesTheWire() throws {
    let show = ShowCall(
      screen: "A", content: .banner(BannerInfo(text: "مرحبا 🎉\n\"x\"", background: "#102030", markup: true)),
      forSeconds: 30, noWait: true)
    let wait = WaitCall(screen: "A", condition: .mode("720x480@59.94 4:3"), timeoutSeconds: 1.5)
    var simulate = SimulateCall(.plug, screen: "A")
    simulate.edid = "AP8="
    simulate.modes = .guessed
    simulate.seconds = 3
    let overscan = SetOverscanCall(screen: "A", overscan: OverscanInfo(top: "2%", left: "24px"))
    #expect(try roundTrip(ScreensCall()) == .display(.screens(ScreensCall())))
    #expect(try roundTrip(ModesCall(screen: "A")) == .display(.modes(ModesCall(screen: "A"))))
    #expect(try roundTrip(ExplainCall(screen: "A")) == .display(.explain(ExplainCall(screen: "A"))))
    let setMode = SetModeCall(screen: "A", mode: "preferred", noWait: false)
    #expect(try roundTrip(setMode) == .display(.setMode(setMode)))
    let tried = SetModeCall(screen: "A", mode: "800x600", confirmSeconds: 15)
    #expect(try roundTrip(tried) == .display(.setMode(tried)))
    #expect(
      try roundTrip(ConfirmModeCall(screen: "A")) == .display(.confirmMode(ConfirmModeCall(screen: "A"))))
    let rotate = RotateCall(screen: "A", rotation: "90")
    #expect(try roundTrip(rotate) == .display(.rotate(rotate)))
    let scale = SetScaleCall(screen: "A", scale: 1.5)
    #expect(try roundTrip(scale) == .display(.setScale(scale)))
    #expect(try roundTrip(overscan) == .display(.setOverscan(overscan)))
    #expect(try roundTrip(ResetCall(screen: "A")) == .display(.reset(ResetCall(screen: "A"))))
    #expect(try roundTrip(show) == .display(.show(show)))
    let together = ShowTogetherCall(
      contents: [
        ScreenContent(screen: "A", content: .color("#000")), ScreenContent(screen: "B", content: .pattern("bars")),
      ])
    #expect(try roundTrip(together) == .display(.showTogether(together)))
    let turn = TurnPageCall(screen: "A", turn: .goto, page: 12, token: "t", noWait: true)
    #expect(try roundTrip(turn) == .display(.turnPage(turn)))
    let configured = ShowCall(configuredOn: "A")
    #expect(try roundTrip(configured) == .display(.show(configured)))
    #expect(try roundTrip(BlankCall(screen: "A", on: true)) == .display(.blank(BlankCall(screen: "A", on: true))))
    #expect(try roundTrip(FreezeCall(screen: "A", on: true)) == .display(.freeze(FreezeCall(screen: "A", on: true))))
    #expect(try roundTrip(PowerCall(screen: "A", on: false)) == .display(.power(PowerCall(screen: "A", on: false))))
    #expect(try roundTrip(AppsCall()) == .display(.apps(AppsCall())))
    let foreground = SetForegroundCall(app: "lobby", screen: "A")
    #expect(try roundTrip(foreground) == .display(.setForeground(foreground)))
    for support in [SetSupportCall(support: "off", screen: "A"), SetSupportCall(support: nil, app: "lobby")] {
      #expect(try roundTrip(support) == .display(.setSupport(support)))
    }
    let mirror = SetMirrorCall(screen: "A", of: "B", fit: "fill")
    #expect(try roundTrip(mirror) == .display(.setMirror(mirror)))
    #expect(try roundTrip(SessionsCall()) == .display(.sessions(SessionsCall())))
    let values: [String: JSONValue] = [
      "a": .array([.null, .bool(true), .integer(-7), .number(0.5), .string("x")]), "b": .object(["c": .object([:])]),
    ]
    let filter = SessionsCall(app: "lobby", state: .background, userInfo: values)
    #expect(try roundTrip(filter) == .display(.sessions(filter)))
    #expect(try roundTrip(GetSessionCall(session: "s")) == .display(.getSession(GetSessionCall(session: "s"))))
    let userInfo = SetUserInfoCall(session: "s", userInfo: values, token: "t")
    #expect(try roundTrip(userInfo) == .display(.setUserInfo(userInfo)))
    for activate in [ActivateSessionCall(session: "s", noWait: true), ActivateSessionCall(app: "a", userInfo: values)] {
      #expect(try roundTrip(activate) == .display(.activateSession(activate)))
    }
    let refresh = RefreshSessionsCall(app: "a")
    #expect(try roundTrip(refresh) == .display(.refreshSessions(refresh)))
    #expect(try roundTrip(SnapshotCall(session: "s")) == .display(.snapshot(SnapshotCall(session: "s"))))
    let byContent = ActivateSessionCall(content: .color("#102030"))
    #expect(try roundTrip(byContent) == .display(.activateSession(byContent)))
    let destroy = DestroySessionCall(session: "s", token: "t", noWait: true)
    #expect(try roundTrip(destroy) == .display(.destroySession(destroy)))
    let place = PlaceAppCall(app: "a", screen: "A", byHand: false)
    #expect(try roundTrip(place) == .display(.placeApp(place)))
    let frame = FrameInfo(x: 0, y: 0.5, width: 1, height: 0.5)
    let create = ActivityInfo(type: "create", userInfo: values)
    for request in [
      RequestSceneCall(app: "a", userInfo: values, frame: frame, noWait: true),
      RequestSceneCall(app: "a", activity: create, configuration: "note", token: "t"),
    ] {
      #expect(try roundTrip(request) == .display(.requestScene(request)))
    }
    let moved = SetFrameCall(session: "s", frame: nil)
    #expect(try roundTrip(moved) == .display(.setFrame(moved)))
    #expect(try roundTrip(OwnInputCall(app: "a")) == .display(.ownInput(OwnInputCall(app: "a"))))
    let input = SendInputCall(session: "s", kind: "key", values: values, text: "ö")
    #expect(try roundTrip(input) == .display(.sendInput(input)))
    let register = RegisterAppCall(
      name: "slides",
      scenes: [
        "externalDisplayNonInteractive": [
          SceneConfigurationInfo(name: "main", content: .color("#204060"), modes: ["preferred"], size: "640x480")
        ], "lobbyWall": [],
      ], fallback: true, supportsMultipleScenes: true, controllerLoss: .blank, token: "t")
    #expect(try roundTrip(register) == .display(.registerApp(register)))
    let answer = AnswerAppCall(
      token: "t", question: 7, configuration: SceneConfigurationInfo(name: "main", interactive: true), window: false,
      userInfo: values)
    #expect(try roundTrip(answer) == .display(.answerApp(answer)))
    let update = UpdateScenesCall(
      token: "t",
      changes: [
        SceneChangeInfo(
          session: "s", content: .pattern("bars"), window: true, userInfo: values,
          activity: ActivityInfo(type: "editing", userInfo: values)), SceneChangeInfo(session: "s", configured: true),
      ])
    #expect(try roundTrip(update) == .display(.updateScenes(update)))
    let unregister = UnregisterAppCall(app: "slides", token: "t")
    #expect(try roundTrip(unregister) == .display(.unregisterApp(unregister)))
    let resume = EventsCall(after: 7, run: "r")
    #expect(try roundTrip(resume) == .display(.events(resume)))
    let offer = OfferSetupCall(address: "10.0.0.2", page: "http://b", code: "A-B", link: "http://b/pair#AB")
    #expect(try roundTrip(offer) == .display(.offerSetup(offer)))
    for bad in [
      OfferSetupCall(page: "http://b", code: "A-B"), OfferSetupCall(code: "A-B", link: "http://b/pair#AB"),
      OfferSetupCall(address: String(repeating: "x", count: 513)), OfferSetupCall(address: ""),
      OfferSetupCall(page: "http://b", code: "", link: ""),
    ] {
      #expect(throws: ControlError.self) { try bad.validate() }
    }
    #expect(try roundTrip(IdentifyCall(seconds: 3)) == .display(.identify(IdentifyCall(seconds: 3))))
    #expect(try roundTrip(ReloadCall()) == .display(.reload(ReloadCall())))
    #expect(try roundTrip(EventsCall()) == .display(.events(EventsCall())))
    #expect(try roundTrip(wait) == .display(.wait(wait)))
    #expect(try roundTrip(ScreenshotCall(screen: "A")) == .display(.screenshot(ScreenshotCall(screen: "A"))))
    let small = ScreenshotCall(screen: "A", longestSide: 320)
    #expect(try roundTrip(small) == .display(.screenshot(small)))
    for side in [0, 31, 1025, .max] {
      #expect(throws: ControlError.self) { try ScreenshotCall(screen: "A", longestSide: side).validate() }
    }
    #expect(try roundTrip(StatusCall()) == .display(.status(StatusCall())))
    #expect(try roundTrip(simulate) == .display(.simulate(simulate)))
    #expect(try roundTrip(GetInfoCall()) == .service(.getInfo))
  }

  @Test func aStreamIsAskedForWithMore() throws {
    let message = try ControlJSON.encode(ControlCallMessage(EventsCall()))
    #expect(try ControlCall(message: message).wantsMore)
    #expect(try !ControlCall(message: ControlJSON.encode(ControlCallMessage(StatusCall()))).wantsMore)
  }

  @Test func parametersMayBeMissingWhereNoneAreNeeded() throws {
    for json in [
      #"{"method":"org.marquee.Display.Screens"}"#, #"{"method":"org.marquee.Display.Screens","parameters":null}"#,
      #"{"method":"org.marquee.Display.Screens","parameters":{}}"#,
    ] { #expect(try call(json).request == .success(.display(.screens(ScreensCall())))) }
  }

  @Test(arguments: [
    (#"{"method":"org.marquee.Display.Modes"}"#, "screen"),
    (#"{"method":"org.marquee.Display.Modes","parameters":{"screen":7}}"#, "screen"),
    (#"{"method":"org.marquee.Display.Modes","parameters":{"screen":"A","colour":1}}"#, "colour"),
    (#"{"method":"org.marquee.Display.Modes","parameters":[]}"#, "parameters"),
    (#"{"method":"org.marquee.Display.Screens","parameters":{"x":null}}"#, "x"),
    (#"{"method":"org.marquee.Display.Blank","parameters":{"screen":"A","on":"yes"}}"#, "on"),
    (#"{"method":"org.marquee.Display.Show","parameters":{"screen":"A","content":{"movie":"x"}}}"#, "movie"),
    (#"{"method":"org.marquee.Display.Simulate","parameters":{"command":"plug"}}"#, "screen"),
    (#"{"method":"org.marquee.Display.Simulate","parameters":{"command":"plug","screen":"A","seconds":2}}"#, "seconds"),
    (
      #"{"method":"org.marquee.Display.Simulate","parameters":{"command":"fault","fault":"none","count":1e30}}"#,
      "count"
    ),
    (#"{"method":"org.marquee.Display.Screens","upgrade":true}"#, "upgrade"),
    (#"{"method":"org.marquee.Display.SetUserInfo","parameters":{"session":"s","userInfo":7}}"#, "userInfo"),
    (#"{"method":"org.marquee.Display.RegisterApp","parameters":{"name":"a"}}"#, "scenes"),
    (#"{"method":"org.marquee.Display.RegisterApp","parameters":{"name":"a","scenes":[]}}"#, "scenes"),
    (
      #"{"method":"org.marquee.Display.RegisterApp","parameters":{"name":"a","scenes":{"externalDisplay":null}}}"#,
      "scenes.externalDisplay"
    ),
    (
      #"{"method":"org.marquee.Display.RegisterApp","parameters":{"name":"a","scenes":{"externalDisplay":7}}}"#,
      "scenes.externalDisplay"
    ),
    (#"{"method":"org.marquee.Display.Events","parameters":{"after":-1,"run":"r"}}"#, "after"),
  ])
  func missingUnknownAndMistypedParametersAreNamed(json: String, parameter: String) {
    #expect(error(json) == .invalidParameter(parameter: parameter))
  }

  @Test func invalidValuesAreRefusedWithValidOnes() {
    let cases = [
      (#"{"method":"org.marquee.Display.Sessions","parameters":{"state":"asleep"}}"#, "state"),
      (#"{"method":"org.marquee.Display.ActivateSession"}"#, "session"),
      (#"{"method":"org.marquee.Display.ActivateSession","parameters":{"session":"s","userInfo":{}}}"#, "session"),
      (#"{"method":"org.marquee.Display.ActivateSession","parameters":{"session":"s","app":"a"}}"#, "session"),
      (#"{"method":"org.marquee.Display.SetScale","parameters":{"screen":"A","scale":99}}"#, "scale"),
      (#"{"method":"org.marquee.Display.Identify","parameters":{"seconds":-1}}"#, "seconds"),
      (
        #"{"method":"org.marquee.Display.SetMode","parameters":{"screen":"A","mode":"x","confirmSeconds":0}}"#,
        "confirmSeconds"
      ),
      (#"{"method":"org.marquee.Display.Wait","parameters":{"screen":"A","condition":"soon"}}"#, "condition"),
      (
        #"{"method":"org.marquee.Display.Wait","parameters":{"screen":"A","condition":"sequence=-1"}}"#,
        "condition"
      ),
      (#"{"method":"org.marquee.Display.Simulate","parameters":{"command":"explode"}}"#, "command"),
      (#"{"method":"org.marquee.Display.Simulate","parameters":{"command":"fault","fault":"fire"}}"#, "fault"),
      (#"{"method":"org.marquee.Display.Simulate","parameters":{"command":"hotplug","count":0}}"#, "count"),
      (#"{"method":"org.marquee.Display.Show","parameters":{"screen":"A"}}"#, "content"),
      (#"{"method":"org.marquee.Display.ShowTogether","parameters":{"contents":[]}}"#, "contents"),
      (
        #"{"method":"org.marquee.Display.ShowTogether","parameters":{"contents":[{"screen":"A","content":{"pattern":"bars"}},{"screen":"A","content":{"pattern":"grid"}}]}}"#,
        "contents"
      ),
      (
        #"{"method":"org.marquee.Display.RegisterApp","parameters":{"name":"a","scenes":{"r":[{"name":"x"},{"name":"x"}]}}}"#,
        "scenes.r.1.name"
      ),
      (
        #"{"method":"org.marquee.Display.RegisterApp","parameters":{"name":"a","scenes":{"r":[{"name":"x"},{}]}}}"#,
        "scenes.r.1"
      ),
      (
        #"{"method":"org.marquee.Display.RegisterApp","parameters":{"name":"a","scenes":{},"controllerLoss":"weep"}}"#,
        "controllerLoss"
      ),
      (
        #"{"method":"org.marquee.Display.UpdateScenes","parameters":{"changes":[{"session":"s","content":{"color":"red"},"configured":true}]}}"#,
        "changes.0.content"
      ),
      (#"{"method":"org.marquee.Display.Events","parameters":{"after":1}}"#, "after"),
      (#"{"method":"org.marquee.Display.Show","parameters":{"screen":"A","content":{}}}"#, "content"),
      (
        ##"{"method":"org.marquee.Display.Show","parameters":{"screen":"A","content":{"color":"#000","pattern":"bars"}}}"##,
        "content"
      ),
      (
        ##"{"method":"org.marquee.Display.Show","parameters":{"screen":"A","content":{"color":"#000"},"configured":true}}"##,
        "content"
      ),
    ]
    for (json, expected) in cases {
      guard case .invalidValue(let parameter, _, let expectation) = error(json) else {
        Issue.record("\(json) gave \(String(describing: error(json)))")
        continue
      }
      #expect(parameter == expected)
      #expect(!expectation.isEmpty)
    }
  }

  @Test func valuesThatAreNestedTooDeepAreRefusedBeforeTheyFillTheStack() {
    let list = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let call = #"{"method":"org.marquee.Display.SetUserInfo","parameters":{"session":"s","userInfo":{"a":\#(list)}}}"#
    guard case .invalidParameter(let parameter) = error(call) else {
      Issue.record("\(String(describing: error(call)))")
      return
    }
    #expect(parameter.hasPrefix("userInfo.a"))
  }

  @Test func aTextAboveTheLimitIsRefused() throws {
    let text = String(repeating: "ä", count: ControlLimits.textBytes / 2)
    _ = try roundTrip(ShowCall(screen: "A", content: .banner(BannerInfo(text: text))))
    #expect(throws: ControlError.textTooLong(length: ControlLimits.textBytes + 1, limit: ControlLimits.textBytes)) {
      try roundTrip(ShowCall(screen: "A", content: .banner(BannerInfo(text: text + "x"))))
    }
  }

  @Test("the text of a key is short and has no control characters")
  func text() throws {
    for text in ["", "\r", "\u{7f}", "a\u{85}", String(repeating: "ö", count: 129)] {
      #expect(throws: ControlError.self) { try SendInputCall(session: "s", kind: "key", text: text).validate() }
    }
    for text in ["ö", "´", "한", String(repeating: "ö", count: 128)] {
      try SendInputCall(session: "s", kind: "key", text: text).validate()
    }
  }

  @Test func manifestsHaveALimitThatTheErrorNames() throws {
    let one = SceneConfigurationInfo(name: "main")
    func refusal(_ scenes: [String: [SceneConfigurationInfo]]) -> String? {
      do throws(ControlError) {
        try RegisterAppCall(name: "a", scenes: scenes).validate()
        return nil
      } catch {
        return error.description
      }
    }
    let many = (1...17).map { SceneConfigurationInfo(name: "c\($0)") }
    #expect(refusal(["r": Array(many.prefix(16))]) == nil)
    #expect(refusal(["r": many])?.contains("at most 16") == true)
    let roles = Dictionary(uniqueKeysWithValues: (1...9).map { ("r\($0)", [one]) })
    #expect(refusal(roles)?.contains("at most 8") == true)
    #expect(refusal(roles.filter { $0.key != "r9" }) == nil)
    let changes = (1...65).map { SceneChangeInfo(session: "s\($0)") }
    #expect(throws: ControlError.self) { try UpdateScenesCall(changes: changes).validate() }
    try UpdateScenesCall(changes: Array(changes.prefix(64))).validate()
  }

  @Test func oneEmptyConfigurationIsNone() throws {
    let call = RegisterAppCall(name: "a", scenes: ["r": [SceneConfigurationInfo()], "q": []])
    try call.validate()
    #expect(call.manifest == ["r": [], "q": []])
  }

  @Test func unknownMethodsAndInterfacesAreDistinguished() {
    #expect(
      error(#"{"method":"org.marquee.Display.Dance"}"#) == .methodNotFound(method: "org.marquee.Display.Dance"))
    #expect(error(#"{"method":"org.example.Dance"}"#) == .interfaceNotFound(interface: "org.example"))
    #expect(error(#"{"method":""}"#) == .interfaceNotFound(interface: ""))
  }

  @Test(arguments: [
    "", "x", "[]", "{", "null", "7", "{}", #"{"method":7}"#, #"{"method":"a","more":1}"#, "\u{FF}",
    String(repeating: "[", count: 60_000), String(repeating: #"{"a":"#, count: 10_000),
  ])
  func otherMessagesAreMalformedCalls(json: String) {
    guard case .malformedMessage = error(json) else {
      Issue.record("\(json.prefix(20)) gave \(String(describing: error(json)))")
      return
    }
  }

  @Test func bytesThatAreNoTextAreMalformed() {
    #expect(throws: ControlError.self) { try ControlCall(message: [0xFF, 0xFE, 0x80]) }
    #expect(throws: ControlError.self) {
      try ControlCall(message: Array(#"{"method":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)).request.get()
    }
  }

  @Test func everyMethodHasItsAccess() {
    #expect(ControlMethod.screens.requiredAccess == .observe)
    #expect(ControlMethod.screenshot.requiredAccess == .observe)
    #expect(ControlMethod.show.requiredAccess == .remote)
    #expect(ControlMethod.reload.requiredAccess == .admin)
    #expect(ControlMethod.simulate.requiredAccess == .admin)
    #expect(
      ControlMethod.allCases.filter { $0.requiredAccess == .none } == [.getInfo, .getInterfaceDescription, .alarms])
  }
}
