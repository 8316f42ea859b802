import AllocationCounter

/// Counts the blocks that the calling thread asks the allocator for.
enum AllocationCount {
  static func during(_ body: () throws -> Void) rethrows -> Int {
    let before = allocation_count()
    try body()
    return Int(truncatingIfNeeded: allocation_count() - before)
  }
}
