// Shows each line of the standard input on every display. Run `swift run controller`, and end it with Ctrl-D.
import ControlClient
import ControlProtocol
import Glibc

do {
  let client = try ControlClient()
  while let line = readLine() {
    for screen in try client.call(ScreensCall()).screens {
      let reply = Result { try client.call(ShowCall(screen: screen.name, content: .banner(BannerInfo(text: line)))) }
      print(screen.name, reply.map { $0.presented.first?.frame ?? $0.note ?? "no picture" })
    }
  }
} catch { exit(puts("\(error)") < 0 ? 2 : 1) }
