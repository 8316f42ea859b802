import RasterWorker

// Draws pages of PDF files, whose descriptors come with requests over the socket, descriptor 3, and reads their numbers, titles and notes.
// Address space for poppler with its largest page and the pictures in it; no page is larger than a screen.

let policy = WorkerPolicy(addressSpace: 3 << 29, files: .readingTheSystem, calls: .decoding)
WorkerProgram.run("marquee-pages", policy) { PageHandler() }
