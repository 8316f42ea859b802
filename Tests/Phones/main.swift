import Glibc
import Synchronization

// Phones, as seen by marquee-remote. SOCKET is the socket of `marquee-remote code`.
//
//     phones SOCKET follow COUNT   COUNT phones follow the talk and fetch a picture of each slide, until SIGTERM. It prints `ready` after
//                                  each has its first, and at the end the later slides and pictures of each phone on a line
//     phones SOCKET tap COUNT      one phone turns slides back and forth. It prints the milliseconds of each, from request to flip

func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Says it at once, also into a file.
func printLine(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

func fail(_ what: String) -> Never {
  printLine("phones: \(what)")
  exit(1)
}

func begin(_ work: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let box = Unmanaged.passRetained(PhoneWork(work)).toOpaque()
  let result = pthread_create(
    &thread, nil,
    {
      if let box = $0 { Unmanaged<PhoneWork>.fromOpaque(box).takeRetainedValue().body() }
      return nil
    }, box)
  if result != 0 { fail("no thread: \(String(cString: strerror(result)))") }
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3, let count = Int(words[2]) else {
  printLine("usage: phones SOCKET follow COUNT | phones SOCKET tap COUNT")
  exit(64)
}
switch words[1] {
case "follow":
  // Before any thread is there, so that each leaves it to this one.
  var ending = sigset_t()
  sigemptyset(&ending)
  sigaddset(&ending, SIGTERM)
  pthread_sigmask(SIG_BLOCK, &ending, nil)
  let tallies = (0..<count).map { _ in Tally() }
  for tally in tallies {
    guard let phone = Phone.pair(codes: words[0]) else { fail("a phone could not be paired") }
    begin {
      // Like a browser: the stream, and one persistent connection for other requests.
      guard let pictures = phone.keep(), phone.request("GET /", on: pictures) != nil else {
        fail("a phone has no second connection")
      }
      phone.follow { picture in
        tally.slides.wrappingAdd(1, ordering: .relaxed)
        guard let answer = phone.request("GET \(picture)", on: pictures) else { fail("a connection has ended") }
        if answer.head.contains(" 200 ") { tally.pictures.wrappingAdd(1, ordering: .relaxed) }
      }
      fail("a stream has ended")
    }
  }
  while tallies.contains(where: { $0.counts.pictures == 0 }) { usleep(10_000) }
  let before = tallies.map(\.counts)
  printLine("ready")
  var signal: Int32 = 0
  sigwait(&ending, &signal)
  for (tally, earlier) in zip(tallies, before) {
    let now = tally.counts
    printLine("\(now.slides - earlier.slides) \(now.pictures - earlier.pictures)")
  }
case "tap":
  guard let phone = Phone.pair(codes: words[0]), let connection = phone.keep() else {
    fail("the phone could not be paired")
  }
  for number in 0..<count {
    // At any time between two refreshes, and not more often than a page may.
    usleep(150_000 + UInt32.random(in: 0..<17_000))
    let action = number % 2 == 0 ? "next" : "previous"
    let asked = now()
    let body = "{\"action\":\"\(action)\",\"noWait\":false}"
    let answer = String(
      decoding: phone.request("POST /api/act", body: body, on: connection)?.body ?? [], as: UTF8.self)
    guard let flip = Phone.value("\"presented\":", in: answer).flatMap({ UInt64($0) }) else {
      fail("no flip: \(answer)")
    }
    printLine("\(Double(Int64(flip) - Int64(asked)) / 1_000_000)")
  }
default: fail("'\(words[1])' is not known")
}
exit(0)
