internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let appReturnsAtOnce = Scenario(
    "an app that closes its stream and registers on another connection in the same moment gets its name",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.lobby())
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    var slides: AppPlayer? = try AppPlayer(bench, "slides", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "slides", noWait: true))
    try slides?.answer()
    try daemon.photograph(1, "the slides") { $0.uniformColor == .slides }

    let other = try RawConnection(bench)
    // The daemon has received it by then.
    other.call(#"{"method":"org.marquee.Display.Status"}"#)
    _ = other.receive()
    // Both arrive while the daemon is stopped, so that it reads them in one turn of its loop.
    _ = try ChildProcess.shell("kill -s STOP \(process)")
    slides = nil
    other.call(
      #"{"method":"org.marquee.Display.RegisterApp","more":true,"parameters":"#
        + ##"{"name":"slides","scenes":{"externalDisplayNonInteractive":[{"name":"main","content":{"color":"#a04000"}}]}}}"##
    )
    _ = try ChildProcess.shell("kill -s CONT \(process)")
    let answer = String(decoding: other.receive() ?? [], as: UTF8.self)
    try expect(answer.contains("registered"), "the app is taken in: \(answer)")
    try expect(
      daemon.client.call(AppsCall()).apps.first { $0.name == "slides" }?.controller, is: .here, "its controller")
    try expect(bench.photograph(1).uniformColor, is: .slides, "the picture")
  }
}
