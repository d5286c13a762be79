/// The style sheet and the search script for the `html` report.
enum HTMLPage {
  static let style = """
    :root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #cf222e; --dim: #7778; }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
    header { position: sticky; top: 0; background: Canvas; padding-bottom: .5rem; }
    h1 { font-size: 1.3rem; margin: .3rem 0; }
    h2, h3 { font-size: .9rem; margin: .8rem 0 .2rem; }
    .counts button { font: inherit; border: 1px solid var(--line); border-radius: 1rem;
      padding: .1rem .7rem; background: none; color: inherit; cursor: pointer; }
    .counts button[aria-pressed="true"] { outline: 2px solid currentColor; }
    .counts .passed, .passed .mark, .failedAsExpected .mark { color: var(--good); }
    .counts .failed, .failed .mark, .flaky .mark, .actual, .bad { color: var(--bad); }
    .expected { color: var(--good); }
    .facts, .place, .time, .notes { color: GrayText; }
    .time { float: right; }
    input { font: inherit; width: 100%; box-sizing: border-box; padding: .3rem .6rem; }
    details { border-bottom: 1px solid var(--line); padding: .3rem 0; }
    summary { cursor: pointer; overflow-wrap: anywhere; }
    .tag { font-size: .8rem; border: 1px solid var(--line); border-radius: .3rem;
      padding: 0 .3rem; margin-left: .2rem; }
    pre, table, code { font: 13px/1.45 ui-monospace, monospace; }
    pre { overflow-x: auto; padding: .6rem; border: 1px solid var(--line); border-radius: .4rem; }
    table { border-collapse: collapse; display: block; overflow-x: auto; }
    th, td { text-align: left; padding: .1rem .8rem .1rem 0; vertical-align: top; font-weight: 400; }
    .steps td:first-child { text-align: right; color: GrayText; }
    [hidden] { display: none; }

    """

  static let script = """
    const scenarios = [...document.querySelectorAll("details.scenario")];
    const field = document.querySelector("input");
    const buttons = [...document.querySelectorAll("button[data-status]")];
    function show() {
      const wanted = buttons.filter(b => b.getAttribute("aria-pressed") === "true")
        .map(b => b.dataset.status);
      const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
      for (const scenario of scenarios) {
        scenario.hidden = wanted.length > 0 && !wanted.includes(scenario.dataset.status)
          || !words.every(word => scenario.dataset.key.includes(word));
      }
    }
    for (const button of buttons) {
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
        show();
      });
    }
    field.addEventListener("input", show);

    """
}
