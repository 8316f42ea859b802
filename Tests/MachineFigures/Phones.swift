import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import VirtualMachine

/// Whether phones that follow a talk, and fetch a picture of each slide, delay the moving bar on a driver with a vblank.
///
/// A talk covers external displays, and vkms has only one display. So the bar is on it as the main screen, and the talk is on no display.
/// Rounds without phones and with phones alternate, so that other work on this machine affects both.
struct Phones {
  private static let rounds = 4
  /// Of each round, one a second.
  private static let turns = 12
  private static let phones = 50

  /// Sums over rounds.
  private struct Sum {
    var missed = 0
    var vblanks = 0

    mutating func add(_ count: VBlankCount) {
      missed += count.byProgram
      vblanks += count.flips.count + count.missed
    }
  }

  let machine: VirtualMachine

  func measure() throws -> [Figure] {
    let remote = try GuestRemote(machine, content: "pattern: moving-bar", isTalkShown: false)
    defer { remote.end() }
    // Pictures of the slides are drawn once, and the drawing of the bar finds its pace.
    try remote.follow(1) { try turn(remote, 4) }
    var (alone, beside) = (Sum(), Sum())
    var tallies: [PhoneRound] = []
    for _ in 0..<Self.rounds {
      try alone.add(count(remote))
      var counted: VBlankCount?
      tallies.append(try remote.follow(Self.phones) { counted = try count(remote) })
      if let counted { beside.add(counted) }
    }
    guard alone.vblanks > 0, beside.vblanks > 0 else { throw FigureError("The moving bar does not move.") }
    let least = tallies.map(\.leastPictures).min() ?? 0
    guard least >= Self.turns / 2 else {
      throw FigureError("A phone had \(least) pictures in a round of \(Self.turns) slides: that is no test of phones.")
    }
    let pictures = tallies.reduce(0) { $0 + $1.pictures }
    return [
      Figure(
        name: "missed vblanks beside \(Self.phones) phones",
        values: [
          "missed": Double(beside.missed), "vblanks": Double(beside.vblanks), "missedAlone": Double(alone.missed),
          "vblanksAlone": Double(alone.vblanks), "phones": Double(Self.phones), "pictures": Double(pictures),
          "leastPicturesOfAPhoneInARound": Double(least), "slidesOfARound": Double(Self.turns),
        ],
        text: """
          \(beside.missed) of \(beside.vblanks); without them \(alone.missed) of \(alone.vblanks); the phones had \(pictures) \
          pictures, each at least \(least) of \(Self.turns) in each round
          """,
        demand: "as many as without them", isMet: beside.missed <= alone.missed,
        how: """
          moving bar, vkms, 1920x1080@60; \(Self.rounds) rounds alone and as many beside phones in turns, in all of them a slide of a \
          talk turned each second; \(Self.phones) streams of states, and a picture of each slide on a second connection, all in the \
          guest; missing numbers among the kernel's drm_vblank_event_delivered
          """)
    ]
  }

  /// The bar's flips while slides are turned.
  private func count(_ remote: GuestRemote) throws -> VBlankCount {
    try machine.startProbing([], events: VBlankCount.events)
    do {
      try turn(remote, Self.turns)
    } catch {
      _ = try? machine.stopProbing()
      throw error
    }
    return try VBlankCount(machine.stopProbing(), limit: .max)
  }

  private func turn(_ remote: GuestRemote, _ turns: Int) throws {
    for number in 0..<turns {
      _ = try remote.daemon.client.call(ControlTalkCall(action: number % 2 == 0 ? .next : .previous, noWait: true))
      Thread.sleep(forTimeInterval: 1)
    }
  }
}
