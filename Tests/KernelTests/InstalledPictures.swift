import Foundation
import VirtualMachine

/// A photograph with a wrong picture.
struct NotShown: Error, CustomStringConvertible {
  var description: String
}

/// The banner of the packages' configuration: light text on its background.
func isWelcome(_ picture: Photograph) -> Bool {
  let background = RGB(16, 32, 48)
  return picture[0, 0] == background && picture[picture.width - 1, picture.height - 1] == background
    && picture.histogram.contains { $0.key.red > 200 && $0.key.green > 200 && $0.key.blue > 200 && $0.value > 500 }
}

func isDark(_ picture: Photograph) -> Bool {
  picture.showsNoSignal || picture.uniformColor == RGB(0, 0, 0)
}

extension BootOptions {
  /// The packages of `make deb`. `MARQUEE_PACKAGES` names another directory.
  static var installed: BootOptions {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    return .installed(
      ProcessInfo.processInfo.environment["MARQUEE_PACKAGES"] ?? checkout.appending(path: "out/deb").path)
  }

  static var installedInOneGibibyte: BootOptions {
    var options = installed
    options.memoryMebibytes = 1024
    return options
  }

  static var installedWithoutDriver: BootOptions {
    var options = installed
    options.loadsDrivers = false
    return options
  }
}
