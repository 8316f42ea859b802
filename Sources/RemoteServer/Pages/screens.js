import { box, listen } from "./box.js";
import { showCards } from "./card.js";
import { open } from "./care.js";
import { showPlays } from "./log.js";
import { $, controls, onState, write } from "./page.js";
import "./content.js";
import "./opener.js";

onState(() => {
  showCards();
  $("[data-open=plug]").hidden = box.backend !== "simulated" || !controls();
  write($("#count"), box.screens.length === 1 ? "1 display" : `${box.screens.length} displays`);
  document.title = `${$("#count").textContent} · Marquee`;
});
document.addEventListener("click", event => {
  const target = event.target.closest("[data-open], [data-do]");
  if (target?.dataset.open) open(target.dataset.open);
  if (target?.dataset.do === "plays") showPlays();
});
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && $("dialog[open]")) { event.preventDefault(); $("dialog[open]").close(); }
});
listen();
