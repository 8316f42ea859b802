// The rasteriser: reads requests on descriptor 3, draws, and answers with sealed memory files. DESIGN.md, section 3.
import Glibc

guard let options = WorkerOptions(CommandLine.arguments.dropFirst()) else {
  unsafe fputs("usage: marquee-rasterizer [--idle-milliseconds N]; marqueed starts it, with a socket as descriptor 3\n", stderr)
  exit(2)
}
Hardening.apply()
Worker(options).run()
