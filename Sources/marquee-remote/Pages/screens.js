import { followScreens, model } from "./model.js";
import { showCards, updateCards } from "./card.js";
import { enableOperations, open } from "./screen-sheets.js";
import { showPlays } from "./log.js";
import { $, controls, isAway, onState, setText } from "./page.js";
import "./content.js";
import "./tiles.js";

onState(() => {
  showCards();
  showWarnings();
  $("[data-open=plug]").hidden = !model.connectors.length || !controls();
  isLoaded = true;
  showCount();
});
let isLoaded = false;
function showCount() {
  const count = model.screens.length === 1 ? "1 display" : `${model.screens.length} displays`;
  setText($("#count"), isAway() ? "No answer" : isLoaded ? count : "Loading …");
  document.title = `${$("#count").textContent} · Marquee`;
}
function showWarnings() {
  const element = $("#warnings");
  element.hidden = !model.warnings.length;
  setText(element, model.warnings.join("\n"));
}
document.addEventListener("click", event => {
  const target = event.target.closest("[data-open], [data-do]");
  if (target?.dataset.open) open(target.dataset.open);
  if (target?.dataset.do === "plays") showPlays();
});
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && $("dialog[open]")) { event.preventDefault(); $("dialog[open]").close(); }
});
followScreens(() => {
  document.body.classList.toggle("away", isAway());
  enableOperations();
  updateCards();
  showCount();
});
