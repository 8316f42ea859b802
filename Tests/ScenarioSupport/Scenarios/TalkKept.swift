internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  /// A daemon whose state directory the scenario can change.
  private static func setup(_ bench: any Bench) throws -> (setup: DaemonSetup, state: String) {
    let file = try bench.write("", name: "kept.txt")
    let state = String(file.dropLast("/kept.txt".count)) + "/kept"
    var setup = DaemonSetup.showing("color: \"#204060\"")
    setup.arguments = ["--state", state]
    return (setup, state)
  }

  static let talkIsKeptFirst = Scenario(
    "changes of a talk are acknowledged after they are kept, also without a display, and each answer reports a failure to keep them",
    gate: [.simulated]
  ) { bench in
    let (setup, state) = try setup(bench)
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    var daemon = try bench.start(setup)
    func kept() throws -> String { try ChildProcess.shell("cat \(state)/talk.json 2>/dev/null || true") }

    let begun = try daemon.client.call(StartTalkCall(deck: deck))
    try expect(begun.note, is: "no display shows the talk at present", "what is said without a display")
    try expect(kept().contains(begun.talk.identifier), "the talk is kept when it has begun")
    _ = try daemon.client.call(ControlTalkCall(action: .goto, page: 4))
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try expect(daemon.client.call(GetTalkCall()).talk?.page, is: 4, "the slide after kill -9 without a display")

    // The files that are written first cannot be made.
    _ = try ChildProcess.shell("mkdir \(state)/talk.json.new \(state)/talk-notes.json.new")
    for call in [ControlTalkCall(action: .next), ControlTalkCall(action: .previous, noWait: true)] {
      let note = try daemon.client.call(call).note
      try expect(note?.contains("not kept") == true, "\(call.action) says that it is not kept: \(note ?? "nothing")")
    }
    let replaced = try daemon.client.call(StartTalkCall(deck: deck, page: 2, replace: true))
    try expect(replaced.note?.contains("not kept") == true, "StartTalk says so: \(replaced.note ?? "nothing")")
    do {
      _ = try daemon.client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 2, text: "Breathe")]))
      throw ScenarioFailure("Notes that are not kept were acknowledged.")
    } catch ClientError.failed(.failed(let message, _)) {
      try expect(message.contains("not kept"), "the refusal says why: \(message)")
    }
    _ = try ChildProcess.shell(
      "rmdir \(state)/talk.json.new && rm \(state)/talk.json && mkdir -p \(state)/talk.json/in-the-way")
    let ended = try daemon.client.call(EndTalkCall())
    try expect(ended.note?.contains("not kept") == true, "EndTalk says so: \(ended.note ?? "nothing")")
    _ = try ChildProcess.shell("rm -r \(state)/talk.json")
  }

  static let incompleteNotesAreDropped = Scenario(
    "notes in parts take effect together with the last part, and incomplete notes are dropped after a restart or with another talk",
    gate: [.simulated]
  ) { bench in
    let (setup, state) = try setup(bench)
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    var daemon = try bench.start(setup)
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    func send(_ part: Int, _ text: String, page: Int, version: String = "v1", parts: Int = 3) throws {
      _ = try daemon.client.call(
        SetTalkNotesCall(
          notes: [TalkNoteInfo(page: page, text: text)],
          set: TalkNoteSet(version: version, part: part, parts: parts)))
    }
    func notes() throws -> [String] {
      // The deck is opened first.
      _ = try bench.poll(within: 10) { try daemon.client.call(GetTalkCall()).talk?.deckVersion }
      let reply = try daemon.client.call(TalkSlidesCall())
      return reply.slides.map(\.notes)
    }
    func version(_ daemon: DaemonHandle) throws -> String? {
      let reply = try daemon.client.call(GetTalkCall())
      return reply.talk?.notesVersion
    }
    func expectRefusal(_ part: Int) throws {
      do {
        try send(part, "lost", page: 1)
        throw ScenarioFailure("part \(part) was taken without those before it")
      } catch ClientError.failed(.failed(let message, _)) {
        try expect(message.contains("from the first part"), "the refusal says what to do: \(message)")
      }
    }
    _ = try daemon.client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 5, text: "old")]))
    try send(1, "one", page: 1)
    try send(2, "two", page: 2)
    try expect(notes(), is: ["", "", "", "", "old"], "notes before the last part")
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try expectRefusal(3)
    try expect(version(daemon), is: nil, "the version before the last part")
    for (part, text) in ["one", "two", "three"].enumerated() { try send(part + 1, text, page: part + 1) }
    try expect(notes(), is: ["one", "two", "three", "", ""], "notes after the last part")
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try expect(notes(), is: ["one", "two", "three", "", ""], "notes after kill -9")
    try expect(version(daemon), is: "v1", "their version after kill -9")

    // Two views send notes at once, the same and different ones. The last complete notes count.
    for part in 1...3 {
      for version in ["v2", "v2"] { try send(part, "same \(part)", page: part, version: version) }
    }
    try expect(notes(), is: ["same 1", "same 2", "same 3", "", ""], "notes that two views have sent")
    for part in 1...3 {
      for version in ["v3", "v4"] { try send(part, "\(version) \(part)", page: part, version: version) }
    }
    try expect(notes(), is: ["v4 1", "v4 2", "v4 3", "", ""], "notes of the view that was the last")

    // Notes for a talk by its identifier, and for another talk that has ended.
    let identifier = try unwrap(try daemon.client.call(GetTalkCall()).talk?.identifier, "the talk")
    _ = try daemon.client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 5, text: "mine")], talk: identifier))
    do {
      _ = try daemon.client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 5, text: "lost")], talk: "another"))
      throw ScenarioFailure("notes for another talk were taken")
    } catch ClientError.failed(.failed(let message, _)) {
      try expect(message.contains("for another talk"), "the refusal says why: \(message)")
    }
    try expect(notes(), is: ["v4 1", "v4 2", "v4 3", "", "mine"], "notes for the talk that goes on")
    try expect(version(daemon), is: "v4", "their version")

    // Notes of a talk that ended just before the daemon.
    let left = try ChildProcess.shell("cat \(state)/talk-notes.json")
    _ = try daemon.client.call(StartTalkCall(deck: deck, replace: true))
    try expect(notes(), is: ["", "", "", "", ""], "notes of the next talk")
    try expect(version(daemon), is: nil, "their version")
    for isTalkGoingOn in [true, false] {
      if !isTalkGoingOn { _ = try daemon.client.call(EndTalkCall()) }
      try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
      try Data(left.utf8).write(to: URL(filePath: "\(state)/talk-notes.json"))
      daemon = try bench.start(setup)
      if isTalkGoingOn { try expect(notes(), is: ["", "", "", "", ""], "notes, where others were left") }
      let files = try ChildProcess.shell("ls \(state)")
      try expect(!files.contains("talk-notes"), "what is left is gone: \(files)")
    }
  }
}
