internal import Foundation
internal import TestKit
internal import VirtualMachine

/// The clients' changes until the power is cut. Each change is logged before it is sent, and again after it was acknowledged.
struct KeptWork: Sendable {
  let machine: VirtualMachine
  let session: String
  let connector: String
  let log: KeptLog
  let flag: CutFlag
  let pages: PageRequests

  /// The number of changes of user information that are sent ahead of their answers.
  private static let ahead = 6

  init(_ disk: KeptDisk, _ log: KeptLog, _ flag: CutFlag) {
    machine = disk.machine
    session = disk.session
    connector = disk.connector
    self.log = log
    self.flag = flag
    pages = PageRequests(disk.machine, port: disk.pagesPort, flag)
  }

  /// Makes one change of each kind. All of them are acknowledged.
  func changeEach() throws {
    let calls = try PowerCutCalls(machine, flag)
    for change in [changeUserInfo, changeTalk, turnOver] {
      try expect(change(calls) == true, "a change before the cut is acknowledged")
    }
    try expect(pair() == true, "a pairing before the cut is acknowledged")
    try expect(upload(0) == true, "an upload before the cut is acknowledged")
  }

  /// Changes user information, several changes at once, until the connection ends.
  func changeUserInfoOnAndOn() throws {
    let calls = try PowerCutCalls(machine, flag)
    var open: [Int] = []
    while true {
      while open.count < Self.ahead {
        let number = log.makeNumber()
        guard sendUserInfo(number, calls) else { return }
        open.append(number)
      }
      guard let answer = try calls.answer() else { return }
      let number = open.removeFirst()
      if answer.isAcknowledgement { log.acknowledge(.userInfo, number) }
    }
  }

  /// Starts talks, and turns the display on and off in between, until the connection ends.
  func changeTalkAndPowerOnAndOn(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let calls = try PowerCutCalls(machine, flag)
    while try (Bool.random(using: &generator) ? changeTalk(calls) : turnOver(calls)) != nil {}
  }

  /// Pairs browsers, and uploads files in between, until the connection ends.
  func pairAndUploadOnAndOn(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    while !flag.isCut {
      if Bool.random(using: &generator) {
        _ = try pair()
      } else {
        _ = try upload(Int.random(in: KeptLog.uploads, using: &generator))
      }
    }
  }

  private func sendUserInfo(_ number: Int, _ calls: PowerCutCalls) -> Bool {
    log.send(.userInfo, number)
    return calls.send(
      "SetUserInfo",
      "\"session\":\"\(session)\",\"userInfo\":{\"number\":\(number),\"text\":\"\(KeptContent.text(of: number))\"}"
    )
  }

  /// Whether the change was acknowledged; nil without an answer, also for all later calls.
  private func changeUserInfo(_ calls: PowerCutCalls) throws -> Bool? {
    let number = log.makeNumber()
    guard sendUserInfo(number, calls), let answer = try calls.answer() else { return nil }
    return acknowledge(.userInfo, number, answer.isAcknowledgement)
  }

  private func changeTalk(_ calls: PowerCutCalls) throws -> Bool? {
    let number = log.makeNumber()
    log.send(.talk, number)
    let answer = try calls.call(
      "StartTalk",
      "\"deck\":\"\(KeptDisk.deck)\",\"durationSeconds\":\(number),\"replace\":true,\"noWait\":true")
    guard let answer else { return nil }
    return acknowledge(.talk, number, answer.isAcknowledgement)
  }

  /// Turns the display off if it is on, and on if it is off.
  private func turnOver(_ calls: PowerCutCalls) throws -> Bool? {
    let isOn = log.last(.power) == 1
    let number = isOn ? 0 : 1
    log.send(.power, number)
    let answer = try calls.call("Power", "\"screen\":\"\(connector)\",\"on\":\(!isOn)")
    guard let answer else { return nil }
    return acknowledge(.power, number, answer.isAcknowledgement)
  }

  private func pair() throws -> Bool? {
    let cookie = try unwrap(log.cookies.last, "no browser is paired")
    guard let invitation = try pages.post("/api/code", "{\"role\":\"control\"}", cookie: cookie),
      let code = invitation.code,
      let answer = try pages.post("/api/pair", "{\"code\":\"\(code)\",\"purpose\":\"screens\"}"), answer.isSuccess,
      // A device whose pairing could not be written gets a note.
      let new = answer.cookie, !answer.text.contains("\"unkept\"")
    else { return nil }
    log.acknowledgePairing(new)
    return true
  }

  private func upload(_ place: Int) throws -> Bool? {
    let cookie = try unwrap(log.cookies.last, "no browser is paired")
    let number = log.makeNumber()
    let file = KeptContent.file(of: number)
    var at = 0
    while at < file.count {
      let piece = file[at...].prefix(20_000)
      // The file gets its name with the last piece.
      if piece.endIndex == file.count { log.send(.upload(place), number) }
      let answer = try pages.upload(
        "/api/upload?name=\(KeptDisk.file(place))&upload=0000000\(place)&at=\(at)&size=\(file.count)", piece,
        cookie: cookie)
      guard let answer else { return nil }
      guard answer.isSuccess else { return false }
      at = piece.endIndex
    }
    return acknowledge(.upload(place), number, true)
  }

  private func acknowledge(_ value: KeptLog.Value, _ number: Int, _ isAcknowledged: Bool) -> Bool {
    if isAcknowledged { log.acknowledge(value, number) }
    return isAcknowledged
  }
}
