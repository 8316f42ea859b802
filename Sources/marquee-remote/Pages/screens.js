import { box, listen } from "./box.js";
import { lookAgain, showCards } from "./card.js";
import { offerDeeds, open } from "./care.js";
import { showPlays } from "./log.js";
import { $, controls, isAway, onState, write } from "./page.js";
import "./content.js";
import "./opener.js";

onState(() => {
  showCards();
  showWarnings();
  $("[data-open=plug]").hidden = box.backend !== "simulated" || !controls();
  isLoaded = true;
  showCount();
});
let isLoaded = false;
function showCount() {
  const count = box.screens.length === 1 ? "1 display" : `${box.screens.length} displays`;
  write($("#count"), isAway() ? "No answer" : isLoaded ? count : "Looking …");
  document.title = `${$("#count").textContent} · Marquee`;
}
function showWarnings() {
  const element = $("#warnings");
  element.hidden = !box.warnings.length;
  write(element, box.warnings.join("\n"));
}
document.addEventListener("click", event => {
  const target = event.target.closest("[data-open], [data-do]");
  if (target?.dataset.open) open(target.dataset.open);
  if (target?.dataset.do === "plays") showPlays();
});
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && $("dialog[open]")) { event.preventDefault(); $("dialog[open]").close(); }
});
listen(() => {
  document.body.classList.toggle("away", isAway());
  offerDeeds();
  lookAgain();
  showCount();
});
