"""Style and behaviour of the HTML report: no font, script or picture comes from elsewhere."""

STYLE = """
:root { color-scheme: light; --ink: #1f2933; --soft: #5d6975; --line: #e4e8ec; --accent: #0072b2; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #f6f7f9; line-height: 1.5;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
nav { position: fixed; inset: 0 auto 0 0; width: 230px; overflow-y: auto; padding: 28px 20px; background: #fff;
  border-right: 1px solid var(--line); font-size: 14px; }
nav b { display: block; margin: 14px 0 4px; }
nav a { display: block; padding: 5px 10px; border-radius: 6px; color: var(--ink); text-decoration: none; }
nav a:hover, nav a:focus-visible { background: #eef3f7; color: var(--accent); }
main { margin-left: 230px; padding: 36px 40px 60px; max-width: 1240px; }
h1 { font-size: 30px; margin: 0 0 4px; }
h2 { font-size: 24px; margin: 56px 0 0; }
h3 { font-size: 17px; margin: 0 0 10px; }
.question { color: var(--soft); margin: 2px 0 18px; font-size: 17px; }
figure, .table, footer { margin: 0 0 22px; padding: 16px 18px; background: #fff; border: 1px solid var(--line);
  border-radius: 10px; }
figcaption, .caption { color: var(--soft); font-size: 13.5px; margin: 10px 0 0; max-width: 90ch; }
.note { margin: 0 0 22px; padding: 12px 18px; border-left: 4px solid var(--accent); background: #eaf3f9;
  border-radius: 0 8px 8px 0; max-width: 90ch; }
.note.warning { border-color: #d55e00; background: #fcefe6; }
.scroll { overflow: auto; max-height: 620px; }
table { border-collapse: collapse; font-size: 13.5px; width: 100%; font-variant-numeric: tabular-nums; }
th { position: sticky; top: 0; background: #fff; text-align: left; vertical-align: bottom;
  box-shadow: inset 0 -2px var(--line); padding: 0; }
th button { all: unset; display: block; box-sizing: border-box; width: 100%; padding: 6px 10px; cursor: pointer;
  font-weight: 600; }
th button:hover, th button:focus-visible { color: var(--accent); }
th[aria-sort=ascending] button::after { content: " \\25B2"; }
th[aria-sort=descending] button::after { content: " \\25BC"; }
td { padding: 5px 10px; border-bottom: 1px solid var(--line); vertical-align: top; }
.number, .number button { text-align: right; } td.number { white-space: nowrap; }
td small { color: var(--soft); } tr.pale td { opacity: .45; } tbody tr:hover { background: #f6f9fb; }
footer { font-size: 13px; color: var(--soft); margin-top: 56px; } footer dt { font-weight: 600; color: var(--ink); }
footer dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 14px; }
footer dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 900px) { nav { position: static; width: auto; border: 0; } main { margin: 0; padding: 20px 14px; } }
@media print { nav { display: none; }
  main { margin: 0; } .scroll { max-height: none; } figure { break-inside: avoid; } }
"""

SCRIPT = """
for (const head of document.querySelectorAll("th button")) head.addEventListener("click", () => {
  const cell = head.parentElement, table = cell.closest("table"), body = table.tBodies[0], at = cell.cellIndex;
  const sorted = cell.getAttribute("aria-sort"), number = cell.className === "number";
  const up = sorted === "descending" || (!sorted && !number);
  for (const other of cell.parentElement.cells) other.removeAttribute("aria-sort");
  cell.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = row => row.cells[at].dataset.sort ?? row.cells[at].textContent;
  const order = (a, b) => number ? Number(a) - Number(b) : a.localeCompare(b, "en", { numeric: true });
  const rows = [...body.rows].sort((a, b) => {
    const x = key(a), y = key(b);
    if (x === "" || y === "") return (x === "") - (y === "");
    return up ? order(x, y) : order(y, x);
  });
  body.append(...rows);
});
"""
