import RasterWorker

// Draws pages of PDF files, and reads their numbers, titles and notes. The files' descriptors come with requests over the socket, which is
// descriptor 3.
// Address space for poppler with its largest page and the pictures in it. No page is larger than a screen.

let policy = WorkerPolicy(addressSpace: 3 << 29, files: .readingTheSystem, calls: .decoding)
WorkerProgram.run("marquee-pages", policy) { PageHandler() }
