import ArgumentParser
import ControlProtocol

/// What is plugged in: an EDID from a file, or a display that is made up.
struct SimulatedDisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A file with EDID bytes, as /sys/class/drm has them.", valueName: "file"), completion: .file())
  var edid: String?
  @Option(help: ArgumentHelp("A display that prefers this mode; 1920x1080@60 if nothing is given.", valueName: "mode"))
  var display: String?
  @Option(help: "The make of a display that is made up.") var make: String?
  @Option(help: "The model of a display that is made up.") var model: String?
  @Option(help: "The serial of a display that is made up.") var serial: String?
  @Flag(help: "The EDID is rubbish, or missing where no file is given.") var unreadable = false
  @Option(name: .customLong("edid-after"), parsing: .unconditional, help: "The EDID comes so late, as 3s.")
  var delay: Duration?
  @Option(help: "The modes until then: guessed or none.") var modes: Word<SimulatedModes>?
  @Flag(help: "No event tells that the late EDID is there.") var unannounced = false

  func validate() throws {
    try delay?.check("--edid-after", within: SimulateCall.times)
    if edid != nil, display != nil { throw ValidationError("Give either --edid or --display.") }
  }

  func apply(to call: inout SimulateCall) throws {
    if let edid {
      call.edid = Base64.encode(try InputFile.bytes(from: edid, limit: 32 * 1024, kind: "EDID"))
    } else if !unreadable {
      call.display = display ?? "1920x1080@60"
    }
    call.unreadable = unreadable ? true : nil
    call.make = make
    call.model = model
    call.serial = serial
    call.seconds = delay?.seconds
    call.modes = modes?.value
    call.announced = unannounced ? false : nil
  }
}
