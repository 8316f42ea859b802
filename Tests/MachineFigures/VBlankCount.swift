import VirtualMachine

/// How the flips of a measurement lie on the vblanks, by the kernel's own trace events.
struct VBlankCount {
  /// Trace events to switch on.
  static let events = ["drm/drm_vblank_event", "drm/drm_vblank_event_delivered"]

  /// Flips, in order.
  let flips: [TraceEvent]
  /// Vblanks between the first flip and the last in which nothing was flipped.
  let missed: Int
  /// The vblanks that the kernel itself skipped because the guest did not run. No program could have used them.
  let passedOver: Int

  /// - Parameter limit: The number of flips to count.
  init(_ events: [TraceEvent], limit: Int) {
    flips = Array(events.filter { $0.function == "drm_vblank_event_delivered" }.prefix(limit))
    let numbers = flips.compactMap { $0.argument("seq") }
    missed = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0 - 1) }
    let counted = Set(events.filter { $0.function == "drm_vblank_event" }.compactMap { $0.argument("seq") })
    passedOver = zip(numbers, numbers.dropFirst()).reduce(0) { sum, pair in
      pair.1 > pair.0 + 1 ? sum + (pair.0 + 1..<pair.1).count { !counted.contains($0) } : sum
    }
  }

  /// The vblanks that the program missed.
  var byProgram: Int { missed - passedOver }
  /// Milliseconds from flip to flip.
  var intervals: [Double] { zip(flips, flips.dropFirst()).map { ($1.time - $0.time) * 1000 } }
  /// The text for readers about `passedOver`.
  var remark: String { passedOver > 0 ? " (and \(passedOver) for which the guest was not run)" : "" }
}
