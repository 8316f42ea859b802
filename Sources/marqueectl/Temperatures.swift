import ControlProtocol
import Glibc

/// The temperatures that the kernel reports: thermal zones, and the sensors of hwmon (Documentation/hwmon/sysfs-interface.rst).
struct Temperatures {
  private let root: String

  /// Reads below `root`, which is `/sys`.
  init(root: String = "/sys") { self.root = root }

  /// One sample a sensor; one that cannot be read now is left out.
  var samples: [MetricSample] {
    let zones = entries("class/thermal") { $0.hasPrefix("thermal_zone") }.compactMap { zone in
      sample("class/thermal/\(zone)/temp", chip: word("class/thermal/\(zone)/type") ?? "", sensor: zone)
    }
    let chips = entries("class/hwmon") { $0.hasPrefix("hwmon") }.flatMap { chip in
      entries("class/hwmon/\(chip)") { $0.hasPrefix("temp") && $0.hasSuffix("_input") }.compactMap { file in
        let sensor = String(file.dropLast("_input".count))
        let label = word("class/hwmon/\(chip)/\(sensor)_label").map { " \($0)" } ?? ""
        return sample(
          "class/hwmon/\(chip)/\(file)", chip: word("class/hwmon/\(chip)/name") ?? "",
          sensor: "\(chip) \(sensor)\(label)")
      }
    }
    return zones + chips
  }

  private func sample(_ path: String, chip: String, sensor: String) -> MetricSample? {
    // Thousandths of a degree.
    word(path).flatMap { Int32($0) }.map { MetricSample(Double($0) / 1000, ["chip": chip, "sensor": sensor]) }
  }

  private func entries(_ path: String, where fits: (String) -> Bool) -> [String] {
    guard let directory = opendir("\(root)/\(path)") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if fits(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// The first line of a small file; nil where there is none.
  private func word(_ path: String) -> String? {
    let descriptor = open("\(root)/\(path)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
