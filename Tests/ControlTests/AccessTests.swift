import ControlProtocol
import Glibc
import Testing

@testable import ControlServer

@MainActor
@Suite(.serialized) struct AccessTests {
  private let nobody = PeerCredentials(processID: 1, userID: 4_000_000, groupIDs: [4_000_000])

  @Test func rootAndTheDaemonsOwnUserAreAdminAndOthersNothing() {
    let policy = AccessPolicy(daemonUserID: 990)
    #expect(policy.level(for: PeerCredentials(processID: 1, userID: 0, groupIDs: [0])) == .admin)
    #expect(policy.level(for: PeerCredentials(processID: 1, userID: 990, groupIDs: [])) == .admin)
    #expect(policy.level(for: nobody) == .none)
  }

  @Test func supplementaryGroupsCountAndAllLevelsOfAPeerHold() {
    let policy = AccessPolicy(
      [
        AccessRule(.observe, groups: ["100"]), AccessRule(.control, users: ["4000000"], groups: ["200"]),
        AccessRule(.observe, users: ["4000000"]),
      ], daemonUserID: 990)
    #expect(policy.level(for: PeerCredentials(processID: 1, userID: 5, groupIDs: [7, 100])) == .observe)
    #expect(policy.level(for: PeerCredentials(processID: 1, userID: 5, groupIDs: [100, 200])) == .control)
    #expect(policy.level(for: nobody) == .control)
  }

  /// Of levels that include no other, a peer may have several.
  @Test func levelsHaveNamesAndIncludeOthers() throws {
    for level in AccessLevel.levels {
      let bytes = try JSON.encode([level])
      #expect(try JSON.decode([AccessLevel].self, from: bytes) == [level])
      #expect(bytes == Array("[\"\(level.name)\"]".utf8))
      #expect(AccessLevel.admin.isSuperset(of: level))
    }
    #expect(AccessLevel.control.isSuperset(of: .observe) && !AccessLevel.observe.isSuperset(of: .control))
    #expect(AccessLevel.none.name == "none")
    #expect(try JSON.decode([AccessLevel].self, from: Array(#"["none"]"#.utf8)) == [.none])
    #expect(try JSON.decode([AccessLevel].self, from: Array(#"["observe+control"]"#.utf8)) == [.control])
  }

  @Test("the level alarm allows to raise, clear and list alarms, and the level control none of the former")
  func alarmAlone() throws {
    let own: Set<ControlMethod> = [.raiseAlarm, .clearAlarm, .alarms]
    for level in [AccessLevel.alarm, .control] {
      let fixture = try ServerFixture(policy: policy(level))
      defer { fixture.stop() }
      fixture.answer = { _, responder in responder.reply(EmptyReply()) }
      let client = try fixture.client()
      for method in ControlMethod.allCases where method.rawValue.hasPrefix(InterfaceDescription.name) {
        // A parameter that there is not: the call is allowed, and does nothing.
        client.send(#"{"method":"\#(method.rawValue)","more":true,"parameters":{"nonsense":1}}"#)
        let isAllowed = try fixture.message(to: client)?.contains("AccessDenied") == false
        switch method {
        case .alarms: #expect(isAllowed)
        case .raiseAlarm, .clearAlarm: #expect(isAllowed == (level == .alarm))
        default: #expect(!isAllowed || level == .control && !own.contains(method), "\(method)")
        }
      }
    }
    let policy = AccessPolicy(
      [AccessRule(.alarm, users: ["5"]), AccessRule(.observe, groups: ["7"])], daemonUserID: 990)
    let both = policy.level(for: PeerCredentials(processID: 1, userID: 5, groupIDs: [7]))
    #expect(both == [.alarm, .observe])
    #expect(both.name == "observe+alarm")
    #expect(!both.contains(.control))
  }

  @Test func aUserOfTheWebPagesGetsNothingMoreByItsGroups() {
    let policy = AccessPolicy(
      [AccessRule(.remote, users: ["4000000"]), AccessRule(.control, groups: ["4000000"])], daemonUserID: 990)
    #expect(policy.level(for: nobody) == .remote)
    #expect(policy.level(for: PeerCredentials(processID: 1, userID: 5, groupIDs: [4_000_000])) == .control)
    // A further level of the user changes nothing.
    let both = AccessPolicy(
      [
        AccessRule(.remote, users: ["4000000"]), AccessRule(.alarm, users: ["4000000"]),
        AccessRule(.control, groups: ["4000000"]),
      ], daemonUserID: 990)
    #expect(both.level(for: nobody) == [.remote, .alarm])
  }

  @Test func theWebPagesRegisterNoAppAndSendNoInput() {
    let allowed = ControlMethod.allCases.filter { AccessLevel.remote.isSuperset(of: $0.requiredAccess) }
    let denied: [ControlMethod] = [
      .registerApp, .answerApp, .updateScenes, .unregisterApp, .ownInput, .sendInput, .setUserInfo, .startDisplayLink,
      .reload, .report, .audit, .simulate, .simulatedConnectors, .plan,
    ]
    #expect(allowed.allSatisfy { !denied.contains($0) })
    #expect(
      [.show, .power, .controlTalk, .startTalk, .filePicture, .offerSetup, .plays].allSatisfy(allowed.contains))
  }

