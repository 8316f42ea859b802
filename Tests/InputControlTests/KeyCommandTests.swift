import ControlProtocol
import Testing

@testable import marquee_keys

/// The syntax of commands.
struct KeyCommandTests {
  @Test("each command is read as it is meant, and none waits for a flip")
  func known() throws {
    let wanted: [(String, KeyCommand)] = [
      ("next", .talk(ControlTalkCall(action: .next, noWait: true))),
      ("goto 12", .talk(ControlTalkCall(action: .goto, page: 12, noWait: true))),
      ("freeze", .talk(ControlTalkCall(action: .freeze, noWait: true))),
      ("black on", .talk(ControlTalkCall(action: .black, on: true, noWait: true))),
      ("video on", .talk(ControlTalkCall(action: .video, on: true, noWait: true))),
      ("white off", .talk(ControlTalkCall(action: .white, on: false, noWait: true))),
      ("pointer-off", .talk(ControlTalkCall(action: .pointerOff, noWait: true))),
      ("timer pause", .talk(ControlTalkCall(action: .pauseTimer, noWait: true))),
      ("message Back soon", .talk(ControlTalkCall(action: .message, text: "Back soon", noWait: true))),
      ("show HDMI-A-1", .talk(ControlTalkCall(action: .show, screen: "HDMI-A-1", noWait: true))),
      ("end", .endTalk),
      ("deck DP-1 previous", .deck(TurnPageCall(screen: "DP-1", turn: .previous, noWait: true))),
      ("deck DP-1 goto 3", .deck(TurnPageCall(screen: "DP-1", turn: .goto, page: 3, noWait: true))),
      ("freeze DP-1 toggle", .screen(.freeze, name: "DP-1", on: nil)),
      ("blank DP-1 on", .screen(.blank, name: "DP-1", on: true)),
      ("power DP-1 off", .screen(.power, name: "DP-1", on: false)),
      ("foreground menu", .foreground(app: "menu", screen: nil)),
      ("foreground menu DP-1", .foreground(app: "menu", screen: "DP-1")),
      ("place notes DP-1", .place(app: "notes", screen: "DP-1")),
      (
        "input game key code=left held=true times=2",
        .input(app: "game", kind: "key", values: ["code": .string("left"), "held": .bool(true), "times": .integer(2)])
      ),
      ("identify", .identify), ("nothing", .nothing),
    ]
    for (text, command) in wanted { #expect(try KeyCommand(text) == command, "\(text)") }
    // Whatever is added to the list is tried here.
    let tried = Set(wanted.compactMap { $0.0.split(separator: " ").first.map(String.init) })
    #expect(Set(KeyCommand.usages.map(\.name)).subtracting(tried) == ["previous", "first", "last", "code"])
  }

  @Test(
    "unknown commands are refused with their syntax",
    arguments: [
      ("", "one of"), ("nxt", "next"), ("next page", "next"), ("goto", "goto NUMBER"), ("goto x", "goto NUMBER"),
      ("goto 0", "goto NUMBER, NUMBER from 1 to 100000"), ("goto -1", "NUMBER from 1 to 100000"),
      ("goto 99999999999999999999", "goto NUMBER, NUMBER from 1 to 100000"),
      ("deck DP-1 goto 0", "NUMBER from 1 to 100000"),
      ("deck DP-1 goto 100001", "NUMBER from 1 to 100000"), ("deck", "deck SCREEN"),
      ("deck DP-1 goto", "deck SCREEN"), ("deck DP-1 sideways", "deck SCREEN"), ("blank DP-1", "blank SCREEN"),
      ("black maybe", "black [on | off]"), ("power", "power SCREEN"), ("timer stop", "timer start"),
      ("input game", "input APP"), ("input game key =1", "input APP"), ("input game key a=1 a=2", "input APP"),
      ("shutdown now", "one of"), ("message", "message TEXT"), ("nothing at all", "nothing"),
    ])
  func unknown(text: String, expected: String) throws {
    let error = try #require(throws: KeyMapWordError.self) { try KeyCommand(text) }
    #expect((error.expected + error.hint).contains(expected), "\(error)")
  }

  @Test(
    "of a word that is nearly right the right one is named, and no other",
    arguments: [
      ("timer strat", "start"), ("deck DP-1 nxt", "next"), ("deck DP-1 previus", "previous"), ("black onn", "on"),
      ("freeze of", "off"), ("blank DP-1 togle", "toggle"), ("timer stop", ""), ("goto x", ""), ("black maybe", ""),
    ])
  func nearWords(text: String, near: String) throws {
    let error = try #require(throws: KeyMapWordError.self) { try KeyCommand(text) }
    #expect(error.hint == (near.isEmpty ? "" : "did you mean \"\(near)\"?"), "\(error)")
  }

  @Test("a text beyond the protocol's limit is refused while the file is read")
  func tooLong() {
    #expect(throws: KeyMapWordError.self) {
      try KeyCommand("message " + String(repeating: "a", count: ControlLimits.textBytes + 1))
    }
  }
}
