import ControlClient
import ControlProtocol
import Foundation
import Testing

@testable import DisplayApps

/// An app's connections to a daemon that does not do what it should.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct DaemonLinkTests {
  private final class Reports {
    var refusals: [ControlError?] = []
    var ending: ClientError?
    var isOver: CheckedContinuation<Void, Never>?
  }

  /// A daemon that registers the app and asks one question at once; what it does with other calls is said.
  private func daemon(_ reply: @escaping @Sendable (String) -> ScriptedDaemon.Reply) throws -> ScriptedDaemon {
    var registered = AppMessage(.registered)
    registered.token = "t"
    var question = AppMessage(.question, session: "a")
    question.question = 1
    question.configuration = "main"
    question.screen = ScreenInfo(name: "DP-1", device: "simulated")
    let messages = try [registered, question].map { message in
      "{\"parameters\":\(String(decoding: try JSONEncoder().encode(message), as: UTF8.self)),\"continues\":true}"
    }
    return try ScriptedDaemon { method in
      switch method {
      case "RegisterApp": .messages(messages)
      case "Screens": .messages([#"{"parameters":{"screens":[]}}"#])
      case "SetForeground": .messages([#"{"parameters":{"presented":[]}}"#])
      default: reply(method)
      }
    }
  }

  private func registration(with daemon: ScriptedDaemon) async throws -> AppRegistration {
    let call = RegisterAppCall(name: "test", scenes: [ExternalDisplay.role: [SceneConfigurationInfo(name: "main")]])
    let path = daemon.path
    // The main queue is everybody's here, and its turn may come late.
    return try await AppRegistration.make(call, takesForeground: true, timeoutSeconds: nil) { () throws(ClientError) in
      try ControlClient(path: path)
    }.get()
  }

  /// Answers the question, and waits for the end.
  private func reports(of daemon: ScriptedDaemon, answerSeconds: Double = 60) async throws -> Reports {
    let reports = Reports()
    let change = SceneChangeInfo(session: "a", content: .color("#fff"), window: true)
    var link: DaemonLink?
    link = try await DaemonLink(registration(with: daemon), answerSeconds: answerSeconds) { report in
      switch report {
      case .message: reports.refusals.append(link?.answer(1, scene: "main", [change]))
      case .answer: break
      case .ended(let error):
        reports.ending = error
        reports.isOver?.resume()
      }
    }
    await withCheckedContinuation { continuation in
      reports.isOver = continuation
      link?.listen()
    }
    link?.close()
    return reports
  }

  @Test("a connection for answers that has ended is the end of the link", arguments: ["UpdateScenes", "AnswerApp"])
  func lost(method: String) async throws {
    let daemon = try daemon { $0 == method ? .hangUp : .messages([#"{"parameters":{"presented":[]}}"#]) }
    defer { daemon.end() }
    let reports = try await reports(of: daemon)
    #expect(reports.ending == .lost(reason: "it was closed by the daemon"))
    #expect(daemon.calls.last == method)
  }

  @Test("a daemon that does not take an answer in time has gone", arguments: ["UpdateScenes", "AnswerApp"])
  func silent(method: String) async throws {
    let daemon = try daemon { $0 == method ? .silence : .messages([#"{"parameters":{"presented":[]}}"#]) }
    defer { daemon.end() }
    #expect(try await reports(of: daemon, answerSeconds: 0.1).ending == .timedOut(seconds: 0.1))
  }

  @Test("what is refused is no end: the question is answered")
  func refused() async throws {
    let refusal = #"{"error":"org.marquee.Display.Failed","parameters":{"message":"no"}}"#
    let daemon = try daemon { $0 == "UpdateScenes" ? .messages([refusal]) : .hangUp }
    defer { daemon.end() }
    // The end is that of the answer, which shows that there was one.
    let reports = try await reports(of: daemon)
    #expect(daemon.calls.suffix(2) == ["UpdateScenes", "AnswerApp"])
    #expect(reports.refusals.count == 1)
  }

  @Test("while the app registers with a daemon that does not answer yet, the main queue goes on")
  func registering() async throws {
    let daemon = try ScriptedDaemon { _ in .silence }
    let registering = Task { try await registration(with: daemon).screens.count }
    while !daemon.calls.contains("RegisterApp") { try await Task.sleep(for: .milliseconds(5)) }
    // If this were only done after the registration, that would never end.
    daemon.end()
    await #expect(throws: ClientError.lost(reason: "it was closed by the daemon")) { try await registering.value }
  }

  @Test("an app comes back after what has passed by itself, and not where it is not wanted")
  func outages() {
    let outages: [ClientError] = [
      .noDaemon(tried: []), .timedOut(seconds: 2), .lost(reason: ""), .invalidReply(reason: ""),
      .failed(.streamOverflow(limit: 1)), .failed(.tooManyConnections(limit: 1)),
    ]
    for error in outages { #expect(error.isOutage, "\(error)") }
    let endings: [ClientError] = [
      .refused(message: ""), .failed(.appNameTaken(app: "a")), .failed(.tooManyApps(limit: 1, ofUser: true)),
      .failed(.wrongToken(app: "a")), .failed(.failed(message: "")),
    ]
    for error in endings { #expect(!error.isOutage, "\(error)") }
  }
}
