// The buttons and keyboard shortcuts of a talk.
import { act, toggle } from "./talk-actions.js";
import { $, controls, enableTalkButtons, letters, onState, state } from "./page.js";
import { open } from "./talk-sheets.js";
import { pointAt, pointing, setPointing } from "./stage.js";

enableTalkButtons();
onState(enableTalkButtons);
const step = 0.02;
let notesSize = Number(localStorage.getItem("notes")) || 1.125;
function resizeNotes(by) {
  notesSize = Math.min(2.5, Math.max(0.8, notesSize + by));
  localStorage.setItem("notes", notesSize);
  document.documentElement.style.setProperty("--notes", notesSize + "rem");
}
resizeNotes(0);
/** The actions of buttons and keys, by name. */
export const actions = {
  next: () => act("next"), previous: () => act("previous"), first: () => act("first"), last: () => act("last"),
  black: () => toggle("black"), white: () => toggle("white"), freeze: () => toggle("freeze"), timer: () => toggle("timer"), reset: () => act("resetTimer"),
  video: () => act("video"),
  larger: () => resizeNotes(0.125), smaller: () => resizeNotes(-0.125),
};
document.addEventListener("click", event => {
  const target = event.target.closest("[data-act], [data-open], [data-point]");
  if (!target) return;
  const { act: name, open: sheet, point: kind } = target.dataset;
  if (name) actions[name]();
  if (sheet) open(sheet);
  // A click without a pointer comes from the keyboard.
  if (kind) setPointing(kind, event.detail === 0);
});
const keys = {
  ArrowRight: "next", ArrowDown: "next", PageDown: "next", " ": "next", n: "next", Enter: "next",
  ArrowLeft: "previous", ArrowUp: "previous", PageUp: "previous", Backspace: "previous", p: "previous",
  Home: "first", End: "last", b: "black", ".": "black", w: "white", ",": "white", f: "freeze", v: "video", t: "timer", r: "reset", "+": "larger", "-": "smaller",
};
const sheetKeys = { g: "overview", "/": "overview", m: "message", o: "menu", "?": "help" };
const keysWithoutTalk = ["+", "-", "o", "?", "Escape"];
document.addEventListener("keydown", event => {
  // Skip a key that a sheet has handled, even if the sheet closed itself with it.
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !controls()) return;
  const sheet = $("dialog[open]");
  if (sheet && event.key === "Escape") {
    event.preventDefault();
    return sheet.close();
  }
  // A field of a closed sheet keeps the focus until the next frame, so fields in sheets do not count.
  if (sheet || event.target.closest("input, textarea, select") && !event.target.closest("dialog")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key.length === 1 && key !== " " && !letters.areKeys) return;
  if (!state.talk && !keysWithoutTalk.includes(key)) return;
  const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  if (event.shiftKey && move && pointing.kind) {
    event.preventDefault();
    return pointAt(pointing.x + move[0], pointing.y + move[1]);
  }
  if ((key === " " || key === "Enter") && event.target.closest("button, a, summary")) return;
  if (event.target.closest("#notes") && ["ArrowUp", "ArrowDown"].includes(key)) return;
  if (key === "l" || key === "s") setPointing(key === "l" ? "pointer" : "spotlight", true);
  else if (key === "Escape") { if (pointing.kind) setPointing(pointing.kind); }
  else if (sheetKeys[key]) open(sheetKeys[key]);
  else if (keys[key] && !event.shiftKey) { if (!event.repeat) actions[keys[key]](); }
  else return;
  event.preventDefault();
});
