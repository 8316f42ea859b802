// The stream by which a page hears of what happens: it stays connected, and leaves where the pairing has ended.
import { post, state, tell } from "./page.js";

let stream;
let source;
let lastHeard = 0;
let again;
/** Follows a stream: `heard` has what is done with each of its events; `pairing` is the page for who is not paired any more. */
export function follow(path, heard, pairing, onlineDidChange) {
  stream = { path, heard, pairing, onlineDidChange };
  listen();
}
/** Begins to hear, or begins anew. */
function listen() {
  clearTimeout(again);
  source?.close();
  source = new EventSource(stream.path);
  lastHeard = performance.now();
  for (const [name, handler] of Object.entries(stream.heard)) {
    source.addEventListener(name, event => { setOnline(true); handler(JSON.parse(event.data)); });
  }
  source.onerror = () => {
    setOnline(false);
    // The browser tries again by itself, unless it was answered with something else.
    if (source.readyState === EventSource.CLOSED) again = setTimeout(askWhy, 1000);
  };
}
async function askWhy() {
  try {
    if ((await fetch("/assets/page.js", { cache: "no-store" })).status === 401) return leave();
  } catch { /* still away */ }
  listen();
}
// Several requests may hear of it, and each would begin to load the next page anew.
let isLeaving = false;
/** The pairing has ended. */
export function leave() {
  if (isLeaving) return;
  isLeaving = true;
  source?.close();
  location.replace(stream.pairing);
}
/** Ends this device's pairing; stays to say so where the box could not write that down. */
export async function unpair() {
  if (isLeaving) return;
  isLeaving = true;
  try {
    // The box answers once its disk has written it.
    const reply = await post("/api/leave", {}, 60_000);
    if (reply.ok || reply.status === 401) {
      source?.close();
      return location.replace(stream.pairing);
    }
    const { error } = await reply.json();
    // It has no pairing any more, and hears of nothing.
    if (reply.status === 500) source?.close(); else isLeaving = false;
    tell(error, { key: "unpair", trouble: true });
  } catch {
    isLeaving = false;
    tell("There was no answer. This device may still be paired: try again.", { key: "unpair", trouble: true, seconds: 6 });
  }
}
function setOnline(online) {
  if (online) lastHeard = performance.now();
  if (state.online === online && state.known) return;
  state.online = online;
  state.known = true;
  document.body.classList.toggle("lost", !online);
  stream.onlineDidChange?.();
  tell(online ? null : "Connection lost. Trying again …", { key: "link", trouble: true });
}
// A phone that slept has a stream that is dead without saying so; something comes every fifteen seconds.
setInterval(() => { if (performance.now() - lastHeard > 35e3) { setOnline(false); listen(); } }, 5000);
for (const [target, name] of [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]]) {
  target.addEventListener(name, () => { if (stream && !document.hidden && performance.now() - lastHeard > 16e3) listen(); });
}
