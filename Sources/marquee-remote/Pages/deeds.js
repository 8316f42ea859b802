// Everything that can be done on the screens page, by its name.
import { act, ask, box, setting } from "./box.js";
import { removeFile, showFiles, uploadFiles } from "./media.js";
import { tell } from "./page.js";

/** Displays that can be plugged where they are simulated. */
export const kinds = {
  "720p": { title: "A 720p display", display: "1280x720@60" },
  "1080p": { title: "A 1080p display", display: "1920x1080@60" },
  "4K": { title: "A 4K TV", display: "3840x2160@60" },
  portrait: { title: "A portrait panel", display: "1080x1920@60" },
  late: { title: "A TV whose EDID comes 5 s late", display: "1920x1080@60", seconds: 5, modes: "guessed" },
  broken: { title: "A display whose EDID is broken", unreadable: true },
};
/** The connectors of the simulated backend. */
export const connectors = ["HDMI-A-1", "HDMI-A-2", "DP-1", "DP-2"];
const edges = ["top", "right", "bottom", "left"];
const step = 0.5;
/** How far each edge is moved inwards, in percent; what was said in pixels is counted by the mode. */
export function insets(screen) {
  const found = [...(setting(screen, "overscan") ?? "").matchAll(/(top|right|bottom|left) ([\d.]+)(%|px)/g)];
  const mode = box.screens.find(one => one.name === screen)?.currentMode;
  return Object.fromEntries(edges.map(edge => {
    const [, , number, unit] = found.find(one => one[1] === edge) ?? [0, 0, 0, "%"];
    const side = edge === "top" || edge === "bottom" ? mode?.height : mode?.width;
    return [edge, unit === "%" ? Number(number) : Math.round(Number(number) / (side || 1000) * 200) / 2];
  }));
}
export const deeds = {
  // What is on a screen
  tryMode: (screen, mode) => act("SetMode", { screen, mode, confirmSeconds: 15 }),
  keepMode: screen => act("ConfirmMode", { screen }),
  forget: screen => act("Reset", { screen }),
  turn: (screen, rotation) => act("Rotate", { screen, rotation }),
  inset(screen, which, by) {
    const now = insets(screen);
    const moved = which === "all" ? edges : [which];
    const places = moved.map(edge => now[edge] + by * step);
    if (places.every(place => place < 0 || place > 25)) return tell(by < 0 ? "The edge is where the display has it: it cannot go further out." : "An edge may come in by 25 % at most.", { seconds: 6 });
    moved.forEach((edge, place) => { now[edge] = Math.min(25, Math.max(0, places[place])); });
    return act("SetOverscan", { screen, overscan: Object.fromEntries(edges.map(edge => [edge, `${now[edge]}%`])) });
  },
  showGrid: screen => act("Show", { screen, content: { pattern: "grid" }, forSeconds: 300 }),
  configured: screen => act("Show", { screen, configured: true }),
  endGrid: screen => act("Show", { screen, content: { pattern: "grid" }, forSeconds: 0.1, noWait: true }),
  support: (screen, support) => act("SetSupport", { screen, support }),
  power: (screen, on) => act("Power", { screen, on }),
  black: (screen, on) => act("Blank", { screen, on }),
  freeze: (screen, on) => act("Freeze", { screen, on }),
  identify: screen => act("Identify", { screen, noWait: true }),
  // What is open
  front: (app, screen) => act("SetForeground", { app, screen }),
  activate: session => act("ActivateSession", { session }),
  place: (app, screen) => act("PlaceApp", { app, screen }),
  begin: app => act("RequestScene", { app }),
  end: session => act("DestroySession", { session }),
  // Files of contents
  upload: uploadFiles,
  remove: removeFile,
  showFiles,
  // Simulated displays
  async plug(kind) {
    // What the page knows may be a moment old.
    const known = await act("Screens");
    if (!known) return;
    const there = new Set(known.screens.map(screen => screen.name));
    const screen = connectors.find(name => !there.has(name));
    if (!screen) return tell("All connectors have a display. Unplug one first.", { seconds: 6 });
    const { title, ...display } = kinds[kind];
    return await act("Simulate", { command: "plug", screen, ...display }) && tell(`${title} is plugged in at ${screen}.`);
  },
  unplug: screen => act("Simulate", { command: "unplug", screen }),
  async storm() {
    const screen = box.screens.find(one => one.status === "connected")?.name;
    if (!screen) return tell("No display is plugged in. Plug one in first.", { seconds: 6 });
    tell(`The plug of ${screen} is loose …`);
    for (let times = 0; times < 6; times++) {
      try {
        await ask("Simulate", { command: "unplug", screen });
        // The same display each time.
        await ask("Simulate", { command: "plug", screen });
      } catch (error) { return tell(error.message, { seconds: 6, trouble: true }); }
    }
    tell(`${screen} was pulled six times, and is in.`);
  },
};
