import ControlProtocol
import Foundation
import Glibc
import Testing

/// The command line's output for EDIDs and configurations, without a daemon.
@Suite(.serialized) struct MarqueectlEDIDTests {
  private func run(_ arguments: String..., input: String = "") throws -> ToolRun {
    let tool = try ToolRun(arguments, environment: ["MARQUEE_SOCKET=/tmp/no-such-marquee"], input: input)
    tool.wait()
    return tool
  }

  @Test func edidNeedsNoDaemon() throws {
    let samples = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let file = "/\(samples)/EDIDTests/Samples/monitor-dell-uhd-1.bin"
    let tool = try run("edid", file)
    #expect(tool.status == 0)
    #expect(tool.output.contains(": DEL "))
    #expect(tool.output.contains("preferred"))
    let explained = try run("explain", "--edid", file, "DP-1")
    #expect(explained.status == 0)
    #expect(explained.output.hasPrefix("DP-1  DEL "))
    let bad = try run("edid", "-", input: "no EDID")
    #expect(bad.status == 1)
    #expect(bad.complaint.contains("No EDID"))
    #expect(try run("edid", "/no-such-file").status == 1)
  }

  /// The values are those of edid-decode for the sample.
  @Test func edidPrintsTheFactsOfTheLinkInJSON() throws {
    let samples = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let file = "/\(samples)/EDIDTests/Samples/monitor-dell-uhd-2.bin"
    let television = "/\(samples)/EDIDTests/Samples/ycbcr420-1.bin"
    let tool = try run("edid", "--json", "/no-such-file", file, "/dev", television)
    #expect(tool.status == 1)
    let all = try #require(JSONSerialization.jsonObject(with: Data(tool.output.utf8)) as? [String: Any])
    let files = try #require(all["files"] as? [[String: Any]])
    try #require(files.count == 4)
    // A file that cannot be read takes nothing from the others, and has the same keys.
    #expect(files.map { Set($0.keys) } == Array(repeating: Set(files[1].keys), count: 4))
    for unreadable in [files[0], files[2]] {
      #expect(unreadable["error"] is String && unreadable["make"] is NSNull && unreadable["bytes"] is NSNull)
    }
    let read = files[1]
    #expect(read["error"] is NSNull && read["make"] as? String == "DEL" && read["hdmi"] as? Bool == true)
    let numbers = ["productCode": 41193, "serialNumber": 809_978_956, "week": 49, "year": 2017, "blocks": 2]
    for (key, number) in numbers { #expect(read[key] as? Int == number, "\(key)") }
    #expect(read["cecAddress"] as? String == "1.0.0.0")
    #expect(read["scdc"] as? Bool == true && read["maximumTMDSMegahertz"] as? Int == 600)
    #expect((read["verticalHertz"] as? [String: Int]) == ["minimum": 49, "maximum": 86])
    let audio = try #require(read["audio"] as? [[String: Any]])
    #expect(audio.contains { $0["format"] as? String == "PCM" && $0["channels"] as? Int == 2 })
    let compatible = try #require(files[3]["ycbcr420Modes"] as? [[String: Any]])
    #expect(compatible.contains { $0["width"] as? Int == 3840 && $0["height"] as? Int == 2160 })
  }

  @Test func aWrongConfigurationNamesFileAndLine() throws {
    let samples = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let file = "/\(samples)/EDIDTests/Samples/monitor-dell-uhd-1.bin"
    let configuration = "/tmp/marquee-config-\(getpid())-\(UInt32.random(in: 0 ... .max)).yaml"
    let descriptor = open(configuration, O_CREAT | O_WRONLY, 0o600)
    let text = "screens:\n  - match: { make: DEL }\n    rotation: 45\n"
    _ = write(descriptor, text, text.utf8.count)
    close(descriptor)
    defer { unlink(configuration) }
    let tool = try run("explain", "--edid", file, "--config", configuration)
    #expect(tool.status == 1)
    #expect(tool.complaint.contains("\(configuration):3:"))
  }

  @Test func explainingAnEDIDTakesTheSceneOfThatScreenAndTheKernelsRates() throws {
    let samples = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let file = "/\(samples)/EDIDTests/Samples/tv-sony-2.bin"
    let configuration = "/tmp/marquee-config-\(getpid())-\(UInt32.random(in: 0 ... .max)).yaml"
    let descriptor = open(configuration, O_CREAT | O_WRONLY, 0o600)
    let text = """
      apps:
        lobby:
          scenes:
            externalDisplayNonInteractive:
              - { name: any, modes: [640x480], content: { color: "#000000" } }
              - { name: this, match: { connector: "HDMI-*" }, modes: [1280x720@59.94], content: { color: "#000000" } }
      """
    _ = write(descriptor, text, text.utf8.count)
    close(descriptor)
    defer { unlink(configuration) }
    let hdmi = try run("explain", "--edid", file, "--config", configuration, "HDMI-A-1")
    #expect(hdmi.output.contains("1. 1280x720@59.94"), "\(hdmi.output)")
    let other = try run("explain", "--edid", file, "--config", configuration, "DP-1")
    #expect(other.output.contains("1. 640x480"), "\(other.output)")
  }
}
