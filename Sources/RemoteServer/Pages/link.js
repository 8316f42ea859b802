// The way to the server: the stream of states, of which the newest counts, and what is done in the talk.
import { controls, post, state, tell } from "./page.js";
import { change } from "./talk.js";

let source;
let lastHeard = 0;
let again;
/** When the newest state came, on this page's clock. */
export let receivedAt = 0;

/** Begins to hear of the talk, or begins anew. */
export function listen() {
  clearTimeout(again);
  source?.close();
  source = new EventSource("/api/events");
  lastHeard = performance.now();
  source.addEventListener("hello", event => {
    state.role = JSON.parse(event.data).role;
    document.body.classList.toggle("observe", !controls());
  });
  source.addEventListener("state", event => {
    lastHeard = receivedAt = performance.now();
    const before = state.talk;
    Object.assign(state, { talk: null, daemonTrouble: null }, JSON.parse(event.data));
    setOnline(true);
    change(before);
  });
  source.onerror = () => {
    setOnline(false);
    // The browser tries again by itself, unless it was answered with something else.
    if (source.readyState === EventSource.CLOSED) again = setTimeout(askWhy, 1000);
  };
}
async function askWhy() {
  try {
    if ((await fetch("/assets/talk.js", { cache: "no-store" })).status === 401) return leave();
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
  location.replace("/pair");
}
function setOnline(online) {
  if (state.online === online && state.known) return;
  state.online = online;
  state.known = true;
  document.body.classList.toggle("lost", !online);
  tell(online ? null : "Connection lost. Trying again …", { key: "link", trouble: true });
}
// A phone that slept has a stream that is dead without saying so; states come every fifteen seconds.
setInterval(() => { if (performance.now() - lastHeard > 35e3) { setOnline(false); listen(); } }, 5000);
for (const [target, name] of [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]]) {
  target.addEventListener(name, () => { if (!document.hidden && performance.now() - lastHeard > 16e3) listen(); });
}

/** Does something in the talk; says why where it did not come through. */
export async function act(action, more = {}) {
  try {
    const reply = await post("/api/act", { action, ...more });
    if (reply.ok) return true;
    if (reply.status === 401) leave();
    else tell((await reply.json()).error, { key: "refused", trouble: true });
  } catch {
    tell("That was not sent: there is no connection.", { key: "refused", trouble: true });
  }
  setTimeout(() => tell(null, { key: "refused" }), 4000);
  return false;
}
export const toggleTimer = () => act(state.talk?.timer?.running ? "pauseTimer" : "startTimer");

// Of places only the newest is sent, one after the other was answered, and as many as an eye can follow.
const placesApart = 1000 / 40;
let place;
let placing = false;
/** Points there, or nowhere (`pointerOff`). */
export async function point(action, x, y) {
  place = action === "pointerOff" ? { action } : { action, x, y };
  if (placing) return;
  placing = true;
  for (let failed = 0; place && failed < 5;) {
    const sent = place;
    place = null;
    const [came] = await Promise.all([
      post("/api/act", sent).then(reply => reply.ok || reply.status < 500 && reply.status !== 429, () => false),
      new Promise(done => setTimeout(done, placesApart)),
    ]);
    // A pointer that stays on is in the way: that it is off is sent until it came through.
    if (came) { failed = 0; continue; }
    failed += 1;
    if (sent.action === "pointerOff") place ??= sent;
    await new Promise(done => setTimeout(done, 200));
  }
  placing = false;
}
