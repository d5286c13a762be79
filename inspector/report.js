// The report of a run: its search field and the buttons that select scenarios by their result.

const scenarios = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#report details.scenario"))];
const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#report input"));
const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#report button[data-status]"))];

/** Shows the scenarios that match the field and the pressed buttons. */
function show() {
  const wanted = buttons.filter((button) => button.getAttribute("aria-pressed") === "true")
    .map((button) => button.dataset.status);
  const words = (field?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  for (const scenario of scenarios) {
    scenario.hidden = wanted.length > 0 && !wanted.includes(scenario.dataset.status)
      || !words.every((word) => (scenario.dataset.key ?? "").includes(word));
  }
}

for (const button of buttons) {
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    show();
  });
}
field?.addEventListener("input", show);
