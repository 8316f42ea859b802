import RasterWorker

// Decodes picture files, and replies with sealed memory files. The files' descriptors come with requests over the socket, which is
// descriptor 3.
// Address space for the largest picture as it is decoded and as it is shown (256 MiB each), and the libraries.

let policy = WorkerPolicy(addressSpace: 3 << 29, files: .readingTheSystem, calls: .decoding)
WorkerProgram.run("marquee-pictures", policy) { PictureHandler() }
