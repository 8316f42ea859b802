import EventLoop
import MonitorPower
import Synchronization
import SystemPackage

/// Adapters whose displays obey at once. Each call of a held adapter waits until it is released.
final class TestAdapters: Sendable {
  private struct State: Sendable {
    var held: Set<String> = []
    var connectors: [String: CECAdapter.Connector] = [:]
    var waiting: [String: Int] = [:]
    var heard: [String: [[UInt8]]] = [:]
    var opened: [String: Int] = [:]
    var closed: [String: Int] = [:]
  }

  private let state = Mutex(State())
  private let gate: WakeEvent
  private let mailbox: Mailbox?
  private let listen: @Sendable () -> Void

  /// `listen` is called on an adapter's thread before its display gets a message. Each change turns the loop of `mailbox`.
  init(waking mailbox: Mailbox? = nil, listen: @escaping @Sendable () -> Void = {}) throws(Errno) {
    self.mailbox = mailbox
    self.listen = listen
    gate = try WakeEvent()
  }

  var opening: CECAttempt.Opening {
    { [self] path throws(Errno) in
      pass(path)
      change { $0.opened[path, default: 0] += 1 }
      return TestAdapter(path: path, owner: self)
    }
  }

  /// Holds up all calls of one from now on.
  func hold(_ path: String) { state.withLock { _ = $0.held.insert(path) } }

  /// Has the kernel know to which connector one belongs.
  func give(_ path: String, _ connector: CECAdapter.Connector) {
    state.withLock { $0.connectors[path] = connector }
  }

  func letGo() {
    state.withLock { $0.held = [] }
    gate.signal()
  }

  /// How many calls are held up.
  func waiting(_ path: String) -> Int { state.withLock { $0.waiting[path] ?? 0 } }
  /// The messages to the displays of an adapter.
  func heard(_ path: String) -> [[UInt8]] { state.withLock { $0.heard[path] ?? [] } }
  /// How often it was opened.
  func openings(_ path: String) -> Int { state.withLock { $0.opened[path] ?? 0 } }
  /// How many are open.
  func open(_ path: String) -> Int { state.withLock { ($0.opened[path] ?? 0) - ($0.closed[path] ?? 0) } }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let result = state.withLock { body(&$0) }
    mailbox?.post {}
    return result
  }

  fileprivate func close(_ path: String) { change { $0.closed[path, default: 0] += 1 } }
  fileprivate func connector(_ path: String) -> CECAdapter.Connector? { state.withLock { $0.connectors[path] } }
  fileprivate func hear(_ path: String, _ bytes: [UInt8]) {
    listen()
    change { $0.heard[path, default: []].append(bytes) }
  }

  fileprivate func pass(_ path: String) {
    let isHeld = change { state in
      guard state.held.contains(path) else { return false }
      state.waiting[path, default: 0] += 1
      return true
    }
    guard isHeld else { return }
    gate.wait(milliseconds: 60_000)
    change { $0.waiting[path, default: 0] -= 1 }
  }
}

private final class TestAdapter: CECPort {
  private let path: String
  private let owner: TestAdapters
  private var power: UInt8 = 0

  init(path: String, owner: TestAdapters) {
    self.path = path
    self.owner = owner
  }

  deinit { owner.close(path) }

  var connector: CECAdapter.Connector? {
    owner.pass(path)
    return owner.connector(path)
  }
  var wantsPlace: Bool { false }
  var needsPlug: Bool { false }

  func setPlace(_ place: UInt16) {}
  func address() -> CECAddress {
    owner.pass(path)
    return CECAddress(place: 0x1000, deviceMask: 1 << 4)
  }
  func claim() {}

  func send(_ message: CECMessage, reply: UInt8?) -> CECResult {
    owner.pass(path)
    owner.hear(path, message.bytes)
    switch message.bytes.dropFirst().first {
    case 0x36:
      power = 1
      return .noReply
    case 0x04:
      power = 0
      return .noReply
    case 0x8F: return CECMessage(bytes: [0x04, 0x90, power]).map { .reply($0) } ?? .lost
    default: return reply == nil ? .sent : .noReply
    }
  }
}