  @Test func namesAreLookedUpAndUnknownOnesHaveNoEffect() {
    let policy = AccessPolicy(
      [AccessRule(.observe, users: ["root", "no-such-user"], groups: ["root", "no-such-group"])],
      daemonUserID: 990)
    #expect(AccessPolicy.userID("no-such-user") == nil && AccessPolicy.groupID("no-such-group") == nil)
    #expect(policy.level(for: PeerCredentials(processID: 1, userID: 5, groupIDs: [0])) == .observe)
    // A grant never lowers.
    #expect(policy.level(for: PeerCredentials(processID: 1, userID: 0, groupIDs: [])) == .admin)
  }

  @Test("an alarm gets a connection beyond the limit, which other connections have reached")
  func alarmsAreNotLockedOut() throws {
    var limits = ServerLimits()
    (limits.connections, limits.connectionsForAlarms) = (2, 1)
    let fixture = try ServerFixture(limits: limits, policy: policy(.control))
    defer { fixture.stop() }
    let others = try [fixture.client(), fixture.client()]
    fixture.turn { fixture.server.openConnections == 2 }
    #expect(try fixture.message(to: fixture.client())?.contains("TooManyConnections") == true)
    fixture.server.setPolicy(policy(.alarm))
    fixture.answer = { _, responder in responder.reply(AlarmsReply(alarms: [])) }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.Alarms"}"#)
    #expect(try fixture.message(to: client) == #"{"parameters":{"alarms":[]}}"#)
    #expect(try fixture.message(to: fixture.client())?.contains("TooManyConnections") == true)
    withExtendedLifetime(others) {}
  }

  @Test func theKernelReportsTheClientsUser() throws {
    let fixture = try ServerFixture()
    defer { fixture.stop() }
    fixture.answer = { _, responder in fixture.unanswered.append(responder) }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.Screens"}"#)
    fixture.turn { fixture.unanswered.count == 1 }
    let peer = fixture.unanswered[0].peer
    #expect(peer.userID == geteuid())
    #expect(peer.processID == getpid())
    var groups = [gid_t](repeating: 0, count: 256)
    let count = getgroups(256, &groups)
    #expect(peer.groupIDs == Set(groups.prefix(Int(max(0, count)))).union([getegid()]))
  }

  /// The test's own user as an ordinary user: the policy grants only the levels of the test.
  private func policy(_ level: AccessLevel) -> AccessPolicy {
    AccessPolicy(exactly: [geteuid(): level])
  }

  @Test func usersWithoutAccessAreRefusedAtOnce() throws {
    let fixture = try ServerFixture(policy: policy(.none))
    defer { fixture.stop() }
    let client = try fixture.client()
    #expect(try fixture.message(to: client)?.contains("org.marquee.Display.AccessDenied") == true)
    #expect(fixture.server.openConnections == 0)
    #expect(fixture.server.counters.refusals == 1)
    #expect(fixture.notices.count == 1)
  }

  /// At the time of the event, and again to a reader that was away.
  @Test(arguments: [(AccessLevel.observe, false), (.control, true), (.admin, true)])
  func onlyUsersWithControlGetTheWholeEvent(_ level: AccessLevel, _ isWhole: Bool) throws {
    let fixture = try ServerFixture(policy: policy(level))
    defer { fixture.stop() }
    var call = EventsCall()
    fixture.answer = { _, responder in
      fixture.streams.add(
        responder, call, snapshot: EventInfo(event: .snapshot, sequence: 0, monotonicNanoseconds: 0))
    }
    let event = EventInfo(event: .talkDidBegin, sequence: 1, monotonicNanoseconds: 1, reason: "whole")
    let observed = EventInfo(event: .talkDidBegin, sequence: 1, monotonicNanoseconds: 1, reason: "less")
    for isAway in [false, true] {
      let client = try fixture.client()
      if isAway { call = EventsCall(after: 0, run: "a") }
      client.send(#"{"method":"org.marquee.Display.Events","more":true}"#)
      _ = try #require(try fixture.message(to: client))
      if !isAway { fixture.streams.send(event, toObservers: observed) }
      let message = try #require(try fixture.message(to: client))
      #expect(
        message.contains(isWhole ? "whole" : "less") && !message.contains(isWhole ? "less" : "whole"), "\(message)")
    }
  }

  @Test func anObserverMayLookAndNotTouch() throws {
    let fixture = try ServerFixture(policy: policy(.observe))
    defer { fixture.stop() }
    fixture.answer = { _, responder in responder.reply(ScreensReply(screens: [])) }
    let client = try fixture.client()
    client.send(#"{"method":"org.marquee.Display.Screens"}"#)
    #expect(try fixture.message(to: client) == #"{"parameters":{"screens":[]}}"#)
    for method in ControlMethod.allCases where !AccessLevel.observe.isSuperset(of: method.requiredAccess) {
      client.send(#"{"method":"\#(method.rawValue)"}"#)
      #expect(
        try fixture.message(to: client) == """
          {"error":"org.marquee.Display.AccessDenied","parameters":{"granted":"observe","method":"\(method.rawValue)",\
          "required":"\(method.requiredAccess.name)"}}
          """)
    }
    #expect(fixture.requests.count == 1)
    #expect(fixture.notices.count == 5)
  }

  @Test func accessThatIsTakenAwayEndsOpenConnections() throws {
    let fixture = try ServerFixture(policy: policy(.control))
    defer { fixture.stop() }
    let client = try fixture.client()
    fixture.turn { fixture.server.openConnections == 1 }
    fixture.server.setPolicy(policy(.observe))
    client.send(#"{"method":"org.marquee.Display.Blank","parameters":{"screen":"A","on":true}}"#)
    #expect(try fixture.message(to: client)?.contains("AccessDenied") == true)
    fixture.server.setPolicy(policy(.none))
    _ = try client.receive()
    #expect(client.isAtEnd)
  }
}
