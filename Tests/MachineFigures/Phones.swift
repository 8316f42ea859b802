import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import VirtualMachine

/// Whether phones that follow a talk, and fetch a picture of each slide, hold up the moving bar on another display.
///
/// On virtio-gpu: a talk covers all that its display shows, and vkms has but one.
struct Phones {
  private static let turns = 20
  private static let phones = 50

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    let remote = try GuestRemote(machine, .virtio, content: "pattern: moving-bar")
    defer { remote.end() }
    // Pictures of the slides are drawn once, and the drawing of the bar finds its pace.
    let one = try remote.connect(1, seconds: 5)
    _ = try missed(remote, turns: 4)
    try one.stop()
    Thread.sleep(forTimeInterval: 3)
    let alone = try missed(remote, turns: Self.turns)
    let many = try remote.connect(Self.phones, seconds: 120)
    let beside = try missed(remote, turns: Self.turns)
    try many.stop()
    return [
      Figure(
        name: "missed refreshes beside \(Self.phones) phones",
        values: [
          "missed": Double(beside.missed), "flips": Double(beside.flips), "missedAlone": Double(alone.missed),
          "flipsAlone": Double(alone.flips), "phones": Double(Self.phones),
        ],
        text: "\(beside.missed) of \(beside.flips); without them \(alone.missed) of \(alone.flips)",
        demand: "as many as without them", isMet: beside.missed <= alone.missed,
        how: """
          moving bar, virtio-gpu, 1280x720@60, a slide of a talk on a second display turned each second; \(Self.phones) streams of \
          states and as many requests for a picture with each slide, all in the guest; by the daemon's own count
          """)
    ]
  }

  private func missed(_ remote: GuestRemote, turns: Int) throws -> (missed: Int, flips: Int) {
    let before = try remote.daemon.status().counters
    for number in 0..<turns {
      _ = try remote.daemon.client.call(ControlTalkCall(action: number % 2 == 0 ? .next : .previous, noWait: true))
      Thread.sleep(forTimeInterval: 1)
    }
    let after = try remote.daemon.status().counters
    return (Int(after.missed - before.missed), Int(after.flips - before.flips))
  }
}
