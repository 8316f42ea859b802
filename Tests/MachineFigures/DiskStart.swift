import ControlClient
import ControlProtocol
import Foundation
import VirtualMachine

/// The daemon's installed program on an ext4 disk: a start with an empty page cache, and the memory at rest.
///
/// Each folder in the folder of programs may hold another build of them. All builds are measured in turn.
struct DiskStart {
  private static let starts = 7
  private static let folder = "/mnt/programs"

  /// The folder of the release build.
  let programs: String

  func measure() throws -> [Figure] {
    var options = BootOptions()
    options.isAlone = true
    options.buildDirectory = programs
    options.diskMebibytes = 512
    let machine = try VirtualMachine(options)
    defer { machine.shutdown() }
    try Compositor.prepare(machine)
    try machine.check(
      """
      set -e
      mkfs.ext4 -q /dev/vdb
      mkdir -p \(Self.folder)
      mount /dev/vdb \(Self.folder)
      cd /marquee/build
      for folder in . */; do
        test -e $folder/marqueed || continue
        mkdir -p \(Self.folder)/$folder
        for program in marqueed marquee-rasterizer marquee-pictures marquee-pages; do
          cp $folder/$program \(Self.folder)/$folder/
        done
      done
      sync
      """, timeout: .seconds(120))
    try machine.plug(monitor: 1, width: 1920, height: 1080)
    try machine.wait(forConnector: "Virtual-1", toBe: "connected")
    let folders = try machine.check("cd \(Self.folder); ls -d marqueed */marqueed").split(separator: "\n")
      .map { $0.dropLast("/marqueed".count) }
    var samples: [Substring: [DiskSample]] = [:]
    for _ in 0..<Self.starts {
      for folder in folders { samples[folder, default: []].append(try sample(machine, folder)) }
    }
    return folders.flatMap { figures(samples[$0] ?? [], build: $0.isEmpty ? "" : " (\($0))") }
  }

  private struct DiskSample {
    /// From exec to the first scan-out, in milliseconds.
    let start: Double
    let memory: MemoryParts
  }

  private func sample(_ machine: VirtualMachine, _ folder: Substring) throws -> DiskSample {
    let compositor = Compositor.marqueed(in: folder.isEmpty ? Self.folder : "\(Self.folder)/\(folder)")
    try machine.check("sync; echo 3 > /proc/sys/vm/drop_caches")
    try machine.startProbing(Scanout.probes, events: ["sched/sched_process_exec"])
    return try compositor.launch(on: machine) { _ in
      let (exec, scanout) = try Scanout.start(of: compositor, on: machine)
      let wait = WaitCall(screen: "Virtual-1", condition: .presented, timeoutSeconds: 20)
      _ = try Compositor.connect(machine).call(wait, timeoutSeconds: 30)
      try machine.wait(for: "! pidof marquee-rasterizer", within: .seconds(120))
      // Memory that is released at rest is released some seconds later.
      Thread.sleep(forTimeInterval: 6)
      let mappings = try machine.mappings(of: try compositor.process(in: machine))
      return DiskSample(
        start: (scanout - exec) * 1000, memory: MemoryParts(mappings, pixelBytes: 1920 * 1080 * 4, folder: Self.folder))
    }
  }

  private func figures(_ samples: [DiskSample], build: String) -> [Figure] {
    let starts = samples.map(\.start)
    let own = samples.map { Double($0.memory.ownKibibytes) * 1024 / 1e6 }
    let anonymous = samples.map { Double($0.memory.anonymous) * 1024 / 1e6 }
    let parts = samples.map(\.memory.text).last ?? ""
    return [
      Figure(
        name: "cold start from a disk" + build, values: ["medianMilliseconds": starts.median],
        text: "median \(starts.median.text()) ms (\((starts.min() ?? 0).text()) to \((starts.max() ?? 0).text()))",
        how: "from exec to set_scanout, 1920x1080 plugged in, program on ext4, page cache empty, \(starts.count) starts"
      ),
      Figure(
        name: "memory from a disk" + build, values: ["megabytes": own.median],
        text: "median \(own.median.text(1)) MB (\(parts))", demand: "at most 12 MB", isMet: own.median <= 12,
        how: "proportional set size at rest without framebuffers and shadow, program on ext4"),
      Figure(
        name: "anonymous memory" + build, values: ["megabytes": anonymous.median],
        text: "median \(anonymous.median.text(1)) MB", demand: "at most 3 MB", isMet: anonymous.median <= 3,
        how: "memory of the process without a file behind it, without the shadow"),
    ]
  }
}
