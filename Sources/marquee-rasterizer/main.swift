// The rasteriser: reads requests on descriptor 3, draws, and answers with sealed memory files. DESIGN.md, section 3.
import Glibc

guard let options = WorkerOptions(CommandLine.arguments.dropFirst()) else {
  let usage =
    "usage: marquee-rasterizer [--idle-milliseconds N | --check-sandbox]\nmarqueed starts it, with a socket as descriptor 3\n"
  _ = unsafe write(2, usage, usage.utf8.count)
  exit(2)
}
Hardening.apply()
if options.checksSandbox { exit(SandboxCheck.run()) }
Worker(options).run()
