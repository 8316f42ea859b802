internal import ControlClient
internal import ControlProtocol
internal import Dispatch
internal import Foundation
internal import TestKit
public import VirtualMachine

/// Power cuts at random moments while clients change kept values. Each acknowledged value exists afterwards, complete.
///
/// Values that were sent and not acknowledged may exist or not. The run prints its seed. The progress of the clients before the cut also
/// depends on the host.
public struct PowerCuts {
  /// The number of repetitions in the gate, in `make test-long`, and in a round of `make soak`.
  public struct Count: Sendable {
    let gate: Int
    let long: Int
    let soak: Int

    /// Without `gate`, the gate makes none.
    public init(gate: Int = 0, long: Int, soak: Int) {
      self.gate = gate
      self.long = long
      self.soak = soak
    }

    var now: Int {
      if TestSeed.isChosen { return soak }
      return ProcessInfo.processInfo.environment["MARQUEE_TIER"] == "gate" ? gate : long
    }
  }

  /// The kind of the power cut.
  public enum Kind: Sendable {
    /// By `EXT4_IOC_SHUTDOWN` without a flush of the journal.
    case shutdown
    /// By a reset of the machine.
    case reset
  }

  private let disk: KeptDisk
  private let log = KeptLog()
  private var generator: SeededGenerator

  /// Makes an empty disk in the machine, and starts the programs that keep files there.
  public init(_ machine: VirtualMachine) throws { try self.init(machine, hasGate: false) }

  private init(_ machine: VirtualMachine, hasGate: Bool) throws {
    disk = try KeptDisk(machine, hasGate: hasGate)
    generator = SeededGenerator(seed: 17)
    let code = try disk.firstCode()
    let pages = PageRequests(machine, port: disk.pagesPort, CutFlag())
    let answer = try pages.post("/api/pair", "{\"code\":\"\(code)\",\"purpose\":\"screens\"}")
    try log.acknowledgePairing(unwrap(answer?.cookie, "nobody was paired: \(answer?.text ?? "")"))
  }

  /// Cuts the power this many times.
  public static func play(_ machine: VirtualMachine, _ kind: Kind, _ count: Count) throws {
    var cuts = try PowerCuts(machine)
    try cuts.play(kind, count.now) { _, _ in }
  }

  /// Fails one `fsync` with EIO before each cut: the change is refused, or exists nevertheless.
  public static func playWithFailures(_ machine: VirtualMachine, _ count: Count) throws {
    var cuts = try PowerCuts(machine, hasGate: true)
    try cuts.play(.shutdown, count.now) { disk, generator in
      let file = try disk.setSync(.failsOnce(after: .random(in: 0...0.4, using: &generator)))
      try expect(!file.isEmpty, "an fsync failed")
    }
  }

  /// Cuts the power of a daemon whose `fsync` does nothing; returns the losses that were found.
  public static func playWithoutSyncing(_ machine: VirtualMachine) throws -> String {
    var cuts = try PowerCuts(machine, hasGate: true)
    try cuts.disk.setSync(.doesNothing)
    do {
      try cuts.play(.shutdown, 1) { _, _ in }
    } catch let failure as CutFailure {
      guard let loss = failure.cause as? KeptLoss else { throw failure }
      return loss.description
    }
    throw ScenarioFailure("A daemon that syncs nothing loses nothing.")
  }

  private mutating func play(
    _ kind: Kind, _ count: Int, before: (KeptDisk, inout SeededGenerator) throws -> Void
  ) throws {
    let started = ContinuousClock.now
    for number in 0..<count {
      do {
        try playOne(kind, before: before)
      } catch {
        throw CutFailure(number: number + 1, cause: error, logs: (try? disk.logs()) ?? "")
      }
    }
    let seconds = (ContinuousClock.now - started).components.seconds
    print("cuts: \(count) by \(kind), \(log.acknowledged) changes, \(seconds) s, MARQUEE_SEED=\(TestSeed.offset)")
  }

  private mutating func playOne(_ kind: Kind, before: (KeptDisk, inout SeededGenerator) throws -> Void) throws {
    let flag = CutFlag()
    let work = KeptWork(disk, log, flag)
    try work.changeEach()
    let seeds = (0..<2).map { _ in generator.next() }
    let clients = Clients()
    clients.start { try work.changeUserInfoOnAndOn() }
    clients.start { try work.changeTalkAndPowerOnAndOn(seeds[0]) }
    clients.start { try work.pairAndUploadOnAndOn(seeds[1]) }
    do {
      defer {
        flag.cut()
        clients.wait()
      }
      try before(disk, &generator)
      let seconds = Double.random(in: 0...0.6, using: &generator)
      try disk.cut(kind == .reset ? .reset(after: seconds) : .shutdown(after: seconds))
    }
    if let failure = clients.failure { throw failure }
    try disk.goOn()
    try compare()
  }

  /// Compares the kept values with the log.
  private func compare() throws {
    let client = try disk.client()
    let userInfo = try? client.call(GetSessionCall(session: disk.session)).userInfo
    try log.find(.userInfo, Self.number(of: userInfo ?? [:]))
    let talk = try client.call(GetTalkCall()).talk
    try log.find(.talk, (talk?.timer.durationMilliseconds ?? 0) / 1000)
    // The daemon has probed the display, and will light it next.
    func power() throws -> Int {
      let record = try client.call(ExplainCall(screen: disk.connector, content: true)).record
      return record.shows == "dark" && record.showsBecause.last?.reason.contains("power") == true ? 0 : 1
    }
    _ = try Deadline(after: 5).poll { try log.allows(.power, power()) ? true : nil }
    try log.find(.power, power())
    for (place, number) in try disk.uploads().enumerated() {
      guard let number else { throw KeptLoss("\(KeptDisk.file(place)) is not whole") }
      try log.find(.upload(place), number)
    }
    let pages = PageRequests(disk.machine, port: disk.pagesPort, CutFlag())
    for cookie in log.cookies {
      let answer = try pages.get("/api/media", cookie: cookie)
      guard answer?.isSuccess == true else { throw KeptLoss("a browser is paired no more: \(answer?.text ?? "")") }
    }
  }

  /// The number in the user information; 0 if there is none, -1 if it is incomplete.
  private static func number(of userInfo: [String: JSONValue]) -> Int {
    if userInfo.isEmpty { return 0 }
    guard case .integer(let value)? = userInfo["number"], let number = Int(exactly: value),
      userInfo["text"] == .string(KeptContent.text(of: number))
    else { return -1 }
    return number
  }
}
