import { controls, onState, state } from "./page.js";
import { begin } from "./talk.js";

// The display of the phone stays on while a talk goes on, where the browser lets a page ask for that.
let lock;
async function stayAwake() {
  if (!state.talk || !controls() || document.hidden || !("wakeLock" in navigator) || (lock && !lock.released)) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
}
onState(stayAwake);
document.addEventListener("visibilitychange", stayAwake);
begin();
