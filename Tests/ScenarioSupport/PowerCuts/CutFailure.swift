internal import TestKit

/// The number of the failed cut, and the cause.
struct CutFailure: Error, CustomStringConvertible {
  let number: Int
  let cause: any Error
  let logs: String

  var description: String { "cut \(number), MARQUEE_SEED=\(TestSeed.offset): \(cause)\n\(logs)" }
}
