import { controls, onState, state } from "./page.js";
import "./talk.js";
import { followTalk } from "./talk-actions.js";

// Keeps the phone's display on during a talk, if the browser allows that.
let lock;
async function stayAwake() {
  if (!state.talk || !controls() || document.hidden || !("wakeLock" in navigator) || (lock && !lock.released)) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
}
onState(stayAwake);
document.addEventListener("visibilitychange", stayAwake);
followTalk();
