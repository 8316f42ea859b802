/// Metrics in Prometheus's text format, version 0.0.4. Each metric has its help, its type and its samples.
package struct MetricsText: Sendable {
  package enum Kind: String, Sendable, Encodable {
    /// A value that only rises, and begins again with the daemon or the display.
    case counter
    case gauge
  }

  /// The metrics in their order.
  package private(set) var metrics: [Metric] = []

  package init() {}

  /// Writes a metric unless it has no samples.
  ///
  /// - Parameter name: the name after `marquee_`. The name of a counter ends with `_total`.
  package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [MetricSample]) {
    guard !samples.isEmpty else { return }
    metrics.append(Metric(name: "marquee_\(name)", type: kind, help: help, samples: samples))
  }

  package var text: String { metrics.map(Self.text).joined() }

  private static func text(_ metric: Metric) -> String {
    var text = "# HELP \(metric.name) \(escaped(metric.help))\n# TYPE \(metric.name) \(metric.type.rawValue)\n"
    for sample in metric.samples {
      let labels = sample.labels.map { "\($0.key)=\"\(escaped($0.value, quotes: true))\"" }
      let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      text += "\(metric.name)\(list) \(number(sample.value))\n"
    }
    return text
  }

  private static func escaped(_ text: String, quotes: Bool = false) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}

/// A metric with its samples.
package struct Metric: Sendable, Encodable {
  package let name: String
  package let type: MetricsText.Kind
  package let help: String
  package let samples: [MetricSample]
}

/// A value of a metric with its labels.
package struct MetricSample: Sendable, Encodable {
  package var value: Double
  package var labels: KeyValuePairs<String, String>

  package init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
    self.value = value
    self.labels = labels
  }

  private enum Keys: String, CodingKey {
    case value, labels
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    // JSON has no infinity, and no value that is no number.
    try container.encode(value.isFinite ? value : nil, forKey: .value)
    try container.encode(Dictionary(labels.map { ($0.key, $0.value) }) { first, _ in first }, forKey: .labels)
  }
}

extension MetricsText {
  /// Writes the state of the daemon and of its screens.
  package mutating func add(_ status: StatusReply, _ screens: [ScreenInfo]) {
    add(
      "build_info", .gauge, "The daemon's version and backend.",
      [MetricSample(1, ["version": status.version, "backend": status.backend])])
    add("uptime_seconds", .gauge, "Seconds since the daemon started.", [MetricSample(status.uptimeSeconds)])
    add("warnings", .gauge, "Warnings; status has their texts.", count(status.warnings.count))
    add("devices", .gauge, "Open cards.", count(status.devices.count))
    addCounters(status)
    let connected = screens.filter { $0.status == .connected }
    add("screens", .gauge, "Connected screens.", count(connected.count))
    addScreens(connected)
    addFrames(status.frames)
  }

  /// Writes temperatures, in degrees Celsius, by their sensors.
  package mutating func add(temperatures: [MetricSample]) {
    add("temperature_celsius", .gauge, "Temperatures of the kernel's sensors: thermal zones and hwmon.", temperatures)
  }

  private func count(_ number: Int) -> [MetricSample] { [MetricSample(Double(number))] }

  private mutating func addCounters(_ status: StatusReply) {
    let counters = status.counters
    add(
      "frames_total", .counter, "Frames by their ending.",
      [
        MetricSample(Double(counters.flips), ["ending": "presented"]),
        MetricSample(Double(counters.superseded), ["ending": "superseded"]),
        MetricSample(Double(counters.discarded), ["ending": "discarded"]),
      ])
    let rows: [(String, String, UInt64)] = [
      ("missed_refreshes_total", "Refreshes that a late frame missed.", counters.missed),
      ("modesets_total", "Modesets.", counters.modesets),
      ("recoveries_total", "Recoveries from a flip that never ended.", counters.recoveries),
      ("rasterizer_deaths_total", "Deaths of the process that draws texts.", status.rasterizer.restarts),
      ("rasterizer_jobs_total", "Requested texts and codes.", status.rasterizer.jobs),
      ("reader_deaths_total", "Deaths of processes that read pictures or decks.", counters.readerDeaths),
      ("control_connections_total", "Connections to the control socket.", counters.connections),
      ("control_requests_total", "Requests over the control socket.", counters.requests),
      ("control_refusals_total", "Requests that were refused for lack of access.", counters.refusals),
    ]
    for (name, help, value) in rows { add(name, .counter, help, [MetricSample(Double(value))]) }
    if let videos = status.videos { addVideos(videos) }
  }

  private mutating func addVideos(_ videos: VideoCounterInfo) {
    add(
      "video_pictures_total", .counter, "Pictures of videos by their ending.",
      [
        MetricSample(Double(videos.shown), ["ending": "shown"]),
        MetricSample(Double(videos.leftOut), ["ending": "left_out"]),
      ])
    let rows = [
      (
        "video_repeats_total", "Refreshes that showed a picture of a video once more, because the next one was late.",
        videos.repeated
      ),
      ("video_late_pictures_total", "Pictures of videos that missed their first refresh.", videos.late),
    ]
    for (name, help, value) in rows { add(name, .counter, help, [MetricSample(Double(value))]) }
  }

  private mutating func addScreens(_ screens: [ScreenInfo]) {
    func samples(_ value: (ScreenInfo) -> Double?) -> [MetricSample] {
      screens.compactMap { screen in value(screen).map { MetricSample($0, ["screen": screen.name]) } }
    }
    add(
      "screen_info", .gauge, "Each connected display and its mode; the mode is empty while the display is dark.",
      screens.map {
        MetricSample(
          1, ["screen": $0.name, "make": $0.make, "model": $0.model, "mode": $0.currentMode?.name ?? ""])
      })
    add("screen_lit", .gauge, "Whether the display has a mode.", samples { $0.currentMode == nil ? 0 : 1 })
    add("screen_guessed", .gauge, "Whether the display's EDID could not be read yet.", samples { $0.guessed ? 1 : 0 })
    add("screen_width_pixels", .gauge, "The mode's width.", samples { $0.currentMode.map { Double($0.width) } })
    add("screen_height_pixels", .gauge, "The mode's height.", samples { $0.currentMode.map { Double($0.height) } })
    add(
      "screen_refresh_hertz", .gauge, "The mode's refresh rate.",
      samples { $0.currentMode.map { Double($0.refreshMillihertz) / 1000 } })
  }

  private mutating func addFrames(_ frames: [FramesInfo]) {
    func samples(_ value: (FramesInfo) -> Double?) -> [MetricSample] {
      frames.compactMap { screen in value(screen).map { MetricSample($0, ["screen": screen.screen]) } }
    }
    add(
      "screen_last_frame_age_seconds", .gauge,
      "The age of the display's picture; it grows while the picture does not change.",
      samples { $0.ageSeconds })
    add("screen_flips_total", .counter, "Frames since the display was connected.", samples { Double($0.flips) })
    add(
      "screen_missed_refreshes_total", .counter, "Refreshes that a late frame missed, since the display was connected.",
      samples { Double($0.missed) })
    add("screen_modesets_total", .counter, "Modesets since the display was connected.", samples { Double($0.modesets) })
    add(
      "screen_recoveries_total", .counter, "Recoveries from a flip that never ended, since the display was connected.",
      samples { Double($0.recoveries) })
  }
}
