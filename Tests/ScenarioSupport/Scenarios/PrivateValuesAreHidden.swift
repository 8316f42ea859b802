internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let privateValuesAreHidden = Scenario(
    "the user information of a private session is hidden from users who may only observe",
    gate: [.simulated]
  ) { bench in
    func configuration(isPrivate: Bool) -> String {
      """
      access: { observe: { users: ["65534"] } }
      screens:
      - { match: { connector: "\(bench.connector(2))" }, apps: [lobby] }
      apps:
        notes:
          private: \(isPrivate)
          foreground: true
          scenes:
            externalDisplayNonInteractive:
              - content: { color: "#c90763" }
              - { name: later, match: { connector: DP-9 }, content: { image: /nonexistent/4712.png } }
        lobby:
          scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] }

      """
    }
    let daemon = try bench.start(DaemonSetup(configuration(isPrivate: false)))
    var sessions: [String] = []
    for (display, app) in [(1, "notes"), (2, "lobby")] {
      try bench.plug(display, TestDisplay(1280, 720))
      try daemon.wait(display, .presented)
      try daemon.show(display, .banner(BannerInfo(text: "the number is 4711")))
      let session = try unwrap(daemon.client.call(SessionsCall(app: app)).sessions.first, "no session").identifier
      _ = try daemon.client.call(SetUserInfoCall(session: session, userInfo: ["pin": .integer(8812)]))
      sessions.append(session)
    }
    func asked(_ method: String, _ parameters: String) throws -> String {
      let connection = try RawConnection(bench, user: 65534)
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":\#(parameters)}"#)
      return String(decoding: connection.receive() ?? [], as: UTF8.self)
    }
    for isPrivate in [false, true] {
      if isPrivate {
        _ = try bench.write(configuration(isPrivate: true), name: "marquee.yaml")
        _ = try daemon.client.call(ReloadCall())
      }
      for (session, isTold) in zip(sessions, [!isPrivate, true]) {
        let answer = try asked("GetSession", #"{"session":"\#(session)"}"#)
        try expect(answer.contains(session), "a session is told at all: \(answer)")
        for secret in ["4711", "8812"] {
          try expect(answer.contains(secret), is: isTold, "whether \(secret) is told, private \(isPrivate): \(answer)")
        }
        let found = try asked("Sessions", #"{"userInfo":{"pin":8812}}"#)
        try expect(found.contains(session), is: isTold, "whether it is found by what is kept, private \(isPrivate)")
        let own = try daemon.client.call(GetSessionCall(session: session))
        try expect(own.userInfo, is: ["pin": .integer(8812)], "what is told to who may control")
      }
      let status = try asked("Status", "{}")
      try expect(!status.contains("4712"), "the status names a file of the configuration: \(status)")
      try expect(status.contains("One media file of the configuration cannot be shown"), "it has a count: \(status)")
      let names = try daemon.status().warnings.contains { $0.contains("/nonexistent/4712.png") }
      try expect(names, "who may control is told the name")
    }
    try expectNoPathInEvents(bench, daemon)
  }

  private static func expectNoPathInEvents(_ bench: any Bench, _ daemon: DaemonHandle) throws {
    let deck = try bench.write(MadeFiles.document(Array(talkInks.prefix(1))), name: "deck-4713.pdf")
    let events = try daemon.events()
    let snapshot = try unwrap(events.events.first, "no snapshot")
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    try events.wait("the talk begins, with its deck") {
      $0.event == .talkDidBegin && $0.reason?.contains("4713") == true
    }
    let run = try unwrap(snapshot.run, "no run")
    let connection = try RawConnection(bench, user: 65534)
    connection.call(
      #"{"method":"org.marquee.Display.Events","parameters":{"after":\#(snapshot.sequence),"run":"\#(run)"},"more":true}"#
    )
    var seen = ""
    while !seen.contains("talkDidBegin") {
      let bytes = try unwrap(connection.receive(), "the event does not come: \(seen)")
      try expect(!bytes.isEmpty, "the connection ends: \(seen)")
      seen += String(decoding: bytes, as: UTF8.self)
    }
    try expect(!seen.contains("4713"), "an event names a file to a user who may only observe: \(seen)")
    for (method, more) in [("GetTalk", "false"), ("WatchTalk", "true")] {
      let connection = try RawConnection(bench, user: 65534)
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":{},"more":\#(more)}"#)
      let talk = String(decoding: try unwrap(connection.receive(), "\(method) is not answered"), as: UTF8.self)
      try expect(talk.contains("\"deck-4713.pdf\""), "\(method) names the deck: \(talk)")
      try expect(!talk.contains(deck), "\(method) tells the deck's path to a user who may only observe: \(talk)")
    }
    try expect(daemon.client.call(GetTalkCall()).talk?.deck, is: deck, "what is told to who may control")
    _ = try daemon.client.call(EndTalkCall())
  }
}
