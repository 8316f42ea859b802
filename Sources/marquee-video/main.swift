import RasterWorker

// Decodes video files with GStreamer, and draws their pictures as a surface (docs/surfaces.md). The file and the buffers come
// with messages over the socket, which is descriptor 3.

// GStreamer reads the list of its plugins before the sandbox, because the list is in a folder of the user.
PluginLibrary.start()
// Address space for the threads of two decoders, and for the pictures that a decoder keeps in 4K. Threads reserve much more than they use, so
// a small machine gets no less than 2 GiB. The unit limits the memory.
let policy = WorkerPolicy(addressSpace: 4 << 30, atLeast: 2 << 30, files: .readingTheSystem, calls: .playing)
WorkerProgram.run("marquee-video", policy) { socket, sandbox in VideoPlayer(socket, sandbox).run() }
