import ControlProtocol
import FoundationEssentials
import Testing

@Suite struct InterfaceDescriptionTests {
  private let parsed = Result { try VarlinkInterface(InterfaceDescription.text) }

  @Test func theInstalledFileIsTheText() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = "/\(root)/Sources/ControlProtocol/org.marquee.Display.varlink"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == InterfaceDescription.text)
  }

  @Test func theInterfaceParses() throws {
    let interface = try parsed.get()
    #expect(interface.name == "org.marquee.Display")
    #expect(try VarlinkInterface(ServiceInterfaceDescription.text).name == "org.varlink.service")
  }

  @Test func theParserIsStrict() {
    for bad in [
      "interface org.marquee.Display", "interface x\nmethod A() -> ()", "interface a.b\nmethod a() -> ()",
      "interface a.b\nmethod A(x) -> ()", "interface a.b\nmethod A(x: []Nothing) -> ()",
      "interface a.b\nmethod A(x: ??int) -> ()", "interface a.b\ntype T (a: int, a: int)",
      "interface a.b\nmethod A() -> (a: int,)", "interface a.b\nmethod A() -> ()\nmethod A() -> ()",
    ] { #expect(throws: VarlinkInterface.Failure.self, "\(bad)") { try VarlinkInterface(bad) } }
  }

  @Test func methodsAreThoseOfTheProgram() throws {
    let prefix = InterfaceDescription.name + "."
    let known = ControlMethod.allCases.map(\.rawValue).filter { $0.hasPrefix(prefix) }
    #expect(try Set(parsed.get().methods.keys) == Set(known.map { String($0.dropFirst(prefix.count)) }))
  }

  @Test func parametersAreThoseOfTheProgram() throws {
    let methods = try parsed.get().methods
    func check<Parameters: ControlParameters>(_ type: Parameters.Type) {
      let name = Parameters.method.rawValue.split(separator: ".").last.map(String.init) ?? ""
      #expect(methods[name]?.input == Parameters.parameterNames, "\(name)")
    }
    check(ScreensCall.self)
    check(ModesCall.self)
    check(ExplainCall.self)
    check(SetModeCall.self)
    check(ConfirmModeCall.self)
    check(RotateCall.self)
    check(SetScaleCall.self)
    check(SetOverscanCall.self)
    check(ResetCall.self)
    check(ShowCall.self)
    check(ShowTogetherCall.self)
    check(TurnPageCall.self)
    check(ContentAtCall.self)
    check(BlankCall.self)
    check(FreezeCall.self)
    check(PowerCall.self)
    check(AppsCall.self)
    check(SetForegroundCall.self)
    check(SetSupportCall.self)
    check(SetMirrorCall.self)
    check(PlaceAppCall.self)
    check(RequestSceneCall.self)
    check(SetFrameCall.self)
    check(OwnInputCall.self)
    check(SendInputCall.self)
    check(RegisterAppCall.self)
    check(AnswerAppCall.self)
    check(UpdateScenesCall.self)
    check(StartDisplayLinkCall.self)
    check(StopDisplayLinkCall.self)
    check(UnregisterAppCall.self)
    check(SessionsCall.self)
    check(GetSessionCall.self)
    check(SetUserInfoCall.self)
    check(ActivateSessionCall.self)
    check(RefreshSessionsCall.self)
    check(SnapshotCall.self)
    check(DestroySessionCall.self)
    check(StartTalkCall.self)
    check(GetTalkCall.self)
    check(WatchTalkCall.self)
    check(ControlTalkCall.self)
    check(TalkSlidesCall.self)
    check(SetTalkNotesCall.self)
    check(TalkPictureCall.self)
    check(FilePictureCall.self)
    check(EndTalkCall.self)
    check(OfferSetupCall.self)
    check(IdentifyCall.self)
    check(ReloadCall.self)
    check(EventsCall.self)
    check(WaitCall.self)
    check(ScreenshotCall.self)
    check(StatusCall.self)
    check(PlanCall.self)
    check(ReportCall.self)
    check(SimulateCall.self)
  }

  /// The fields of a full value in JSON are those of the interface.
  @Test func repliesAreThoseOfTheProgram() throws {
    let interface = try parsed.get()
    func check(_ name: String, _ value: some ControlReply) {
      #expect(interface.methods[name]?.output == Mirror(reflecting: value).children.compactMap(\.label), "\(name)")
    }
    let mode = ScreenModeInfo(name: "", width: 0, height: 0, refreshMillihertz: 0)
    let edid = EDIDInfo(settled: true, bytes: 0)
    check("Screens", ScreensReply(screens: []))
    check("Modes", ModesReply(screen: "", modes: []))
    check("Explain", ExplainReply(record: DecisionRecord(screen: "", edid: edid)))
    check("SetMode", SetModeReply(mode: mode))
    for name in ["Rotate", "SetScale", "SetOverscan", "Reset", "Show", "Blank", "Freeze", "Power", "SetMirror"] {
      check(name, PictureReply())
    }
    check("Apps", AppsReply(apps: []))
    check("SetForeground", PicturesReply(presented: []))
    check("ShowTogether", PicturesReply(presented: []))
    check("ContentAt", ContentAtReply(time: "", moments: []))
    check("TurnPage", TurnPageReply(page: 1, pages: 1))
    check("SetSupport", PicturesReply(presented: []))
    check("Identify", PicturesReply(presented: []))
    check("OfferSetup", OfferSetupReply(shown: false, pairing: false))
    check("Plan", PlanReply(changes: [], screens: []))
    check("Report", ReportReply(report: ""))
    check("Sessions", SessionsReply(sessions: []))
    let session = SessionInfo(identifier: "", app: "", role: "", configuration: "", state: .background)
    check("GetSession", GetSessionReply(session: session, make: "", model: "", serial: "", connector: ""))
    check("ConfirmMode", EmptyReply())
    check("PlaceApp", PicturesReply(presented: []))
    check("RequestScene", RequestSceneReply(session: "", presented: []))
    check("SetFrame", PicturesReply(presented: []))
    check("OwnInput", OwnInputReply(app: ""))
    check("SendInput", EmptyReply())
    check("RegisterApp", AppMessage(.registered))
    check("AnswerApp", EmptyReply())
    check("UpdateScenes", PicturesReply(presented: []))
    check("StartDisplayLink", EmptyReply())
    check("StopDisplayLink", EmptyReply())
    check("UnregisterApp", EmptyReply())
    check("SetUserInfo", EmptyReply())
    check("ActivateSession", PicturesReply(presented: []))
    check("RefreshSessions", RefreshSessionsReply(sessions: []))
    check("Snapshot", SnapshotReply(session: "", width: 1, height: 1, png: ""))
    check("DestroySession", PicturesReply(presented: []))
    let talk = TalkInfo(
      identifier: "", deck: "", title: "", page: 1, shownPage: 1, pages: 1, frozen: false, cover: .none,
      timer: TalkTimer(running: false, elapsedMilliseconds: 0, monotonicNanoseconds: 0), notesHalf: .none,
      newScreens: .show, screens: [])
    check("StartTalk", TalkReply(talk: talk, presented: []))
    check("ControlTalk", TalkReply(talk: talk, presented: []))
    check("GetTalk", GetTalkReply(talk: talk))
    check("WatchTalk", GetTalkReply(talk: talk))
    check("TalkSlides", TalkSlidesReply(pages: 1, slides: []))
    check("SetTalkNotes", EmptyReply())
    check("TalkPicture", TalkPictureReply(page: 1, width: 1, height: 1, png: ""))
    check("FilePicture", FilePictureReply(file: "", width: 1, height: 1, png: ""))
    check("EndTalk", PicturesReply(presented: []))
    check("Reload", ReloadReply(changes: []))
    check("Events", EventInfo(event: .snapshot, sequence: 0, monotonicNanoseconds: 0))
    check("Wait", WaitReply(screen: "", condition: .connected))
    check(
      "Screenshot",
      ScreenshotReply(screen: "", source: .layers, width: 0, height: 0, sequence: 0, hash: "", png: ""))
    check(
      "Status",
      StatusReply(
        version: "", processID: 0, uptimeSeconds: 0, backend: "", screens: 0, devices: [],
        rasterizer: RasterizerInfo(state: .idle), counters: CounterInfo()))
    check("Simulate", SimulateReply())
  }

  @Test func typesAreThoseOfTheProgram() throws {
    let interface = try parsed.get()
    func check(_ name: String, _ value: Any) {
      #expect(interface.types[name] == Mirror(reflecting: value).children.compactMap(\.label), "\(name)")
    }
    let edid = EDIDInfo(settled: true, bytes: 0)
    check("PhysicalSize", PhysicalSizeInfo(widthMillimeters: 0, heightMillimeters: 0))
    check("Mode", ScreenModeInfo(name: "", width: 0, height: 0, refreshMillihertz: 0))
    check("Screen", ScreenInfo(name: "", device: ""))
    check("Presented", PresentedFrame(screen: "", sequence: 0, timestampNanoseconds: 0, frame: ""))
    check("Session", SessionInfo(identifier: "", app: "", role: "", configuration: "", state: .background))
    check("App", AppInfo(name: ""))
    check("Frame", FrameInfo(x: 0, y: 0, width: 1, height: 1))
    check("ScreenMatch", ScreenMatchInfo())
    check("SceneConfiguration", SceneConfigurationInfo())
    check("TalkPointer", TalkPointer(kind: .pointer, x: 0, y: 0))
    check("TalkTimer", TalkTimer(running: false, elapsedMilliseconds: 0, monotonicNanoseconds: 0))
    check("TalkScreen", TalkScreenInfo(screen: "", state: .shown))
    check("TalkSlide", TalkSlideInfo(page: 1, label: "", title: "", notes: "", notesSource: .half))
    check("TalkNoteSet", TalkNoteSet(version: "1", part: 1, parts: 1))
    check("TalkNote", TalkNoteInfo(page: 1, text: ""))
    check("Activity", ActivityInfo(type: ""))
    check("SceneChange", SceneChangeInfo(session: ""))
    check("Overscan", OverscanInfo())
    check("ContentMoment", ContentMomentInfo(item: "", shows: ""))
    check("ScreenContent", ScreenContent(screen: "", content: .color("")))
    check("EDIDRecord", edid)
    check("Candidate", CandidateInfo(mode: "", source: "", reason: ""))
    check("UnmetWish", UnmetWishInfo(wish: "", source: "", reason: ""))
    check("Attempt", AttemptInfo(mode: "", kind: .test, accepted: true))
    check("Step", StepInfo(step: "", monotonicNanoseconds: 0))
    check("Setting", SettingInfo(name: "", value: "", origin: .builtIn))
    check("ShownReason", ShownReason(rule: "", holds: true, reason: ""))
    check("DecisionRecord", DecisionRecord(screen: "", edid: edid))
    check("Device", DeviceInfo(path: "", driver: "", interface: "", master: true, screens: []))
    check("Rasterizer", RasterizerInfo(state: .idle))
    check("Counters", CounterInfo())
    check("Frames", FramesInfo(screen: ""))
    check("DisplayPower", DisplayPowerInfo(screen: "", asked: "on"))
    check("Sandbox", SandboxInfo(worker: "", files: true, calls: false, reasons: []))
    check("ScreenPlan", ScreenPlanInfo(screen: ""))
    check("State", StateSnapshot(screens: [], sessions: [], apps: []))
  }

  @Test func errorsAreThoseOfTheProgram() throws {
    let prefix = InterfaceDescription.name + "."
    let names = ControlErrorTests.errors.map(\.name).filter { $0.hasPrefix(prefix) }
    #expect(try Set(parsed.get().errors.keys) == Set(names.map { String($0.dropFirst(prefix.count)) }))
  }
}
