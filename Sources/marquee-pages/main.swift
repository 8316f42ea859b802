// Draws pages of PDF files that come as descriptors on descriptor 3, and answers with sealed memory files.
import RasterWorker

let policy = WorkerPolicy(addressSpace: 3 << 29, files: .readingTheSystem, calls: .decoding)
WorkerProgram.run("marquee-pages", policy) { PageHandler() }
