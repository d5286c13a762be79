// The graphs of explored applications in a report.
import { GraphView } from "./graph.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-graph]"))) {
  const data = document.getElementById(place.dataset.graph ?? "")?.textContent;
  if (data) place.replaceChildren(new GraphView(JSON.parse(data), () => {}).node);
}
