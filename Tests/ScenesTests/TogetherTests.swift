import Composition
import ContentModel
import DisplayTypes
import Testing

@testable import Scenes

@Suite("Scenes that share data")
@MainActor
struct TogetherTests {
  let lobby = TestApp("lobby", 1)

  private func rig(_ policy: ScreenPolicy = ScreenPolicy(foregroundApp: Sourced("lobby"))) -> SystemRig {
    let rig = SystemRig(policy: policy, apps: [lobby.app()])
    rig.plug(1)
    rig.plug(2, serial: "2")
    return rig
  }

  private func id(_ number: UInt64) -> ScreenID { ScreenID(rawValue: number) }

  @Test("windows on several screens change with one command, and a change outside by one of its own")
  func windows() throws {
    let rig = rig()
    let windows = lobby.delegates.compactMap { $0.scene?.window }
    #expect(windows.count == 2)
    rig.system.presentTogether { for window in windows { window.replace(LayerTree(background: .white)) } }
    rig.answer()
    #expect(rig.together == [[id(1), id(2)]])
    #expect(rig.takeShown(1).last == .white)
    #expect(rig.takeShown(2).last == .white)
    windows.first?.replace(LayerTree(background: .black))
    rig.answer()
    #expect(rig.together.count == 1)
    #expect(rig.takeShown(1) == [.black])
  }

  @Test("content that is laid out later is waited for by the others, and each call is answered once")
  func layouts() throws {
    let rig = rig()
    let slow = Color(red: 50, green: 0, blue: 0)
    lobby.slowColor = slow
    var answers: [Bool] = []
    let answer = { (outcome: PictureOutcome) in
      if case .shown = outcome { answers.append(true) } else { answers.append(false) }
    }
    _ = (rig.takeShown(1), rig.takeShown(2))
    try rig.system.presentTogether {
      try rig.coordinator("HDMI-A-1").show(.color(slow), completion: answer)
      try rig.coordinator("HDMI-A-2").show(.color(.white), completion: answer)
    }
    rig.answer()
    #expect(rig.takeShown(2).isEmpty)
    #expect(answers.isEmpty)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.together == [[id(2), id(1)]])
    #expect(rig.takeShown(1) == [slow])
    #expect(rig.takeShown(2) == [.white])
    #expect(answers == [true, true])
  }

  @Test("a slow or failed layout is not awaited")
  func patience() throws {
    let rig = rig()
    lobby.slowColor = Color(red: 50, green: 0, blue: 0)
    lobby.badColor = Color(red: 60, green: 0, blue: 0)
    func show(_ red: UInt8, and other: UInt8) throws {
      try rig.system.presentTogether {
        try rig.coordinator("HDMI-A-1").show(.color(Color(red: red, green: 0, blue: 0))) { _ in }
        try rig.coordinator("HDMI-A-2").show(.color(Color(red: other, green: 0, blue: 0))) { _ in }
      }
      rig.answer()
    }
    try show(50, and: 2)
    rig.advance(milliseconds: 600)
    #expect(rig.lastShown(2)?.background.red == 1)
    rig.advance(milliseconds: 200)
    #expect(rig.lastShown(2)?.background.red == 2)
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    try show(60, and: 3)
    #expect(rig.lastShown(2)?.background.red == 3)
    // Nothing is left behind that would hold a later picture.
    try rig.coordinator("HDMI-A-2").show(.color(.white)) { _ in }
    rig.answer()
    #expect(rig.lastShown(2)?.background == .white)
  }

  @Test("content that is sent again before its layout holds the others for 700 ms, and other screens not at all")
  func bounded() throws {
    let rig = rig()
    rig.plug(3, serial: "3")
    rig.plug(4, serial: "4")
    let slow = Color(red: 50, green: 0, blue: 0)
    lobby.slowColor = slow
    var answers = 0
    rig.clearShown()
    for round: UInt8 in 0..<30 {
      try rig.system.presentTogether {
        try rig.coordinator("HDMI-A-1").show(.color(slow)) { _ in }
        try rig.coordinator("HDMI-A-2").show(.color(Color(red: 100 + round, green: 0, blue: 0))) { _ in answers += 1 }
      }
      if round == 3 {
        try rig.system.presentTogether {
          try rig.coordinator("HDMI-A-3").show(.color(.white)) { _ in }
          try rig.coordinator("HDMI-A-4").show(.color(.white)) { _ in }
        }
        rig.answer()
        #expect(rig.lastShown(3)?.background == .white)
        #expect(rig.lastShown(4)?.background == .white)
        #expect(answers == 0)
      }
      rig.advance(milliseconds: 30)
    }
    // The newest of the first 700 ms. The answer for the waiting changes comes with it.
    #expect(rig.frameCount(2) == 1)
    #expect(rig.lastShown(2)?.background.red == 123)
    #expect(answers == 24)
  }

