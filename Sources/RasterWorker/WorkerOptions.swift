/// The rasteriser's command line.
struct WorkerOptions: Hashable {
  /// After so long without a request it exits; in milliseconds.
  var idleMilliseconds: Int32 = 4_000
  /// It only says whether its sandbox holds on this machine.
  var checksSandbox = false

  /// Nil where an argument is unknown or is no number.
  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      if name == "--check-sandbox" {
        checksSandbox = true
        continue
      }
      guard name == "--idle-milliseconds", let value = rest.popFirst(), let number = Int32(value), number > 0 else {
        return nil
      }
      idleMilliseconds = number
    }
  }
}
