import Glibc
import TestKit

// Asks the daemon for its screens again and again: `flooder COUNT [USER [RATE]]`
//
// It finds the socket in MARQUEE_SOCKET, and connects as the user of that number, which takes root. 200 requests are under way at any
// time. With a rate, it makes so many requests a second instead, one after the other, and ends after COUNT / RATE seconds even if fewer were
// answered. It prints how many were answered, and in how many milliseconds.

func fail(_ what: String) -> Never {
  print("flooder: \(what): \(String(cString: strerror(errno)))")
  exit(1)
}

func milliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

let words = CommandLine.arguments.dropFirst()
guard let count = words.first.flatMap({ Int($0) }), let path = getenv("MARQUEE_SOCKET") else {
  print("usage: MARQUEE_SOCKET=PATH flooder COUNT [USER [RATE]]")
  exit(64)
}
if let user = words.dropFirst().first.flatMap({ UInt32($0) }), setuid(user) != 0 { fail("user \(user)") }
guard let connection = try? TestSocket.connected(to: String(cString: path)) else { fail(String(cString: path)) }

let rate = words.dropFirst(2).first.flatMap { Int($0) }
let ahead = rate == nil ? 200 : 1
let call = Array(#"{"method":"org.marquee.Display.Screens"}"#.utf8) + [0]
let calls = [UInt8]((0..<ahead).map { _ in call }.joined())
var buffer = [UInt8](repeating: 0, count: 65536)
var (sent, answered) = (0, 0)
let start = milliseconds()
while answered < count {
  if let rate {
    if milliseconds() - start >= count * 1000 / rate { break }
    let wait = start + answered * 1000 / rate - milliseconds()
    var nothing = pollfd(fd: -1, events: 0, revents: 0)
    if wait > 0 { _ = poll(&nothing, 1, Int32(clamping: wait)) }
  }
  let more = min(count - sent, ahead - (sent - answered))
  var first = 0
  while first < more * call.count {
    let taken = calls[first..<more * call.count].withUnsafeBytes {
      send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard taken > 0 else { fail("after \(answered) answers nothing more is taken") }
    first += taken
  }
  sent += max(0, more)
  let received = recv(connection, &buffer, buffer.count, 0)
  guard received > 0 else { fail("after \(answered) answers the connection ended") }
  answered += buffer.prefix(received).count { $0 == 0 }
}
print("\(answered) \(milliseconds() - start)")
