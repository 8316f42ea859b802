internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Glibc

extension Scenario {
  private static let insideInk = RGB(0x20, 0xaa, 0x20)
  private static let outsideInk = RGB(0x20, 0x20, 0xaa)

  static let confinedContent = Scenario(
    "content and talks of a user with the access remote show no file outside of the media folder, also if a link replaces a file later "
      + "or the daemon starts again",
    gate: [.simulated]
  ) { bench in
    // The files in the media folder are green, and those outside are blue.
    let outside = try bench.write(MadeFiles.drawing("#2020aa"), name: "outside.svg")
    let place = String(outside.dropLast("outside.svg".count))
    let folder = place + "media"
    try expect(mkdir(folder, 0o755), is: 0, "the media folder is made")
    func put(_ text: String, _ name: String) throws -> String {
      let made = try bench.write(text, name: name)
      try expect(rename(made, "\(folder)/\(name)"), is: 0, "\(name) is in the media folder")
      return "\(folder)/\(name)"
    }
    let picture = try put(MadeFiles.drawing("#20aa20"), "inside.svg")
    let deck = try put(MadeFiles.document([insideInk]), "inside.pdf")
    let outsideDeck = try bench.write(MadeFiles.document([outsideInk]), name: "outside.pdf")
    var setup = DaemonSetup.showing("color: \"#204060\"", screens: #"access: { remote: { users: ["65533"] } }"#)
    setup.environment["MARQUEE_MEDIA"] = folder
    var daemon = try bench.start(setup)
    let screen = bench.connector(1)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    func asked(_ method: String, _ parameters: String) throws -> String {
      let connection = try RawConnection(bench, user: 65533)
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":{\#(parameters)}}"#)
      return String(decoding: connection.receive() ?? [], as: UTF8.self)
    }
    func link(_ path: String, to target: String) throws {
      try expect(unlink(path) == 0 && symlink(target, path) == 0, "a link replaces \(path)")
    }
    func restart() throws {
      try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
      daemon = try bench.start(setup)
    }
    let content = #""content":{"image":"\#(picture)"}"#
    func expectTrouble(_ daemon: DaemonHandle, _ what: String) throws {
      let reply = try daemon.client.call(ContentAtCall(screen: screen))
      let found = reply.troubles
      let isNamed = found.contains { $0.contains("only files in the media folder") }
      try expect(isNamed, "\(what): the troubles \(found)")
      try daemon.photograph(1, what) { $0.mainColor != outsideInk }
    }

    // One screen, then several screens by one call.
    for call in [
      ("Show", #""screen":"\#(screen)",\#(content)"#),
      ("ShowTogether", #""contents":[{"screen":"\#(screen)",\#(content)}]"#),
    ] {
      let shown = try asked(call.0, call.1)
      try expect(shown.contains("presented"), "\(call.0) with a picture of the folder: \(shown)")
      try daemon.photograph(1, "the picture of \(call.0)") { $0.mainColor == insideInk }
      try link(picture, to: outside)
      try restart()
      try daemon.wait(1, .connected)
      try expectTrouble(daemon, "after \(call.0), a link and a start of the daemon")
      // The same content of a user with the access control.
      _ = try daemon.client.call(ShowCall(screen: screen, content: ContentInfo(kind: "image", value: .string(picture))))
      try daemon.photograph(1, "the file outside, of a user with control") { $0.mainColor == outsideInk }
      _ = try daemon.client.call(ShowCall(configuredOn: screen))
      try expect(unlink(picture), is: 0, "the link is removed")
      _ = try put(MadeFiles.drawing("#20aa20"), "inside.svg")
    }

    let began = try asked("StartTalk", #""deck":"\#(deck)""#)
    try expect(began.contains("presented"), "a talk with a deck of the folder: \(began)")
    try daemon.photograph(1, "the slide") { isTalkInk($0.uniformColor, insideInk) }
    try link(deck, to: outsideDeck)
    try restart()
    try daemon.wait(1, .connected)
    let trouble = try daemon.client.call(GetTalkCall()).talk?.trouble
    try expect(
      trouble?.contains("only files in the media folder"), is: true, "the trouble of the talk: \(trouble ?? "none")")
    try daemon.photograph(1, "the talk without its deck") { !isTalkInk($0.mainColor, outsideInk) }
  }
}
