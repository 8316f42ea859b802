import RasterWorker

// Decodes picture files, whose descriptors come with requests over the socket, descriptor 3, and replies with sealed memory files.
// Address space for the largest picture as it is decoded and as it is shown (256 MiB each), and the libraries.

let policy = WorkerPolicy(addressSpace: 3 << 29, files: .readingTheSystem, calls: .decoding)
WorkerProgram.run("marquee-pictures", policy) { PictureHandler() }
