import Dispatch
import Foundation
import Synchronization

/// A daemon on a Unix socket of its own, which does with each call what a test says.
final class ScriptedDaemon: Sendable {
  /// What follows from a call.
  enum Reply: Sendable {
    /// Messages, as they are on the socket but for the zero at the end.
    case messages([String])
    /// None, and the connection stays.
    case silence
    /// The connection ends.
    case hangUp
  }

  private struct State {
    var calls: [String] = []
    var clients: Set<Int32> = []
  }

  let path = "\(NSTemporaryDirectory())/app-\(UUID().uuidString.prefix(8)).sock"
  private let listener: Int32
  private let reply: @Sendable (String) -> Reply
  private let state = Mutex(State())

  /// The methods that were called, without the interface's name.
  var calls: [String] { state.withLock { $0.calls } }

  /// - Parameter reply: What a method is answered with.
  init(reply: @escaping @Sendable (String) -> Reply) throws {
    self.reply = reply
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    Thread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        state.withLock { _ = $0.clients.insert(client) }
        Thread { [self] in serve(client) }.start()
      }
      // By whoever uses it: a number that is closed under an accept(2) may be another test's by then.
      close(listener)
    }.start()
  }

  /// Ends all connections, and takes no more.
  func end() {
    // Within the lock: one that is closed meanwhile may be another's by now.
    state.withLock { for client in $0.clients { shutdown(client, Int32(SHUT_RDWR)) } }
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(path)
  }

  private func serve(_ client: Int32) {
    defer {
      state.withLock { _ = $0.clients.remove(client) }
      close(client)
    }
    var waiting = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      waiting.append(contentsOf: buffer[..<count])
      while let end = waiting.firstIndex(of: 0) {
        let object = try? JSONSerialization.jsonObject(with: waiting[..<end]) as? [String: Any]
        waiting = Data(waiting[(end + 1)...])
        guard let name = (object?["method"] as? String)?.split(separator: ".").last else { return }
        let method = String(name)
        state.withLock { $0.calls.append(method) }
        switch reply(method) {
        case .silence: break
        case .hangUp: return
        case .messages(let messages):
          // At once, so that they are received together.
          let bytes: [UInt8] = messages.flatMap { Array($0.utf8) + [0] }
          _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }
}
