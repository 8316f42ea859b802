// Measures the programs that read files against the libraries that they read them with: `make bench` runs it.
import Foundation

guard CommandLine.arguments.count > 1 else {
  print("usage: decode-figures DIRECTORY-OF-THE-PROGRAMS")
  exit(2)
}
let bench = try DecodeBench(directory: CommandLine.arguments[1])
var areMet = true
for figure in try bench.pictures() + [bench.deck()] {
  print(figure.line)
  areMet = areMet && figure.isMet
}
exit(areMet ? 0 : 1)
