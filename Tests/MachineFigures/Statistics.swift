import Foundation

extension [Double] {
  /// The mean; zero of nothing.
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// The value that half of them do not exceed; of an even number the mean of the two in the middle.
  var median: Double {
    let sorted = sorted()
    guard let last = sorted.last else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1
      ? sorted[middle] : (sorted[middle - 1] + (middle < sorted.count ? sorted[middle] : last)) / 2
  }

  /// The smallest value that the given part of them does not exceed (nearest rank).
  func percentile(_ part: Double) -> Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((part * Double(sorted.count)).rounded(.up))
    return sorted[Swift.min(Swift.max(rank, 1), sorted.count) - 1]
  }
}

extension Double {
  /// Rounded, with so many digits after the point.
  func text(_ digits: Int = 0) -> String { formatted(.number.precision(.fractionLength(digits)).grouping(.never)) }
}