  @Test("an alarm waits for no other screen, and a display that is unplugged is not waited for")
  func alarm() throws {
    let siren = TestApp("siren", 99)
    siren.attachesWindow = false
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), siren.app(isAlarm: true)])
    for number: UInt64 in 1...3 { rig.plug(number, serial: "\(number)") }
    lobby.slowColor = Color(red: 50, green: 0, blue: 0)
    try rig.system.presentTogether {
      try rig.coordinator("HDMI-A-1").show(.color(Color(red: 50, green: 0, blue: 0))) { _ in }
      for name in ["HDMI-A-2", "HDMI-A-3"] { try rig.coordinator(name).show(.color(.white)) { _ in } }
    }
    rig.answer()
    #expect(rig.lastShown(2)?.background == lobby.color)
    let scene = siren.delegates.compactMap(\.scene).first { $0.screen?.name == "HDMI-A-2" }
    let alarm = try #require(scene)
    alarm.window = Window()
    rig.answer()
    #expect(rig.lastShown(2)?.background == siren.color)
    #expect(rig.lastShown(3)?.background == lobby.color)
    rig.unplug(1)
    #expect(rig.lastShown(3)?.background == .white)
    #expect(rig.lastShown(2)?.background == siren.color)
  }

  @Test("a mirror of a screen that waits waits as well, and comes with it")
  func mirrors() throws {
    let rule = ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("DP-1"))), support: Sourced(.mirror),
      mirror: Sourced(MirrorWish(.screen("HDMI-A-1"))))
    let rig = rig(ScreenPolicy(rules: [rule], foregroundApp: Sourced("lobby")))
    rig.plug(3, name: "DP-1", serial: "3")
    let slow = Color(red: 50, green: 0, blue: 0)
    lobby.slowColor = slow
    try rig.system.presentTogether {
      try rig.coordinator("HDMI-A-1").show(.color(.white)) { _ in }
      try rig.coordinator("HDMI-A-2").show(.color(slow)) { _ in }
    }
    rig.answer()
    #expect(rig.lastShown(3)?.layers.first?.contents == .solid(lobby.color))
    for layOut in lobby.slowLayouts { layOut() }
    rig.answer()
    #expect(rig.together == [[id(1), id(3), id(2)]])
    #expect(rig.lastShown(3)?.layers.first?.contents == .solid(.white))
  }

  @Test("an error leaves nothing behind, and a nested call is part of the outer one")
  func errors() throws {
    let rig = rig()
    let window = try #require(lobby.delegates.first?.scene?.window)
    #expect(throws: SceneError.self) {
      try rig.system.presentTogether { () throws(SceneError) in
        rig.system.presentTogether { window.replace(LayerTree(background: .white)) }
        _ = try rig.system.find("nowhere")
      }
    }
    rig.answer()
    #expect(rig.together == [[id(1)]])
    window.replace(LayerTree(background: .black))
    rig.answer()
    #expect(rig.together.count == 1)
  }

  @Test("content is set on all screens, or on none if one cannot show it")
  func allOrNone() throws {
    let rig = rig()
    rig.plug(3, name: "DP-1", serial: "3")
    let all = try ["HDMI-A-1", "HDMI-A-2", "DP-1"].map { try rig.coordinator($0) }
    var outcomes = 0
    func show(_ color: Color) throws {
      try rig.system.presenter.showTogether(all.map { ($0, ChosenContent(.color(color)), { _ in outcomes += 1 }) })
    }
    try show(.white)
    rig.answer()
    #expect(outcomes == 3)
    try rig.coordinator("DP-1").setPower(false) { _ in }
    rig.answer()
    let count = rig.together.count
    #expect(throws: SceneError.self) { try show(.black) }
    rig.answer()
    #expect(outcomes == 3)
    #expect(rig.together.count == count)
    for number: UInt64 in [1, 2] { #expect(rig.lastShown(number)?.background == .white) }
    #expect(!rig.system.sessions.contains { $0.content == .color(.black) })
  }
}
