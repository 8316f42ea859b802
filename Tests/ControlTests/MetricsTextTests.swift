import ControlProtocol
import FoundationEssentials
import Testing

@testable import marqueectl

@Suite struct MetricsTextTests {
  @Test func aFamilyHasItsHelpItsTypeAndItsSamples() {
    var metrics = MetricsText()
    metrics.add("a_total", .counter, "Back\\slash,\nline \"quoted\".", [MetricSample(3)])
    metrics.add(
      "b", .gauge, "B.", [MetricSample(0.5, ["x": "1", "y": "a\"b\\c\nd"]), MetricSample(.infinity, ["x": "2"])])
    metrics.add("nothing", .gauge, "Without a sample.", [])
    #expect(
      metrics.text == """
        # HELP marquee_a_total Back\\\\slash,\\nline "quoted".
        # TYPE marquee_a_total counter
        marquee_a_total 3
        # HELP marquee_b B.
        # TYPE marquee_b gauge
        marquee_b{x="1",y="a\\"b\\\\c\\nd"} 0.5
        marquee_b{x="2"} +Inf

        """)
  }

  @Test("as JSON a metric has the same values, and null for a value that JSON does not have")
  func asJSON() throws {
    var metrics = MetricsText()
    metrics.add("b", .gauge, "B.", [MetricSample(0.5, ["x": "1"]), MetricSample(.infinity, ["x": "2"])])
    #expect(
      String(decoding: try ControlJSON.encode(metrics.metrics), as: UTF8.self) == """
        [{"help":"B.","name":"marquee_b","samples":[{"labels":{"x":"1"},"value":0.5},\
        {"labels":{"x":"2"},"value":null}],"type":"gauge"}]
        """)
  }

  @Test func statusAndScreensHaveMetrics() {
    let mode = ScreenModeInfo(name: "1920x1080@59.94", width: 1920, height: 1080, refreshMillihertz: 59_940)
    let screens = [
      ScreenInfo(name: "HDMI-A-1", device: "card", make: "DEL", model: "U27", currentMode: mode),
      ScreenInfo(name: "DP-1", device: "card", guessed: true),
      ScreenInfo(name: "DP-2", device: "", status: .disconnected),
    ]
    let status = StatusReply(
      version: "1", processID: 1, uptimeSeconds: 2.5, backend: "kms", screens: 2, devices: [],
      rasterizer: RasterizerInfo(state: .idle, restarts: 4), counters: CounterInfo(flips: 7, missed: 1),
      frames: [FramesInfo(screen: "HDMI-A-1", flips: 6, ageSeconds: 0.25), FramesInfo(screen: "DP-1")],
      warnings: ["one"], videos: VideoCounterInfo(shown: 90, repeated: 3, leftOut: 2, late: 1))
    var metrics = MetricsText()
    metrics.add(status, screens)
    for line in [
      "marquee_screens 2", "marquee_screen_refresh_hertz{screen=\"HDMI-A-1\"} 59.94",
      "marquee_screen_info{screen=\"HDMI-A-1\",make=\"DEL\",model=\"U27\",mode=\"1920x1080@59.94\"} 1",
      "marquee_screen_lit{screen=\"DP-1\"} 0", "marquee_screen_guessed{screen=\"DP-1\"} 1",
      "marquee_screen_last_frame_age_seconds{screen=\"HDMI-A-1\"} 0.25", "marquee_rasterizer_deaths_total 4",
      "marquee_frames_total{ending=\"presented\"} 7", "marquee_missed_refreshes_total 1", "marquee_warnings 1",
      "marquee_screen_flips_total{screen=\"HDMI-A-1\"} 6", "marquee_video_pictures_total{ending=\"shown\"} 90",
      "marquee_video_pictures_total{ending=\"left_out\"} 2", "marquee_video_repeats_total 3",
      "marquee_video_late_pictures_total 1",
    ] { #expect(metrics.text.split(separator: "\n").contains { $0 == line }, "\(line) is not in \(metrics.text)") }
    // A screen that has gone has no series. A frame that never came has none either.
    #expect(!metrics.text.contains("DP-2"))
    #expect(!metrics.text.contains("age_seconds{screen=\"DP-1\"}"))
  }

  @Test func oneRequestIsAnswered() {
    func answer(_ head: String) -> String { MetricsRequest(Array(head.utf8)).response { "marquee_a 1\n" } }
    let good = answer("GET /metrics?x=1 HTTP/1.1\r\nHost: box\r\n\r\n")
    #expect(good.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4"))
    #expect(good.contains("Content-Length: 12\r\n"))
    #expect(good.hasSuffix("\r\n\r\nmarquee_a 1\n"))
    #expect(answer("GET / HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
    #expect(answer("POST /metrics HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 405 "))
    for nonsense in ["", "\u{16}\u{3}\u{1}", "GET /metrics", "GET  /metrics HTTP/1.1", "GET /metrics HTTP/2"] {
      #expect(answer(nonsense).hasPrefix("HTTP/1.1 400 "), "\(nonsense)")
    }
    #expect(MetricsRequest(Array("GET /metrics HTTP/1.0\n\n".utf8)).response { nil }.hasPrefix("HTTP/1.1 503 "))
    #expect(MetricsRequest.isWhole(Array("GET / HTTP/1.1\r\n\r\n".utf8)))
    #expect(!MetricsRequest.isWhole(Array("GET / HTTP/1.1\r\n".utf8)))
  }

  @Test func temperaturesAreThoseOfTheKernel() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "marquee-sys-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    func write(_ text: String, _ path: String) throws {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try write("x86_pkg_temp\n", "class/thermal/thermal_zone0/type")
    try write("45500\n", "class/thermal/thermal_zone0/temp")
    // A sensor that cannot be read now.
    try write("acpitz\n", "class/thermal/thermal_zone1/type")
    try write("", "class/thermal/thermal_zone1/temp")
    try write("k10temp\n", "class/hwmon/hwmon2/name")
    try write("-3250\n", "class/hwmon/hwmon2/temp1_input")
    try write("Tctl\n", "class/hwmon/hwmon2/temp1_label")
    try write("900000\n", "class/hwmon/hwmon2/temp1_max")
    let samples = Temperatures(root: root.path).samples
    #expect(samples.map(\.value) == [45.5, -3.25])
    #expect(
      samples.map { $0.labels.map { "\($0.key)=\($0.value)" } }
        == [["chip=x86_pkg_temp", "sensor=thermal_zone0"], ["chip=k10temp", "sensor=hwmon2 temp1 Tctl"]])
    #expect(Temperatures(root: "/nowhere").samples.isEmpty)
  }
}
