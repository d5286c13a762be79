// The entry point of the page, which shows the trace in the document, or the trace that a link
// in a report specifies.
import { Inspector } from "./inspector.js";
import { readTrace } from "./trace.js";

const report = document.getElementById("report");

/** @type {Inspector | null} */
let current = null;

/** The scroll position of the report when the inspector opened. */
let offset = 0;

/**
 * Shows the trace with the given id in front of the report.
 *
 * @param {string} id
 */
function open(id) {
  const trace = readTrace(id);
  if (!trace) return;
  current?.stop();
  const other = trace.head.against ? readTrace(trace.head.against.id) : null;
  const inspector = current = new Inspector(trace, {
    ...report ? { onClose: () => { location.hash = ""; } } : {}, ...other ? { against: other } : {},
  });
  inspector.node.id = "inspector";
  if (report) {
    offset = scrollY;
    report.hidden = true;
  }
  document.body.append(inspector.node);
  document.documentElement.classList.add("has-inspector");
  inspector.start();
}

/** Returns to the report. */
function close() {
  current?.stop();
  current = null;
  document.documentElement.classList.remove("has-inspector");
  if (report) {
    report.hidden = false;
    scrollTo(0, offset);
  }
}

/** Shows the trace that the address specifies. */
function follow() {
  const id = /^#(trace-\d+)$/.exec(location.hash)?.[1];
  if (id) open(id);
  else if (report) close();
  else open("trace-1");
}

addEventListener("hashchange", follow);
follow();
