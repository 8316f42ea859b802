// The stage shows the slide, and takes swipes and the pointer.
import { act, point } from "./talk-actions.js";
import { $, all, announce, controls, notifyChange, state } from "./page.js";

const stage = $("#stage");
const dot = $(".dot", stage);
export const pointing = { kind: null, x: 0.5, y: 0.5, shown: false };
/** The rectangle of the slide in the stage, without the margins beside it. */
function slideBox() {
  const box = stage.getBoundingClientRect();
  const image = $("img", stage);
  const shape = image?.naturalWidth ? image.naturalWidth / image.naturalHeight : 16 / 9;
  const width = Math.min(box.width, box.height * shape);
  const height = width / shape;
  return { left: (box.width - width) / 2, top: (box.height - height) / 2, width, height, box };
}
export function showDot(pointer) {
  dot.hidden = !pointer;
  if (!pointer) return;
  const at = slideBox();
  dot.style.translate = `${at.left + pointer.x * at.width}px ${at.top + pointer.y * at.height}px`;
  dot.classList.toggle("spotlight", pointer.kind === "spotlight");
}
/** Moves the pointer to a position of the slide, from 0 to 1. */
export function pointAt(x, y) {
  Object.assign(pointing, { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)), shown: true });
  showDot(pointing);
  point(pointing.kind, Math.round(pointing.x * 1e4) / 1e4, Math.round(pointing.y * 1e4) / 1e4);
}
function hidePointer() {
  if (!pointing.shown) return;
  pointing.shown = false;
  showDot(null);
  point("pointerOff");
}
/** Turns the pointer or the spotlight on, or off if it is on. By keyboard it starts in the middle. */
export function setPointing(kind, byKeyboard = false) {
  hidePointer();
  pointing.kind = pointing.kind === kind ? null : kind;
  stage.classList.toggle("pointing", Boolean(pointing.kind));
  all("[data-point]").forEach(button => button.setAttribute("aria-pressed", String(button.dataset.point === pointing.kind)));
  if (!pointing.kind) return announce("Pointer off");
  announce(`${pointing.kind === "pointer" ? "Pointer" : "Spotlight"} on. Touch the slide, or move it with Shift and the arrow keys.`);
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
  if (pointing.kind && event.pointerType !== "mouse") return hidePointer();
  if (!swipe) return;
  const x = event.clientX - swipe.x;
  const y = event.clientY - swipe.y;
  // A finger that rests on the slide and slips later is no swipe.
  const tookLong = event.timeStamp - swipe.at > swipeMilliseconds;
  swipe = null;
  if (!tookLong && Math.abs(x) > 40 && Math.abs(x) > 1.5 * Math.abs(y)) act(x < 0 ? "next" : "previous");
});
stage.addEventListener("pointercancel", () => { swipe = null; hidePointer(); });
stage.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") hidePointer(); });
new ResizeObserver(() => { if (state.talk) notifyChange(state.talk, true); }).observe(stage);

