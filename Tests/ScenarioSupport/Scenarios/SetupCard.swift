internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import TestKit
internal import VirtualMachine

extension Scenario {
  static let setupCard = Scenario(
    "a fresh box shows its card: the code of marquee-remote pairs a browser and then goes for good, and content replaces the card",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(DaemonSetup(freshConfiguration()))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented, within: 20)
    let alone = try daemon.photograph(1, "a card without a code") { $0.isCard && $0.codeText == nil }

    let folder = try TemporaryFolder.make("setup")
    defer { TemporaryFolder.remove(folder) }
    func remote(_ port: String, state: String = "") throws -> ChildProcess {
      try ChildProcess(
        [
          "\(BuiltPrograms.folder())/marquee-remote", "--listen", "0.0.0.0:\(port)", "--name", "localhost",
          "--state", folder + state,
        ],
        environment: ["MARQUEE_SOCKET": bench.socketPath, "XDG_RUNTIME_DIR": folder + state],
        log: "\(folder)/log\(state.dropFirst())")
    }
    var program: ChildProcess? = try remote("0")
    let url = try unwrap(
      bench.poll(within: 20) { program?.output.split(separator: " ").first { $0.hasPrefix("http://") } },
      "it says no address")
    let page = String(url.prefix { $0 != ";" })
    func code(_ what: String, besides other: String? = nil) throws -> String {
      let card = try daemon.photograph(1, what, within: 20) {
        $0.isCard && $0.codeText != other && $0.codeText?.hasPrefix("\(page)/pair?to=screens#") == true
      }
      return try unwrap(card.codeText, "no code")
    }
    let former = try code("the code of marquee-remote")

