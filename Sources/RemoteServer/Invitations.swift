internal import Glibc
internal import Synchronization

/// What a program that started this server is told: lines of the address, a code, both as a link, and what that code lets do.
public final class Invitations: Sendable {
  private struct Last: Sendable {
    var url: String
    var code: String?
  }

  private let url: @Sendable () -> String
  private let make: @Sendable (_ observer: Bool) -> String
  private let last: Mutex<Last>

  /// Those of a server.
  public convenience init(_ server: RemoteServer) {
    self.init(url: { server.url }, make: { server.makeCode(observer: $0) })
  }

  init(url: @escaping @Sendable () -> String, make: @escaping @Sendable (_ observer: Bool) -> String) {
    self.url = url
    self.make = make
    last = Mutex(Last(url: url()))
  }

  /// A line with a new code.
  public func line(observer: Bool = false) -> String {
    let url = url()
    let code = make(observer)
    return last.withLock { last in
      last.url = url
      if !observer { last.code = code }
      return Invitations.line(url, code, observer: observer)
    }
  }

  /// The last code for a phone in control once more, where the address is another one than in the last line.
  ///
  /// Nil while only this machine itself can be reached: a network that is lost for a moment mostly comes back as it was.
  public func news() -> String? {
    let url = url()
    guard let host = url.firstRange(of: "://")?.upperBound, !url[host...].hasPrefix("127.") else { return nil }
    return last.withLock { last in
      guard url != last.url, let code = last.code else { return nil }
      last.url = url
      return Invitations.line(url, code, observer: false)
    }
  }

  private static func line(_ url: String, _ code: String, observer: Bool) -> String {
    "\(url) \(code) \(Entrance.link(code, at: url)) \(observer ? "observe" : "control")"
  }
}
