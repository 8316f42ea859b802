internal import CGStreamer
import RasterWorker

// Mixes the sound of clips and plays it on one device of ALSA. Clips come with messages over the socket, which is descriptor 3, as samples and
// not as files: this process decodes nothing.

gst_registry_fork_set_enabled(0)
gst_init(nil, nil)
let policy = WorkerPolicy(
  addressSpace: 1 << 30,
  files: .usingDevices(["/dev/snd"], reading: ["/proc/asound", "/etc/asound.conf", "/etc/alsa"]),
  calls: .sounding, niceness: nil)
WorkerProgram.run("marquee-sound", policy) { socket, sandbox in SoundMixer(socket, sandbox).run() }
