internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import TestKit
internal import VirtualMachine

extension Scenario {
  private static let red: UInt32 = 0xFFC0_2010
  private static let green: UInt32 = 0xFF20_C010

  static let surface = Scenario(
    "a screen shows the frames of another program at their times, and keeps the last one when the program has gone",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("surface: { name: chart, background: \"#102030\" }"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    try expect(bench.photograph(1).uniformColor, is: RGB(0x10, 0x20, 0x30), "the screen before the first frame")

    do {
      let program = try SurfaceProgram(bench, "chart")
      try program.wait(for: program.show(red))
      let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
      try expect(program.size, is: "\(mode.width)x\(mode.height)", "the buffers")
      try expect(bench.photograph(1).uniformColor, is: RGB(0xC0, 0x20, 0x10), "the first frame")
      // A frame for a time that does not come.
      try program.show(green, at: .max)
      bench.letPass(seconds: 1)
      try expect(bench.photograph(1).uniformColor, is: RGB(0xC0, 0x20, 0x10), "the screen before the frame's time")
      // Each buffer comes back, so a hundred frames need no more than the three.
      for frame in 0..<100 { try program.show(frame % 2 == 0 ? green : red) }
      try program.wait(for: program.show(green))
      try daemon.photograph(1, "the newest frame") { $0.uniformColor == RGB(0x20, 0xC0, 0x10) }
    }
    bench.letPass(seconds: 1)
    try expect(bench.photograph(1).uniformColor, is: RGB(0x20, 0xC0, 0x10), "the frame of a program that has gone")
    let notes = try daemon.client.call(ContentAtCall(screen: bench.connector(1))).notes
    try expect(notes, is: ["surface \"chart\": no program draws it; its last frame stays"], "the notes")

    // A frame that comes while the screen is black is shown after it.
    do {
      let program = try SurfaceProgram(bench, "chart")
      try program.wait(untilVisible: true)
      _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: true))
      try program.wait(untilVisible: false)
      try program.show(red)
      bench.letPass(seconds: 1)
      try expect(bench.photograph(1).uniformColor, is: RGB(0, 0, 0), "the blank screen")
      _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: false))
      try program.wait(untilVisible: true)
      try daemon.photograph(1, "the frame that came before") { $0.uniformColor == RGB(0xC0, 0x20, 0x10) }
      // A frozen picture stays, and the newest frame follows.
      _ = try daemon.client.call(FreezeCall(screen: bench.connector(1), on: true))
      try program.show(green)
      bench.letPass(seconds: 1)
      try expect(bench.photograph(1).uniformColor, is: RGB(0xC0, 0x20, 0x10), "the frozen frame")
      _ = try daemon.client.call(FreezeCall(screen: bench.connector(1), on: false))
      try daemon.photograph(1, "the newest frame") { $0.uniformColor == RGB(0x20, 0xC0, 0x10) }
    }

    // A frame for a later time comes right behind one for the next refresh.
    do {
      let program = try SurfaceProgram(bench, "chart")
      try program.wait(for: program.show(red))
      try program.show(green)
      try program.show(red, at: program.presentedTime + 6_000_000_000)
      bench.letPass(seconds: 2)
      try expect(bench.photograph(1).uniformColor, is: RGB(0x20, 0xC0, 0x10), "the screen before the later time")
      bench.letPass(seconds: 6)
      try expect(bench.photograph(1).uniformColor, is: RGB(0xC0, 0x20, 0x10), "the screen after the later time")
    }

    // A still surface draws nothing.
    let before = try daemon.status().counters
    bench.letPass(seconds: 5)
    let after = try daemon.status().counters
    try expect(after.flips, is: before.flips, "frames of a surface that stands")

    let next = try SurfaceProgram(bench, "chart")
    try next.wait(for: next.show(red))
    try daemon.photograph(1, "the frame of the next program") { $0.uniformColor == RGB(0xC0, 0x20, 0x10) }
  }

  static let surfaceSizes = Scenario(
    "a surface gets buffers of its size on each screen, and buffers of another size keep their shape",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("surface: chart"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let program = try SurfaceProgram(bench, "chart")
    try program.wait(for: program.show(red))
    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(1024, 768))
    try daemon.wait(1, .presented)
    try program.wait(forSize: "1024x768")
    try program.wait(for: program.show(green))
    try daemon.photograph(1, "the frame of the new size") { $0.uniformColor == RGB(0x20, 0xC0, 0x10) }
    _ = try daemon.client.call(RotateCall(screen: bench.connector(1), rotation: "90"))
    try program.wait(forSize: "768x1024")
    try program.wait(for: program.show(red))
    try daemon.photograph(1, "the frame for the turned screen") { $0.uniformColor == RGB(0xC0, 0x20, 0x10) }
    _ = try daemon.client.call(RotateCall(screen: bench.connector(1), rotation: "0"))
    try daemon.wait(1, .presented)

    // A second screen shows the same frames, also those that come while it is dark.
    try bench.plug(2, TestDisplay(800, 600))
    try daemon.wait(2, .presented)
    try daemon.photograph(2, "the frame on the second screen") { $0[400, 300] == RGB(0xC0, 0x20, 0x10) }
    _ = try daemon.client.call(BlankCall(screen: bench.connector(2), on: true))
    for _ in 0..<20 { try program.wait(for: program.show(green)) }
    _ = try daemon.client.call(BlankCall(screen: bench.connector(2), on: false))
    for display in [1, 2] {
      try daemon.photograph(display, "the newest frame") { $0[400, 300] == RGB(0x20, 0xC0, 0x10) }
    }
    try bench.unplug(2)
    try daemon.wait(2, .disconnected)

    // 1024x768 has room for 1024x512, with 128 rows of black above and below.
    let wide = try SurfaceProgram(bench, "wide", width: 64, height: 32)
    try daemon.show(1, ContentInfo(kind: "surface", value: .string("wide")))
    try wide.wait(for: wide.show(green))
    try daemon.photograph(1, "a frame of another shape") { picture in
      picture[512, 127] == RGB(0, 0, 0) && picture[512, 128] == RGB(0x20, 0xC0, 0x10)
        && picture[512, 639] == RGB(0x20, 0xC0, 0x10) && picture[512, 640] == RGB(0, 0, 0)
        && picture[0, 384] == RGB(0x20, 0xC0, 0x10) && picture[1023, 384] == RGB(0x20, 0xC0, 0x10)
    }
  }

  static let faultyPrograms = Scenario(
    "a faulty program of a surface gets the reason, and other programs and screens miss nothing",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("surface: chart"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    try bench.plug(2, TestDisplay(1024, 768))
    try daemon.wait(2, .presented)
    try daemon.show(2, .pattern("moving-bar"))
    let process = try daemon.status().processID
    let hello = Packet.hello("other")
    let missed = try daemon.status().counters.missed
    let cases: [(packets: [[UInt8]], reason: String)] = [
      ([[1]], "length"), ([[UInt8](repeating: 0xFF, count: 88)], "length"),
      ([[UInt8](repeating: 1, count: 4096)], "longer"), ([Packet.hello("other") + [0]], "length"),
      ([Packet.words(77, 8)], "type 77"), ([Packet.hello("other", version: 2)], "version is 2"),
      ([Packet.hello("")], "name"), ([Packet.hello("a\nb")], "name"),
      ([Packet.hello("", bytes: [0xFF, 0xFE])], "name"),
      ([Packet.hello("", bytes: [UInt8](repeating: 0x61, count: 64))], "name"),
      ([Packet.hello("other", width: 5)], "size"), ([Packet.hello("other", width: .max, height: .max)], "size"),
      ([Packet.hello("other", width: 8193, height: 1)], "size"), ([Packet.hello("other", flags: 8)], "flags"),
      ([Packet.words(10, 24, 1, 0, 3200, 0)], "missing"), ([hello, Packet.words(10, 24, 1, 0, 3200, 0)], "missing"),
      ([hello, Packet.words(10, 20, 1, 0, 3200)], "length"),
      ([Packet.frame(serial: 1, buffer: 0)], "before its buffers"), ([hello, hello], "already"),
      ([hello, Packet.frame(serial: 1, buffer: 0)], "before its buffers"),
      ([Packet.hello("chart"), Packet.frame(serial: 1, buffer: 3)], "no buffer 3"),
      ([Packet.hello("chart"), Packet.frame(serial: 1, buffer: .max)], "no buffer"),
      ([Packet.hello("chart"), Packet.frame(serial: 1, buffer: 0, damage: [0, 0, .max, 1])], "damage"),
      ([Packet.hello("chart"), Packet.frame(serial: 1, buffer: 0, damage: [700, 0, 200, 1])], "outside"),
      ([Packet.hello("chart", width: 8192, height: 8192)], "four times"),
      ([Packet.hello("chart"), Packet.frame(serial: 0, buffer: 0)], "no buffers 0"),
      ([Packet.hello("chart"), Packet.frame(serial: 900, buffer: 0)], "no buffers 900"),
      (
        [
          Packet.hello("chart"), Packet.frame(serial: 1, buffer: 0, target: .max),
          Packet.frame(serial: 1, buffer: 0, target: .max),
        ], "again"
      ),
    ]
    for (packets, reason) in cases {
      let refusal = try unwrap(SurfaceProgram.refusal(bench, of: packets), "no reason with \"\(reason)\"")
      try expect(refusal.contains(reason), "\"\(refusal)\" instead of \"\(reason)\"")
    }
    let refusal = try SurfaceProgram.refusal(bench, of: [hello], with: 0)
    try expect(refusal?.contains("descriptor") == true, "the reason for a descriptor is \(refusal ?? "none")")

    let program = try SurfaceProgram(bench, "chart")
    try program.wait(for: program.show(red))
    let second = try SurfaceProgram.refusal(bench, of: [Packet.hello("chart")])
    try expect(second?.contains("already") == true, "the reason for a second program is \(second ?? "none")")
    // Programs that say nothing, up to the limit.
    let silent = try (0..<15).map { try SurfaceProgram(bench, "silent \($0)") }
    let last = try SurfaceProgram.refusal(bench, of: [hello])
    try expect(last?.contains("limit") == true, "the reason beyond the limit is \(last ?? "none")")
    try withExtendedLifetime(silent) { try program.wait(for: program.show(green)) }
    try daemon.photograph(1, "the frame of the program without a fault") { $0.uniformColor == RGB(0x20, 0xC0, 0x10) }
    try expect(daemon.status().processID, is: process, "the daemon's process")
    try expect(daemon.status().counters.missed, is: missed, "missed refreshes")
  }

  static let surfaceSamples = Scenario(
    "the samples of surfaces in Python, in C and with OpenGL ES draw", gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("surface: clock"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let folder = PythonExample.folder.path
    // The programs have their own clock.
    let time = RealTime(bench)
    defer { withExtendedLifetime(time) {} }
    func expectMotion(of program: ChildProcess, _ what: String) throws {
      var pictures: Set<Photograph> = []
      let moves = try Deadline(after: 60).poll { () throws -> Bool? in
        let picture = try bench.photograph(1)
        if picture.histogram.count > 1 { pictures.insert(picture) }
        return pictures.count > 1 || program.exitStatus() != nil ? true : nil
      }
      try expect(moves != nil && program.exitStatus() == nil, "\(what) moves; it says: \(program.output)")
    }
    do {
      let rings = try ChildProcess(
        ["/usr/bin/python3", "-B", "\(folder)/surface/surface.py"], environment: ["MARQUEE_SOCKET": bench.socketPath],
        log: bench.write([], name: "rings.log"))
      try expectMotion(of: rings, "surface.py")
    }
    do {
      let program = try bench.write([], name: "bar")
      _ = try ChildProcess.shell("clang -Wall -Wextra -Werror -o '\(program)' '\(folder)/surface-c/bar.c'")
      let bar = try ChildProcess(
        [program, SurfaceProgram.path(bench), "clock"], environment: [:], log: bench.write([], name: "bar.log"))
      try expectMotion(of: bar, "bar.c")
    }
    // Without a card, Mesa draws with the CPU, and the program copies the pixels.
    let triangle = try ChildProcess(
      ["\(BuiltPrograms.folder())/surface-gbm", SurfaceProgram.path(bench), "clock"],
      environment: ["MESA_SHADER_CACHE_DISABLE": "true"], log: bench.write([], name: "triangle.log"))
    try expectMotion(of: triangle, "surface-gbm")
    try expect(triangle.output.contains("memory files"), "surface-gbm says: \(triangle.output)")
    try daemon.photograph(1, "the background and the triangle", within: 60) { picture in
      picture[0, 0].green == 0x33 && picture[0, 0].blue == 0x66 && picture[400, 300].blue == 0xFF
    }
  }
}

/// Packets of the surfaces' protocol with any values.
private enum Packet {
  static func words(_ words: UInt32...) -> [UInt8] { words.flatMap(bytes) }

  static func hello(
    _ name: String, bytes field: [UInt8]? = nil, version: UInt32 = 1, width: UInt32 = 0, height: UInt32 = 0,
    flags: UInt32 = 0
  ) -> [UInt8] {
    let field = field ?? Array(name.utf8)
    return words(1, 88, version, width, height, flags) + field + [UInt8](repeating: 0, count: 64 - field.count)
  }

  static func frame(
    serial: UInt32, buffer: UInt32, target: UInt64 = 0, damage: [UInt32] = [0, 0, 0, 0]
  ) -> [UInt8] {
    words(2, 48, serial, buffer, 1, 0) + bytes(target) + damage.flatMap(bytes)
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
