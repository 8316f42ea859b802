import DisplayTypes
import Testing

@testable import marquee_keys

/// From keys to commands.
struct KeyMachineTests {
  private var machine = KeyMachine()
  private let device = InputDeviceID(rawValue: 1)
  private let other = InputDeviceID(rawValue: 2)

  private func map(_ bindings: [String: String], repeating: Set<String> = []) throws -> KeyMap {
    var map = KeyMap()
    for (key, words) in bindings {
      map.bindings[try KeyChord(key)] = try KeyBinding(words, repeats: repeating.contains(key))
    }
    return map
  }

  private func code(_ name: String) throws -> KeyCode { try KeyChord(name).code }
  private func at(_ milliseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

  @Test("a key does its command once, as it goes down, however long it is held")
  func once() throws {
    var machine = machine
    let map = try map(["b": "black"])
    #expect(machine.press(try code("b"), of: device, at: at(0), by: map)?.text == "black")
    #expect(machine.deadline == nil)
    // The kernel repeats a held key.
    #expect(machine.press(try code("b"), of: device, at: at(300), by: map) == nil)
    #expect(machine.tick(at(10_000)) == [])
    #expect(machine.release(try code("b"), of: device, at: at(350)) == nil)
    #expect(machine.press(try code("b"), of: device, at: at(400), by: map)?.text == "black")
  }

  @Test("modifiers must match exactly, from any device and side")
  func modifiers() throws {
    var machine = machine
    let map = try map(["b": "black", "ctrl+alt+b": "white"])
    #expect(machine.press(try code("rightctrl"), of: other, at: at(0), by: map) == nil)
    #expect(machine.press(try code("b"), of: device, at: at(1), by: map) == nil)
    _ = machine.release(try code("b"), of: device, at: at(2))
    #expect(machine.press(try code("leftalt"), of: device, at: at(2), by: map) == nil)
    #expect(machine.press(try code("b"), of: device, at: at(3), by: map)?.text == "white")
    _ = machine.release(try code("b"), of: device, at: at(3))
    _ = machine.release(try code("leftalt"), of: device, at: at(4))
    machine.remove(other)
    #expect(machine.press(try code("b"), of: device, at: at(4), by: map)?.text == "black")
  }

  @Test("only a marked key repeats, and a late key gets one repetition for all")
  func repetition() throws {
    var machine = machine
    let map = try map(["right": "next", "left": "previous"], repeating: ["right"])
    #expect(machine.press(try code("right"), of: device, at: at(0), by: map)?.text == "next")
    #expect(machine.press(try code("left"), of: device, at: at(0), by: map)?.text == "previous")
    #expect(machine.tick(at(499)) == [])
    #expect(machine.deadline == at(500))
    #expect(machine.tick(at(500)).map(\.text) == ["next"])
    #expect(machine.tick(at(699)) == [])
    #expect(machine.tick(at(3000)).map(\.text) == ["next"])
    #expect(machine.deadline == at(3200))
    #expect(machine.release(try code("right"), of: device, at: at(3300)) == nil)
    #expect(machine.deadline == nil)
    #expect(machine.tick(at(9000)) == [])
  }

  @Test("a key with a long press does the short one as it comes up, and the long one while it is held, never both")
  func longPress() throws {
    var machine = machine
    let map = try map(["b": "black", "long b": "white"])
    let b = try code("b")
    #expect(machine.press(b, of: device, at: at(0), by: map) == nil)
    #expect(machine.release(b, of: device, at: at(200))?.text == "black")
    #expect(machine.press(b, of: device, at: at(1000), by: map) == nil)
    #expect(machine.deadline == at(1500))
    #expect(machine.tick(at(1500)).map(\.text) == ["white"])
    #expect(machine.deadline == nil)
    #expect(machine.release(b, of: device, at: at(1600)) == nil)
  }

  @Test("the duration of a press comes from its own times, also without a check in between or with a late one")
  func heldWhileBusy() throws {
    var machine = machine
    let map = try map(["b": "black", "long b": "white"])
    let b = try code("b")
    #expect(machine.press(b, of: device, at: at(0), by: map) == nil)
    #expect(machine.release(b, of: device, at: at(500))?.text == "white")
    #expect(machine.press(b, of: device, at: at(1000), by: map) == nil)
    #expect(machine.release(b, of: device, at: at(1499))?.text == "black")
    #expect(machine.tick(at(9000)) == [])
  }

  @Test("a device that is pulled out in the middle of a press lets go of its keys, and does nothing more")
  func pulledOut() throws {
    var machine = machine
    let map = try map(["b": "black", "long b": "white", "right": "next"], repeating: ["right"])
    _ = machine.press(try code("b"), of: device, at: at(0), by: map)
    _ = machine.press(try code("right"), of: device, at: at(0), by: map)
    _ = machine.press(try code("leftctrl"), of: device, at: at(0), by: map)
    machine.remove(device)
    #expect(machine.deadline == nil)
    #expect(machine.tick(at(9000)) == [])
    #expect(machine.release(try code("b"), of: device, at: at(9000)) == nil)
    // Its control key is up too, and the same key of another device is another key.
    #expect(machine.press(try code("right"), of: other, at: at(1), by: map)?.text == "next")
  }

  @Test("the same key of two devices is two keys")
  func twoDevices() throws {
    var machine = machine
    let map = try map(["b": "black"])
    #expect(machine.press(try code("b"), of: device, at: at(0), by: map) != nil)
    #expect(machine.press(try code("b"), of: other, at: at(0), by: map) != nil)
  }
}
