internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let badManifests = Scenario(
    "invalid manifests and changes get an error that names the field, and change nothing",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.lobby())
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let slides = try AppPlayer(bench, "slides", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "slides", noWait: true))
    let session = try unwrap(slides.answer().session, "no session")
    try daemon.photograph(1, "the slides") { $0.uniformColor == .slides }
    let lobby = try unwrap(daemon.client.call(SessionsCall(app: "lobby")).sessions.first?.identifier, "no session")

    func refusal(_ method: String, _ parameters: String, isStream: Bool = false) throws -> String {
      let connection = try RawConnection(bench)
      let more = isStream ? #","more":true"# : ""
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":\#(parameters)\#(more)}"#)
      return String(decoding: connection.receive() ?? [], as: UTF8.self)
    }
    let role = "externalDisplayNonInteractive"
    let manifests: [(String, [String])] = [
      (#"{"name":"x","scenes":{"externalDisplayNoninteractive":[]}}"#, ["scenes", role]),
      (#"{"name":"x","scenes":{"a b":[]}}"#, ["InvalidValue", "scenes"]),
      (#"{"name":"x","scenes":{"\#(role)":null}}"#, ["InvalidParameter", "scenes.\(role)"]),
      (#"{"name":"x","scenes":{"\#(role)":"none"}}"#, ["InvalidParameter", "scenes.\(role)"]),
      (#"{"name":"x"}"#, ["InvalidParameter", "scenes"]),
      (
        #"{"name":"x","scenes":{"\#(role)":[{"name":"a","modes":["preferred"]},{"name":"a","size":"1x1"}]}}"#,
        ["scenes.\(role).1.name"]
      ),
      (#"{"name":"x","scenes":{"\#(role)":[{"modes":["1080q"]}]}}"#, ["scenes.\(role).0.modes.0"]),
      (#"{"name":"x","scenes":{"\#(role)":[{"size":"0x0"}]}}"#, ["scenes.\(role).0.size"]),
      (#"{"name":"x","scenes":{"\#(role)":[{"match":{}}]}}"#, ["scenes.\(role).0.match", "connector"]),
      (#"{"name":"x","scenes":{"\#(role)":[{"match":{"port":"x"}}]}}"#, ["InvalidParameter", "port"]),
      (#"{"name":"x","scenes":{"application":[{"size":"640x480"}]}}"#, ["scenes.application.0.size", "no size"]),
      (#"{"name":"x","scenes":{"application":[{"modes":["800x600"]}]}}"#, ["scenes.application.0.modes", "no modes"]),
      (#"{"name":"x","scenes":{"application":[{"match":{"make":"A"}}]}}"#, ["scenes.application.0.match", "no match"]),
      (
        #"{"name":"x","scenes":{"\#(role)":[{"interactive":true}]}}"#,
        ["scenes.\(role).0.interactive", "role of your own"]
      ),
      (#"{"name":"x","scenes":{"application":[{"interactive":true}]}}"#, ["scenes.application.0.interactive"]),
      (#"{"name":"x","scenes":{},"support":"none"}"#, ["InvalidValue", "external, mirror, off"]),
      (#"{"name":"x","scenes":{"\#(role)":[{"content":{"color":"blu"}}]}}"#, ["color"]),
      (#"{"name":"x","scenes":{"\#(role)":[{"colour":"blue"}]}}"#, ["InvalidParameter", "colour"]),
      (#"{"name":"../x","scenes":{}}"#, ["InvalidValue", "name"]),
      (#"{"name":"lobby","scenes":{}}"#, ["AppNameTaken"]),
      (#"{"name":"slides","scenes":{}}"#, ["AppNameTaken"]),
      (#"{"name":"slides","scenes":{},"token":"guessed"}"#, ["AppNameTaken"]),
    ]
    for (parameters, words) in manifests {
      let answer = try refusal("RegisterApp", parameters, isStream: true)
      for word in words { try expect(answer.contains(word), "\(parameters) is answered with \(word): \(answer)") }
      try expect(answer.contains("\"error\""), "\(parameters) is refused: \(answer)")
    }
    let text = String(repeating: "x", count: 20_000)
    let changes: [(String, String)] = [
      (#"[{"session":"none"}]"#, "NoSuchSession"),
      (#"[{"session":"\#(session)","userInfo":{"text":"\#(text)"}}]"#, "16384"),
      (#"[{"session":"\#(session)","activity":{"type":"\#(text)"}}]"#, "256"),
      (#"[{"session":"\#(session)","content":{"color":"blu"}}]"#, "InvalidValue"),
      // The second change is invalid, so the first one is not made either.
      (##"[{"session":"\##(session)","content":{"color":"#00a040"}},{"session":"none"}]"##, "NoSuchSession"),
      ("[" + [String](repeating: #"{"session":"\#(session)"}"#, count: 65).joined(separator: ",") + "]", "64"),
    ]
    for (list, word) in changes {
      let answer = try refusal("UpdateScenes", #"{"token":"\#(slides.connection.token)","changes":\#(list)}"#)
      try expect(answer.contains(word), "\(list.prefix(100)) is answered with \(word): \(answer)")
    }
    for (parameters, word) in [
      (#"{"session":"none"}"#, "NoSuchSession"), (#"{"session":"\#(lobby)"}"#, "not registered"),
      (#"{"session":"\#(session)","maximumHertz":0}"#, "maximumHertz"),
    ] {
      let answer = try refusal("StartDisplayLink", parameters)
      try expect(answer.contains(word), "\(parameters) is answered with \(word): \(answer)")
    }
    try expect(
      refusal("AnswerApp", #"{"token":"guessed","question":99}"#).contains("NoSuchQuestion"),
      "a question that is not open")

    // An app without a scene for external displays is skipped. So is an app with a single empty configuration.
    for list in [[], [SceneConfigurationInfo()]] {
      let shy = try AppPlayer(bench, RegisterAppCall(name: "shy", scenes: [role: list]))
      _ = try daemon.client.call(SetForegroundCall(app: "shy"))
      try expect(bench.photograph(1).uniformColor, is: .idle, "the idle frame")
      let reasons = try daemon.explain(1).showsBecause.map(\.reason)
      try expect(reasons.contains("shy has no external scene"), "explain says why: \(reasons)")
      try shy.connection.unregister()
    }
    _ = try daemon.client.call(SetForegroundCall(app: "slides"))
    try expect(bench.photograph(1).uniformColor, is: .slides, "the picture in the end")
    let kept = try daemon.client.call(SessionsCall()).sessions.map(\.identifier)
    try expect(Set(kept), is: [lobby, session], "the sessions in the end")
  }

  static let tokensOfOthers = Scenario(
    "a user who may control displays cannot change a registered app without its token",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.lobby("access: { control: { users: [\"65534\"] } }"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let slides = try AppPlayer(bench, "slides", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "slides", noWait: true))
    let session = try unwrap(slides.answer().session, "no session")
    try daemon.photograph(1, "the slides") { $0.uniformColor == .slides }
    let lobby = try unwrap(daemon.client.call(SessionsCall(app: "lobby")).sessions.first?.identifier, "no session")
    func tried(_ method: String, _ parameters: String) throws -> String {
      let connection = try RawConnection(bench, user: 65534)
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":\#(parameters)}"#)
      return String(decoding: connection.receive() ?? [], as: UTF8.self)
    }
    let change = #"[{"session":"\#(session)","userInfo":{"page":7}}]"#
    for (method, parameters) in [
      ("UpdateScenes", #"{"changes":\#(change)}"#), ("UpdateScenes", #"{"token":"guessed","changes":\#(change)}"#),
      ("UnregisterApp", #"{"app":"slides"}"#),
      ("SetUserInfo", #"{"session":"\#(session)","userInfo":{"page":7}}"#),
      ("SetUserInfo", #"{"session":"\#(session)","userInfo":{"page":7},"token":"guessed"}"#),
      ("DestroySession", #"{"session":"\#(session)"}"#),
      ("StartDisplayLink", #"{"session":"\#(session)"}"#), ("StopDisplayLink", #"{"session":"\#(session)"}"#),
      ("Show", ##"{"screen":"\##(bench.connector(1))","content":{"color":"#00a040"}}"##),
      ("ShowTogether", ##"{"contents":[{"screen":"\##(bench.connector(1))","content":{"color":"#00a040"}}]}"##),
    ] {
      let answer = try tried(method, parameters)
      try expect(answer.contains("WrongToken"), "\(method) with \(parameters) is answered with WrongToken: \(answer)")
    }
    let own = #"[{"session":"\#(lobby)","userInfo":{"page":8}}]"#
    try expect(
      !tried("UpdateScenes", #"{"changes":\#(own)}"#).contains("error"), "the configuration's apps have no token")
    let token = slides.connection.token
    try expect(
      !tried("UpdateScenes", #"{"token":"\#(token)","changes":\#(change)}"#).contains("error"), "the token suffices")
    try expect(bench.photograph(1).uniformColor, is: .slides, "the picture in the end")
  }
}
