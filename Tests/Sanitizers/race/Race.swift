import Glibc

/// Two threads count in one variable without a lock: `tools/sanitize thread` must report it.
@main struct Race {
  nonisolated(unsafe) static var counter = 0

  static func main() {
    var thread: pthread_t = 0
    let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      Race.count()
      return nil
    }
    guard pthread_create(&thread, nil, body, nil) == 0 else { exit(2) }
    count()
    _ = pthread_join(thread, nil)
    print("The program has ended.")
  }

  @inline(never) private static func count() {
    for _ in 0..<1000 { counter += 1 }
  }
}
