import DisplayTypes
import Testing

@testable import Scenes

@Suite("DisplayMemory")
@MainActor
struct DisplayMemoryTests {
  private let tv = DisplayIdentity(make: "TST", model: "TV", serial: "1")

  private func memory(_ connectors: String...) -> DisplayMemory {
    DisplayMemory(connectors.map { DisplayRecord(identity: tv, connector: $0, mode: nil, hadEDID: true) })
  }

  @Test("a display that moved to another connector is known there, unless an equal one is on its former connector")
  func moved() {
    let memory = memory("HDMI-A-1")
    #expect(memory.record(of: tv, on: "HDMI-A-2", taken: [])?.connector == "HDMI-A-1")
    #expect(memory.record(of: tv, on: "HDMI-A-2", taken: ["HDMI-A-1"]) == nil)
  }

  @Test("of equal displays the connector decides")
  func twins() {
    var memory = memory("HDMI-A-1", "HDMI-A-2")
    memory.update(tv, on: "HDMI-A-1", taken: []) { $0.choices.isBlank = true }
    #expect(memory.record(of: tv, on: "HDMI-A-1", taken: [])?.choices.isBlank == true)
    #expect(memory.record(of: tv, on: "HDMI-A-2", taken: [])?.choices.isBlank == false)
    #expect(memory.records.count == 2)
  }

  @Test("displays without an identity are distinguished only by connector")
  func unknown() {
    var memory = DisplayMemory([])
    memory.update(.unknown, on: "VGA-1", taken: []) { $0.choices.isBlank = true }
    #expect(memory.record(of: .unknown, on: "VGA-2", taken: []) == nil)
    #expect(memory.record(of: .unknown, on: "VGA-1", taken: []) != nil)
  }

  @Test("the last display on a connector is the last one with an identity")
  func last() {
    var memory = memory("HDMI-A-1")
    let other = DisplayIdentity(make: "TST", model: "Other", serial: "2")
    memory.update(other, on: "HDMI-A-1", taken: []) { $0.hadEDID = true }
    memory.update(.unknown, on: "HDMI-A-1", taken: []) { $0.choices.isBlank = true }
    #expect(memory.lastKnown(on: "HDMI-A-1")?.identity == other)
    #expect(memory.lastKnown(on: "HDMI-A-2") == nil)
  }

  @Test("256 displays are kept, those used last")
  func capacity() {
    var memory = memory("HDMI-A-1")
    for serial in 0..<300 {
      memory.update(DisplayIdentity(make: "RIG", model: "M", serial: "\(serial)"), on: "DP-1", taken: []) { _ in }
      memory.update(tv, on: "HDMI-A-1", taken: []) { _ in }
    }
    #expect(memory.records.count == 256)
    #expect(memory.record(of: tv, on: "HDMI-A-1", taken: []) != nil)
    #expect(memory.records.contains { $0.identity.serial == "0" } == false)
  }
}