    // Another program comes later. The card shows its code, and the earlier code stays invalid even after the program ends.
    var newer: SetupOffer? = try bench.connect().offerSetup(
      OfferSetupCall(page: "http://b", code: "KKKK-MMMM", link: "http://b/pair#KKKKMMMM"))
    try daemon.photograph(1, "the newer code") { $0.codeText == "http://b/pair#KKKKMMMM" }
    try expect(newer?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: true), "what is asked for")
    newer = nil
    let link = try code("a code of marquee-remote again", besides: former)
    try expect(opened(former), is: "403 303", "the answers to the former code")

    try expect(opened(link), is: "200 200", "the answers to the code, and to who asks for the page with the cookie")
    let paired = try daemon.photograph(1, "a card without a code", within: 20) { $0.isCard && $0.codeText == nil }
    try expect(opened(link), is: "403 303", "the answers to the code once more")

    try daemon.show(1, .color("#204060"))
    try daemon.photograph(1, "the content") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    _ = try daemon.client.call(ShowCall(configuredOn: bench.connector(1)))
    try daemon.photograph(1, "the card as it was after the pairing") { $0 == paired }

    // It knows its paired browser, also after a restart.
    program = nil
    try daemon.photograph(1, "the card of the box alone") { $0 == alone }
    let port = try unwrap(url.split(separator: ":").last.map { $0.prefix { $0.isNumber } }, "no port in \(url)")
    program = try remote(String(port))
    try daemon.photograph(1, "the card as it was after the pairing", within: 20) { $0 == paired }

    // Another program on the same box has no paired browser. It is not open to every visitor.
    try FileManager.default.createDirectory(atPath: "\(folder)/second", withIntermediateDirectories: true)
    var second: ChildProcess? = try remote("0", state: "/second")
    let refusal = try bench.poll(within: 20) {
      try bench.log().contains("gets no code on a set-up card: a device has paired with http://localhost:") ? true : nil
    }
    try expect(refusal, is: true, "whether the daemon says why it gets no code")
    try daemon.photograph(1, "a card without its code") { $0.isCard && $0.codeText == nil }
    second = nil
    try daemon.photograph(1, "the card of the first one", within: 20) { $0 == paired }
    program = nil
    try daemon.photograph(1, "the card of the box alone") { $0 == alone }
  }

  static let setupCardChanges = Scenario(
    "a set-up card requests a code while it is visible, changes from one whole picture to the next, and can be read at every size",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(DaemonSetup(freshConfiguration()))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented, within: 20)
    let alone = try daemon.photograph(1, "a card") { $0.isCard }
    let page = "http://192.168.1.7:8484"
    func offer(_ code: String?) throws -> SetupOffer {
      try bench.connect().offerSetup(
        OfferSetupCall(
          address: "192.168.1.7", page: page, code: code,
          link: code.map { "\(page)/pair?to=screens#\($0.filter { $0 != "-" })" }))
    }
    func link(_ code: String) -> String { "\(page)/pair?to=screens#\(code)" }

    // The card is laid out again without a modeset, and without a picture in between.
    var open: SetupOffer? = try offer(nil)
    try expect(open?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: true), "what is asked for")
    let named = try daemon.photograph(1, "the address") { $0.isCard && $0 != alone }
    var seen: Set<Photograph> = []
    var coded: SetupOffer?
    let modesets = try bench.countModesets {
      coded = try offer("ACDE-FGHJ")
      try daemon.photograph(1, "the code") {
        seen.insert($0)
        return $0.codeText == link("ACDEFGHJ")
      }
    }
    try expect(modesets, is: 0, "modesets")
    try expect(seen.subtracting([named]).count, is: 1, "pictures beside the one before")
    try expect(coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: true), "what is asked for")
    // An offer whose code is no longer on a card makes no pairing.
    try expect(
      open?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: false),
      "what is asked of the one before")

    for (number, size) in [(1920, 1080), (3840, 2160), (1080, 1920), (1024, 768)].enumerated() {
      try bench.plug(2, TestDisplay(size.0, size.1, serial: "\(number)"))
      try daemon.photograph(2, "a code at \(size)", within: 30) { $0.codeText == link("ACDEFGHJ") }
      try bench.unplug(2)
      try daemon.wait(2, .disconnected)
    }
    // The program that offers a code is notified when no card shows it.
    try daemon.show(1, .color("#204060"))
    try expect(coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: false, pairing: false), "under content")
    try daemon.show(1, ContentInfo(kind: "setup", value: .object(["pairing": .bool(false)])))
    try expect(
      coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: false), "by a card without one")
    try daemon.photograph(1, "the address alone") { $0 == named }
    _ = try daemon.client.call(ShowCall(configuredOn: bench.connector(1)))
    try expect(coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: true), "by the card again")
    try daemon.photograph(1, "the code again") { $0.codeText == link("ACDEFGHJ") }
    _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: false))
    try expect(coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: false, pairing: false), "on a dark screen")
    _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: true))
    try expect(coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: true), "on a lit one")
    _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: true))
    try expect(coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: false, pairing: false), "under black")
    _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: false))
    try expect(coded?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: true), "after black")

    // Neither a report nor the state at a moment contains the code.
    let report = try daemon.client.call(ReportCall()).report
    let moments = try daemon.client.call(ContentAtCall(screen: bench.connector(1))).moments
    for secret in ["ACDE-FGHJ", "ACDEFGHJ"] {
      try expect(!report.contains(secret), "the report tells the code")
      try expect(!"\(moments)".contains(secret), "the content's moments tell the code")
      try expect(!"\(daemon.explain(1))".contains(secret), "the explanation tells the code")
    }
    let told = moments.map(\.shows).joined(separator: "\n")
    for words in ["Scan the code", page, "type (a code that only the display shows)"] {
      try expect(told.contains(words), "what the card says is told, \(words): \(told)")
    }
    try expect(!told.contains("nothing to show"), "what it does not say is not: \(told)")
    try expect(moments.compactMap(\.region), is: ["name", "words", "code"], "its parts")
    let later = try daemon.client.call(ContentAtCall(screen: bench.connector(1), time: "2030-01-01T00:00:00Z")).moments
    try expect(later.compactMap(\.region), is: ["name", "words"], "the parts of a card at another time")

    // The newest code counts. The one before counts again after its program ends.
    var newer: SetupOffer? = try offer("KKKK-MMMM")
    _ = try newer?.next(timeoutSeconds: 60)
    try daemon.photograph(1, "the newer code") { $0.codeText == link("KKKKMMMM") }
    newer = nil
    try daemon.photograph(1, "the former code") { $0.codeText == link("ACDEFGHJ") }

    // The owner of one paired browser owns the box. Another program's code is on no card, and it gets the reason.
    var owner: SetupOffer? = try bench.connect().offerSetup(OfferSetupCall(page: "http://owner", claimed: true))
    try expect(owner?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: false), "of the owner's")
    try daemon.photograph(1, "no code") { $0.isCard && $0.codeText == nil }
    newer = try bench.connect().offerSetup(
      OfferSetupCall(page: "http://b", code: "KKKK-MMMM", link: "http://b/pair#KKKKMMMM"))
    try expect(newer?.next(timeoutSeconds: 60), is: OfferSetupReply(shown: true, pairing: false), "of another one")
    try daemon.photograph(1, "no code of another one") { $0.isCard && $0.codeText == nil }
    newer = nil
    owner = nil
    try daemon.photograph(1, "the former code again") { $0.codeText == link("ACDEFGHJ") }
    coded = nil
    try daemon.photograph(1, "the address alone") { $0 == named }
    open = nil
    try daemon.photograph(1, "the card of the box alone") { $0 == alone }
  }

  static let setupCodeIsHidden = Scenario(
    "a code for control is in no picture for users who may only observe",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup("access: { observe: { users: [\"65534\"] } }\n" + freshConfiguration(withAccess: false)))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented, within: 20)
    let session = try unwrap(daemon.client.call(SessionsCall()).sessions.first, "no session").identifier
    func asked(_ method: String, _ parameters: String) throws -> String {
      let connection = try RawConnection(bench, user: 65534)
      connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":\#(parameters)}"#)
      return String(decoding: connection.receive() ?? [], as: UTF8.self)
    }
    func expectPictures(_ areGiven: Bool, _ when: String) throws {
      for answer in [
        try asked("Screenshot", #"{"screen":"\#(bench.connector(1))"}"#),
        try asked("Screenshot", #"{"screen":"\#(bench.connector(1))","longestSide":320}"#),
        try asked("Snapshot", #"{"session":"\#(session)"}"#),
      ] {
        try expect(
          answer.contains("\"png\""), is: areGiven, "whether pictures are given \(when): \(answer.prefix(200))")
        if !areGiven { try expect(answer.contains("AccessDenied"), "the refusal: \(answer.prefix(200))") }
      }
    }
    try expectPictures(true, "without a code")
    func offered() throws -> SetupOffer {
      let offer = try bench.connect().offerSetup(
        OfferSetupCall(page: "http://b", code: "ACDE-FGHJ", link: "http://b/pair#ACDEFGHJ"))
      _ = try offer.next(timeoutSeconds: 60)
      try daemon.photograph(1, "the code") { $0.codeText == "http://b/pair#ACDEFGHJ" }
      return offer
    }
    var offer: SetupOffer? = try offered()
    try expectPictures(false, "with a code")
    // A user with more rights gets the pictures, but not on behalf of a user without these rights.
    let screen = bench.connector(1)
    for side in [nil, 320] {
      _ = try daemon.client.call(ScreenshotCall(screen: screen, longestSide: side))
      try expectRefusal("of a screenshot for a looker-on") {
        _ = try daemon.client.call(ScreenshotCall(screen: screen, longestSide: side, lookingOn: true))
      }
    }
    _ = try daemon.client.call(SnapshotCall(session: session))
    try expectRefusal("of a snapshot for a looker-on") {
      _ = try daemon.client.call(SnapshotCall(session: session, lookingOn: true))
    }

    // The actual picture counts, and not the current offer.
    try bench.plug(2, TestDisplay(1280, 720, serial: "2"))
    try daemon.wait(2, .presented, within: 20)
    try daemon.show(2, .color("#204060"))
    let second = try asked("Screenshot", #"{"screen":"\#(bench.connector(2))"}"#)
    try expect(second.contains("\"png\""), is: true, "whether another screen is shown: \(second.prefix(200))")
    _ = try daemon.client.call(BlankCall(screen: screen, on: true))
    for side in ["", #","longestSide":320"#] {
      let black = try asked("Screenshot", #"{"screen":"\#(screen)"\#(side)}"#)
      try expect(black.contains("\"png\""), is: true, "whether black is shown: \(black.prefix(200))")
    }
    _ = try daemon.client.call(BlankCall(screen: screen, on: false))
    offer = nil
    try daemon.photograph(1, "the card alone") { $0.isCard && $0.codeText == nil }
    try expectPictures(true, "without a code again")

    // A frozen picture keeps its code, even if the program of the code ends.
    offer = try offered()
    _ = try daemon.client.call(FreezeCall(screen: screen, on: true))
    offer = nil
    try daemon.photograph(1, "the code, held") { $0.codeText != nil }
    for side in ["", #","longestSide":320"#] {
      let held = try asked("Screenshot", #"{"screen":"\#(screen)"\#(side)}"#)
      try expect(held.contains("AccessDenied"), is: true, "whether a held code is refused: \(held.prefix(200))")
    }
    _ = try daemon.client.call(FreezeCall(screen: screen, on: false))
    try daemon.photograph(1, "the card alone") { $0.isCard && $0.codeText == nil }
    try expectPictures(true, "after that")
    withExtendedLifetime(offer) {}
  }

  private static func expectRefusal(_ what: String, of body: () throws -> Void) throws {
    do {
      try body()
    } catch ClientError.refused {
      return
    }
    throw ScenarioFailure("There was no refusal \(what).")
  }

  /// The configuration that the package installs in /etc/marquee.
  private static func freshConfiguration(withAccess: Bool = true) throws -> String {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let text = try String(contentsOf: top.appending(path: "systemd/marquee.yaml"), encoding: .utf8)
    guard !withAccess, let access = text.range(of: "\naccess:") else { return text }
    return String(text[..<access.lowerBound])
  }

  /// Opens a link like a browser: the status of the pairing, and that of the next page.
  private static func opened(_ link: String) throws -> String {
    let script = """
      import http.client, json, sys, urllib.parse
      link = urllib.parse.urlsplit(sys.argv[1])
      def ask(method, path, body=None, **headers):
          connection = http.client.HTTPConnection(link.netloc, timeout=20)
          connection.request(method, path, body, headers)
          return connection.getresponse()
      paired = ask("POST", "/api/pair", json.dumps({"code": link.fragment, "purpose": "screens"}),
                   **{"Content-Type": "application/json", "Origin": "http://" + link.netloc})
      cookie = (paired.getheader("Set-Cookie") or "none").split(";")[0]
      print(paired.status, ask("GET", "/screens", Cookie=cookie).status)
      """
    return try ChildProcess.shell("python3 - '\(link)' <<'END'\n\(script)\nEND").split(separator: "\n").last.map(
      String.init)
      ?? ""
  }
}

extension Photograph {
  /// Whether the picture is a set-up card: light letters on its background.
  fileprivate var isCard: Bool {
    self[0, 0] == RGB(0x10, 0x20, 0x30) && (histogram[.white] ?? 0) > 200
  }
}
