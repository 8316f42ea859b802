// Measures the programs that read files against the libraries that they read them with: `make bench` runs it.
import Foundation

guard CommandLine.arguments.count > 1 else {
  print("usage: decode-figures DIRECTORY-OF-THE-PROGRAMS [deck | FORMAT]…")
  exit(2)
}
let programs = CommandLine.arguments[1]
let names = CommandLine.arguments.dropFirst(2)
var figures: [DecodeFigure] = []
if names.first != "deck" {
  let bench = try DecodeBench(directory: programs)
  figures = try bench.pictures { name in names.isEmpty || names.contains { name.hasPrefix($0) } }
  if names.isEmpty { figures.append(try bench.deck()) }
}
if names.isEmpty || names.first == "deck" { figures.append(try DeckFlip(directory: programs).measure()) }
guard !figures.isEmpty else {
  print("there is no format \(names.joined(separator: " or "))")
  exit(2)
}
var areMet = true
for figure in figures {
  print(figure.line)
  areMet = areMet && figure.isMet
}
exit(areMet ? 0 : 1)
