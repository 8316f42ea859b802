// The event stream of a page: it reconnects by itself, and opens the pairing page after the pairing has ended.
import { post, showMessage, state } from "./page.js";

let stream;
let source;
let lastEventAt = 0;
let retryTimer;
/** Follows a stream. `handlers` has a function for each event name; `pairingPage` opens after the pairing has ended. */
export function follow(path, handlers, pairingPage, onlineDidChange) {
  stream = { path, handlers, pairingPage, onlineDidChange };
  connect();
}
function connect() {
  clearTimeout(retryTimer);
  source?.close();
  source = new EventSource(stream.path);
  lastEventAt = performance.now();
  for (const [name, handler] of Object.entries(stream.handlers)) {
    source.addEventListener(name, event => { setOnline(true); handler(JSON.parse(event.data)); });
  }
  source.onerror = () => {
    setOnline(false);
    // The browser tries again by itself unless the server sent another kind of reply.
    if (source.readyState === EventSource.CLOSED) retryTimer = setTimeout(checkPairing, 1000);
  };
}
async function checkPairing() {
  try {
    if ((await fetch("/assets/page.js", { cache: "no-store" })).status === 401) return openPairing();
  } catch { /* still away */ }
  connect();
}
// Several requests may get a 401. Each further `location.replace` would start to load the next page again.
let isLeaving = false;
/** Opens the pairing page, because the pairing has ended. */
export function openPairing() {
  if (isLeaving) return;
  isLeaving = true;
  source?.close();
  location.replace(stream.pairingPage);
}
/** Ends this device's pairing. If the server could not store that, the page stays and shows the reason. */
export async function unpair() {
  if (isLeaving) return;
  isLeaving = true;
  try {
    // The server replies after its disk has stored the change.
    const reply = await post("/api/leave", {}, 60_000);
    if (reply.ok || reply.status === 401) {
      source?.close();
      return location.replace(stream.pairingPage);
    }
    const { error } = await reply.json();
    // With status 500 the pairing has ended and is only not stored, so the stream is over too.
    if (reply.status === 500) source?.close(); else isLeaving = false;
    showMessage(error, { key: "unpair", trouble: true });
  } catch {
    isLeaving = false;
    showMessage("There was no answer. This device may still be paired: try again.", { key: "unpair", trouble: true, seconds: 6 });
  }
}
function setOnline(online) {
  if (online) lastEventAt = performance.now();
  if (state.online === online && state.known) return;
  state.online = online;
  state.known = true;
  document.body.classList.toggle("lost", !online);
  stream.onlineDidChange?.();
  showMessage(online ? null : "Connection lost. Trying again …", { key: "link", trouble: true });
}
// A phone that slept gets no error for its dead stream. The server sends an event at least every fifteen seconds.
setInterval(() => { if (performance.now() - lastEventAt > 35e3) { setOnline(false); connect(); } }, 5000);
for (const [target, name] of [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]]) {
  target.addEventListener(name, () => { if (stream && !document.hidden && performance.now() - lastEventAt > 16e3) connect(); });
}
