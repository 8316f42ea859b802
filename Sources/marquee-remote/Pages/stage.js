// The stage: the slide, a swipe over it, and the pointer.
import { act, point } from "./link.js";
import { $, all, controls, say, state } from "./page.js";
import { change } from "./talk.js";

const stage = $("#stage");
const dot = $(".dot", stage);
export const pointing = { kind: null, x: 0.5, y: 0.5, shown: false };
/** The slide's own place in the stage, without what is beside it. */
function slideBox() {
  const box = stage.getBoundingClientRect();
  const image = $("img", stage);
  const shape = image?.naturalWidth ? image.naturalWidth / image.naturalHeight : 16 / 9;
  const width = Math.min(box.width, box.height * shape);
  const height = width / shape;
  return { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height, box };
}
/** Shows where is pointed, or nothing. */
export function showDot(pointer) {
  dot.hidden = !pointer;
  if (!pointer) return;
  const at = slideBox();
  dot.style.translate = `${at.left + pointer.x * at.width}px ${at.top + pointer.y * at.height}px`;
  dot.classList.toggle("spotlight", pointer.kind === "spotlight");
}
/** Points at a place of the slide, from 0 to 1. */
export function pointAt(x, y) {
  Object.assign(pointing, { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)), shown: true });
  showDot(pointing);
  point(pointing.kind, Math.round(pointing.x * 1e4) / 1e4, Math.round(pointing.y * 1e4) / 1e4);
}
function unpoint() {
  if (!pointing.shown) return;
  pointing.shown = false;
  showDot(null);
  point("pointerOff");
}
/** Pointer or spotlight on, or off where it is on; by keyboard it begins in the middle. */
export function setPointing(kind, byKeyboard = false) {
  unpoint();
  pointing.kind = pointing.kind === kind ? null : kind;
  stage.classList.toggle("pointing", Boolean(pointing.kind));
  all("[data-point]").forEach(button => button.setAttribute("aria-pressed", String(button.dataset.point === pointing.kind)));
  if (!pointing.kind) return say("Pointer off");
  say(`${pointing.kind === "pointer" ? "Pointer" : "Spotlight"} on. Touch the slide, or move it with Shift and the arrow keys.`);
  if (byKeyboard) { stage.focus(); pointAt(0.5, 0.5); }
}
function pointByEvent(event) {
  const at = slideBox();
  pointAt((event.clientX - at.box.left - at.left) / at.width, (event.clientY - at.box.top - at.top) / at.height);
}
let swipe;
const swipeMilliseconds = 800;
stage.addEventListener("pointerdown", event => {
  if (!controls() || !state.talk || event.button > 0) return;
  if (pointing.kind) {
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    pointByEvent(event);
  } else if (event.pointerType !== "mouse") swipe = { x: event.clientX, y: event.clientY, at: event.timeStamp };
});
stage.addEventListener("pointermove", event => {
  if (pointing.kind && (event.pointerType === "mouse" || event.buttons)) pointByEvent(event);
});
stage.addEventListener("pointerup", event => {
  if (pointing.kind && event.pointerType !== "mouse") return unpoint();
  if (!swipe) return;
  const x = event.clientX - swipe.x;
  const y = event.clientY - swipe.y;
  // A finger that rests on the slide, and slips at last, has not meant to turn it.
  const tookLong = event.timeStamp - swipe.at > swipeMilliseconds;
  swipe = null;
  if (!tookLong && Math.abs(x) > 40 && Math.abs(x) > 1.5 * Math.abs(y)) act(x < 0 ? "next" : "previous");
});
stage.addEventListener("pointercancel", () => { swipe = null; unpoint(); });
stage.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") unpoint(); });
new ResizeObserver(() => { if (state.talk) { change(state.talk, true); } }).observe(stage);

