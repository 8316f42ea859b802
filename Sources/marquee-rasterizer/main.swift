import RasterWorker

// The rasteriser: reads requests on descriptor 3, draws, and replies with sealed memory files.
// Address space for the largest picture (256 MiB), the fonts and room for Pango.

let policy = WorkerPolicy(addressSpace: 1 << 30, files: .readingAllAndWritingTheFontCache, calls: .refusing)
WorkerProgram.run("marquee-rasterizer", policy) { TextHandler() }
