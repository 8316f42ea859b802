import Glibc
import Synchronization

// Phones, as marquee-remote sees them; SOCKET is the one of `marquee-remote code`.
//
//     phones SOCKET follow COUNT SECONDS   so many hear of the talk and fetch a picture of each slide; prints `ready`, then what came
//     phones SOCKET tap COUNT              one turns slides there and back; prints the milliseconds of each, from request to flip

func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Says it at once, also into a file.
func tell(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

func fail(_ what: String) -> Never {
  tell("phones: \(what)")
  exit(1)
}

func begin(_ work: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Work(work)).toOpaque()
  let result = pthread_create(
    &thread, nil,
    {
      if let box = $0 { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body() }
      return nil
    }, box)
  if result != 0 { fail("no thread: \(String(cString: strerror(result)))") }
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3, let count = Int(words[2]) else {
  tell("usage: phones SOCKET follow COUNT SECONDS | phones SOCKET tap COUNT")
  exit(64)
}
switch words[1] {
case "follow":
  let seconds = words.count > 3 ? UInt32(words[3]) ?? 10 : 10
  let tally = Tally()
  for _ in 0..<count {
    guard let phone = Phone.pair(codes: words[0]) else { fail("a phone could not be paired") }
    begin {
      phone.follow { picture in
        tally.states.wrappingAdd(1, ordering: .relaxed)
        if phone.request("GET \(picture)").contains(" 200 ") { tally.pictures.wrappingAdd(1, ordering: .relaxed) }
      }
      fail("a stream has ended")
    }
  }
  while tally.pictures.load(ordering: .relaxed) < count { usleep(10_000) }
  tell("ready")
  sleep(seconds)
  print(
    "\(count) phones, \(tally.states.load(ordering: .relaxed)) slides, \(tally.pictures.load(ordering: .relaxed)) pictures"
  )
case "tap":
  guard let phone = Phone.pair(codes: words[0]), let connection = phone.keep() else {
    fail("the phone could not be paired")
  }
  for number in 0..<count {
    // At any time between two refreshes, and not more often than a page may.
    usleep(150_000 + UInt32.random(in: 0..<17_000))
    let action = number % 2 == 0 ? "next" : "previous"
    let asked = now()
    let answer = phone.request("POST /api/act", body: "{\"action\":\"\(action)\",\"noWait\":false}", on: connection)
    guard let flip = Phone.value("\"presented\":", in: answer).flatMap({ UInt64($0) }) else {
      fail("no flip: \(answer)")
    }
    tell("\(Double(Int64(flip) - Int64(asked)) / 1_000_000)")
  }
default: fail("'\(words[1])' is not known")
}
exit(0)
