import RasterWorker

// Decodes video files and live streams with GStreamer, and draws their pictures as a surface (docs/surfaces.md). The file or the address, and
// the buffers, come with messages over the socket, which is descriptor 3.

// Address space for the threads of two decoders, and for the pictures that a decoder keeps in 4K. Threads reserve much more than they use, so
// a small machine gets no less than 2 GiB. The unit limits the memory.
// GStreamer reads the list of its plugins before the sandbox, because the list is in a folder of the user.
if CommandLine.arguments.dropFirst().first == "--stream" {
  PluginLibrary.startForStreams()
  let policy = WorkerPolicy(
    addressSpace: 4 << 30, atLeast: 2 << 30, files: .readingTheNetworksFiles, calls: .streaming)
  WorkerProgram.run("marquee-video --stream", policy, CommandLine.arguments.dropFirst(2)) { socket, sandbox in
    StreamPlayer(socket, sandbox).run()
  }
} else {
  PluginLibrary.start()
  let policy = WorkerPolicy(addressSpace: 4 << 30, atLeast: 2 << 30, files: .readingTheSystem, calls: .playing)
  WorkerProgram.run("marquee-video", policy) { socket, sandbox in VideoPlayer(socket, sandbox).run() }
}
