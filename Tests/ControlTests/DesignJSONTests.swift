import ControlProtocol
import FoundationEssentials
import Testing

/// The JSON of the design document, section 7, to the letter (an object's fields have no order).
@Suite struct DesignJSONTests {
  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try ControlJSON.encode(value), as: UTF8.self)
  }

  private let mode = ScreenModeInfo(
    name: "1920x1080@60", width: 1920, height: 1080, refreshMillihertz: 60000, preferred: true, pictureAspect: "16:9")

  @Test func aModeHasExactlyTheDesignedFields() throws {
    #expect(
      try json(mode) == """
        {"height":1080,"interlaced":false,"name":"1920x1080@60","pictureAspect":"16:9","pixelAspectRatio":1,\
        "preferred":true,"refreshMillihertz":60000,"width":1920}
        """)
  }

  @Test func aScreenHasExactlyTheDesignedFields() throws {
    let screen = ScreenInfo(
      name: "HDMI-A-1", device: "/dev/dri/card0", make: "DEL", model: "DELL U2720Q", serial: "XYZ",
      physicalSize: PhysicalSizeInfo(widthMillimeters: 600, heightMillimeters: 340), currentMode: nil,
      preferredMode: mode, availableModes: [mode])
    let modeText = try json(mode)
    #expect(
      try json(ScreensReply(screens: [screen])) == """
        {"screens":[{"availableModes":[\(modeText)],"blank":false,"currentMode":null,"device":"/dev/dri/card0",\
        "foreground":null,"frozen":false,"guessed":false,"label":null,"make":"DEL","mirroredScreen":null,\
        "model":"DELL U2720Q","name":"HDMI-A-1","overscan":{"bottom":"0px","left":"0px","right":"0px","top":"0px"},\
        "physicalSize":{"heightMillimeters":340,"widthMillimeters":600},"power":"on","preferredMode":\(modeText),\
        "reason":"","role":"externalDisplayNonInteractive","rotation":"0","scale":1,"scene":null,"serial":"XYZ",\
        "shown":"idle","status":"connected","support":"external","use":"external","volume":null}]}
        """)
  }

  @Test func aSessionHasExactlyTheDesignedFields() throws {
    let session = SessionInfo(
      identifier: "a1", app: "lobby", role: "externalDisplayNonInteractive", configuration: "welcome",
      state: .unattached)
    #expect(
      try json(SessionsReply(sessions: [session])) == """
        {"sessions":[{"app":"lobby","configuration":"welcome","identifier":"a1","role":"externalDisplayNonInteractive",\
        "screen":null,"state":"unattached"}]}
        """)
  }

  @Test func anEventHasItsNameNumberAndTime() throws {
    let event = EventInfo(
      event: .screenDidDisconnect, sequence: 7, monotonicNanoseconds: 12, screen: "HDMI-A-1", reason: "unplugged")
    #expect(
      try json(event) == """
        {"event":"screenDidDisconnect","monotonicNanoseconds":12,"reason":"unplugged","screen":"HDMI-A-1","sequence":7}
        """)
  }

  @Test func contentIsOneKeyAndItsValue() throws {
    #expect(try json(ContentInfo.color("#204060")) == ##"{"color":"#204060"}"##)
    #expect(try json(ContentInfo.pattern("moving-bar")) == #"{"pattern":"moving-bar"}"#)
    #expect(try json(ContentInfo.banner(BannerInfo(text: "Hi"))) == #"{"banner":{"text":"Hi"}}"#)
  }

  @Test func aPresentedFrameNamesItsFlip() throws {
    let frame = PresentedFrame(screen: "DP-1", sequence: 3, monotonicNanoseconds: 99, frame: "abcd")
    #expect(
      try json(PictureReply(presented: [frame])) == """
        {"hint":null,"note":null,"presented":[{"ending":"presented","frame":"abcd","monotonicNanoseconds":99,\
        "screen":"DP-1","sequence":3,"timestampSource":"driver"}]}
        """)
  }
}
