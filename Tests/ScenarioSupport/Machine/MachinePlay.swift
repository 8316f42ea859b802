internal import Foundation
internal import VirtualMachine

/// A scenario on a kernel's driver, in a separate machine that continues from a template with the programs in its memory.
///
/// A program inside the machine plays it (`Tests/ScenarioPlayer`). The machine's clock counts instructions, so that no deadline and no pace
/// of the scenario depends on the load of the host.
public struct MachinePlay: Sendable {
  /// The player's report of a failure, with the end of the daemon's log; nil if the scenario passes.
  public let failure: String?
  /// The scenario's output.
  public let output: String
  /// The duration from the start of the machine.
  public let duration: Duration
  /// The daemon's calls of the driver by kind.
  public let ioctls: [String: Int]

  /// Plays the scenario, and blocks until its end.
  ///
  /// - Parameter programs: The directory of an optimised build, with Swift's libraries beside the programs.
  /// - Throws: If the machine does not start, or stops answering.
  public init(_ scenario: Scenario, on kind: BenchKind, programs: String) throws {
    var options = BootOptions()
    options.drivers = kind == .bochs ? [.bochs] : [.virtioGPU, .vkms]
    options.buildDirectory = programs
    options.holdsPrograms = true
    options.countsInstructions = true
    let machine = try VirtualMachine(options)
    defer { machine.shutdown() }
    let started = ContinuousClock.now - machine.bootDuration
    let result: CommandResult
    do {
      result = try machine.run(
        """
        echo hashing $SWIFT_DETERMINISTIC_HASHING
        read -r before rest < /sys/block/vda/stat
        /marquee/build/play-scenario \(kind.rawValue) \(MachineBench.quoted(scenario.description))
        status=$?
        read -r after rest < /sys/block/vda/stat
        echo "reads $((after - before))"
        exit $status
        """, timeout: .seconds(900))
    } catch {
      throw VirtualMachineError("\(error)\n\(machine.reportOfHang())")
    }
    var ioctls: [String: Int] = [:]
    var said: [Substring] = []
    var hashing: Substring?
    var reads: Int?
    for line in result.output.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ")
      if words.count == 3, words[0] == "ioctl", let count = Int(words[2]) {
        ioctls[String(words[1])] = count
      } else if words.count == 2, words[0] == "reads" {
        reads = Int(words[1])
      } else if hashing == nil, words.first == "hashing" {
        hashing = words.dropFirst().first ?? ""
      } else {
        said.append(line)
      }
    }
    duration = .now - started
    self.ioctls = ioctls
    output = said.joined(separator: "\n")
    let expected = ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] ?? ""
    guard hashing.map(String.init) == expected else {
      throw VirtualMachineError("The guest's order of hashes is \"\(hashing ?? "")\", not the host's \"\(expected)\".")
    }
    if !result.succeeded {
      failure = "status \(result.status): \(output)"
    } else if reads != 0 {
      // The guest's clock runs away while a program waits for the host, and timeouts pass at once.
      failure = "\(reads ?? 0) reads of the guest's disk; Tests/Guest/guest/hold-programs must read those files before"
    } else {
      failure = nil
    }
  }
}
