import ControlClient
import ControlProtocol
import Foundation
import Synchronization
import TestDaemon
import Testing

@testable import DisplayApps

/// An app's connections to a daemon with wrong behaviour.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct AppDaemonConnectionTests {
  private final class Reports {
    var refusals: [ControlError?] = []
    var ending: ClientError?
    var isOver: CheckedContinuation<Void, Never>?
  }

  /// A daemon that registers the app and asks one question at once. The test chooses the answers to other calls.
  private func daemon(
    _ answer: @escaping @Sendable (ControlCall, DaemonConnection) -> Void
  ) throws -> DaemonSocket {
    var registered = AppMessage(.registered)
    registered.token = "t"
    var question = AppMessage(.question, session: "a")
    question.question = 1
    question.configuration = "main"
    question.screen = ScreenInfo(name: "DP-1", device: "simulated")
    let messages = [registered, question]
    let daemon = try DaemonSocket()
    daemon.serve { call, connection in
      switch call.method {
      case .registerApp: connection.send(messages, continues: true)
      case .screens: connection.send(ScreensReply(screens: []))
      case .setForeground: connection.send(PictureReply(presented: []))
      default: answer(call, connection)
      }
    }
    return daemon
  }

  private func registration(with daemon: DaemonSocket) async throws -> AppRegistration {
    let call = RegisterAppCall(name: "test", scenes: [ExternalDisplay.role: [SceneConfigurationInfo(name: "main")]])
    let path = daemon.path
    // All tests share the main queue, so its turn may come late.
    return try await AppRegistration.make(call, takesForeground: true, timeoutSeconds: nil) { () throws(ClientError) in
      try ControlClient(path: path)
    }.get()
  }

  /// Answers the question, and waits for the end.
  private func reports(
    of daemon: DaemonSocket, window: Bool = true, answerSeconds: Double = 60
  ) async throws -> Reports {
    let reports = Reports()
    let change = SceneChangeInfo(session: "a", content: .color("#fff"), window: true)
    var link: AppDaemonConnection?
    link = try await AppDaemonConnection(registration(with: daemon), answerSeconds: answerSeconds) { report in
      switch report {
      case .message: reports.refusals.append(link?.answer(1, scene: "main", window: window, [change]))
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

  @Test(
    "a connection for answers that has ended is the end of the link",
    arguments: [ControlMethod.updateScenes, .answerApp])
  func lost(method: ControlMethod) async throws {
    let daemon = try daemon { called, connection in
      if called.method == method { connection.end() } else { connection.send(PictureReply(presented: [])) }
    }
    defer { daemon.end() }
    let reports = try await reports(of: daemon)
    #expect(reports.ending == .lost(reason: "it was closed by the daemon"))
    #expect(daemon.methods.last == method)
  }

  @Test("a daemon that does not take an answer in time has gone", arguments: [ControlMethod.updateScenes, .answerApp])
  func silent(method: ControlMethod) async throws {
    let daemon = try daemon { called, connection in
      if called.method != method { connection.send(PictureReply(presented: [])) }
    }
    defer { daemon.end() }
    #expect(try await reports(of: daemon, answerSeconds: 10).ending == .timedOut(seconds: 10))
    #expect(daemon.methods.last == method)
  }

  @Test("a refused call does not end the app: the question is answered")
  func refused() async throws {
    let daemon = try daemon { called, connection in
      if called.method == .updateScenes { connection.refuse(.failed(message: "no")) } else { connection.end() }
    }
    defer { daemon.end() }
    // The end is that of the answer, which shows that there was one.
    let reports = try await reports(of: daemon)
    #expect(daemon.methods.suffix(2) == [.updateScenes, .answerApp])
    #expect(reports.refusals.count == 1)
  }

  @Test("an answer has whether the scene has a window", arguments: [true, false])
  func window(isThere: Bool) async throws {
    let answers = Mutex<[AnswerAppCall]>([])
    let daemon = try daemon { called, connection in
      guard case .success(.display(.answerApp(let call))) = called.request else {
        return connection.send(PictureReply(presented: []))
      }
      answers.withLock { $0.append(call) }
      connection.end()
    }
    defer { daemon.end() }
    _ = try await reports(of: daemon, window: isThere)
    #expect(answers.withLock { $0.map(\.window) } == [isThere])
    #expect(answers.withLock { $0.map(\.configuration?.name) } == ["main"])
  }

  @Test("while the app registers with a daemon that does not answer yet, the main queue continues")
  func registering() async throws {
    let daemon = try DaemonSocket()
    daemon.serve { _, _ in }
    let registering = Task { try await registration(with: daemon).screens.count }
    try await daemon.changes.wait { daemon.methods.contains(.registerApp) }
    // If this were only done after the registration, that would never end.
    daemon.end()
    await #expect(throws: ClientError.lost(reason: "it was closed by the daemon")) { try await registering.value }
  }

  @Test("an app returns after temporary errors, and not after permanent ones")
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
