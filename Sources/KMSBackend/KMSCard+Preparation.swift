internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

// First buffers in advance: half of the time from a plug to its picture is memory.
extension KMSCard {
  /// For how long a buffer for a display that has come waits to be asked for.
  private static let patienceForOrders: UInt64 = 1_000_000_000
  /// For how long a display that has gone may return to its buffer: a cable that is moved, an input that is switched.
  private static let patienceForReturn: UInt64 = 60_000_000_000

  /// Has the first buffer made, while the daemon is still told of the display and decides.
  ///
  /// Not for one that may be given another mode as soon as its EDID can be read.
  func prepare(_ snapshot: ScreenSnapshot) {
    guard let output = outputs[snapshot.id], !output.isInUse, snapshot.edidState == .settled else { return }
    let last = output.lastSize.flatMap { size in snapshot.modes.first { $0.size == size } }
    guard let likely = last ?? snapshot.modes.first(where: \.isPreferred) ?? snapshot.modes.first,
      output.prepared?.size != likely.size
    else { return }
    hold(
      PreparedBuffers(
        size: likely.size, isBlackWhenNew: DriverQuirks.newMemoryIsBlack.contains(driver),
        until: clock.now.advanced(by: KMSCard.patienceForOrders)), for: output)
  }

  /// Keeps the first of the buffers of a display that has gone, and gives the others back.
  func keep(_ buffers: consuming OutputBuffers?, of output: KMSOutput) {
    guard let buffers else { return }
    hold(PreparedBuffers(keeping: buffers, until: clock.now.advanced(by: KMSCard.patienceForReturn)), for: output)
  }

  /// Gives back what was made or kept for nothing.
  func discard(_ prepared: PreparedBuffers?) {
    if let prepared { probe.submit(.discard(prepared)) }
  }

  /// Screens that the daemon leaves alone, or has not decided on by now, and displays that do not return have no memory waiting.
  func discardExpired() {
    for output in outputs.values {
      if let prepared = output.prepared, prepared.expiry <= clock.now { discard(output.prepared.take()) }
    }
    awaitExpiry()
  }

  private func hold(_ prepared: PreparedBuffers, for output: KMSOutput) {
    discard(output.prepared.take())
    output.prepared = prepared
    probe.submit(.prepare(prepared))
    awaitExpiry()
  }

  private func awaitExpiry() {
    if let next = outputs.values.compactMap(\.prepared?.expiry).min() { discardTimer?.arm(at: next) }
  }
}
