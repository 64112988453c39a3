// Streamlit throws a script away in which a tag seems to begin: here "less than" is written with a space or as \x3c.
(() => {
  if (window.labElements) return;
  window.labElements = true;

  // To another page of the dashboard without loading it anew: Streamlit follows the address.
  window.labGo = (href) => {
    history.pushState({}, "", href);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  };

  // Tables: a heading sorts; numbers from the highest, words from A to Z; what is not known stays last.
  const sorted = (head) => {
    const cell = head.parentElement, body = cell.closest("table").tBodies[0], at = cell.cellIndex;
    const number = cell.classList.contains("number"), was = cell.getAttribute("aria-sort");
    const up = was === "descending" || (!was && !number);
    for (const other of cell.parentElement.cells) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => row.cells[at].dataset.sort ?? row.cells[at].textContent;
    const order = (a, b) => number ? Number(a) - Number(b) : a.localeCompare(b, "en", { numeric: true });
    body.append(...[...body.rows].sort((a, b) => {
      const x = key(a), y = key(b);
      if (x === "" || y === "") return (x === "") - (y === "");
      return up ? order(x, y) : order(y, x);
    }));
  };

  const keep = (name, href) => {
    const link = Object.assign(document.createElement("a"), { download: name, href });
    document.body.append(link); link.click(); link.remove();
  };
  const file = (text, kind) => URL.createObjectURL(new Blob(["\ufeff" + text], { type: kind }));
  const quoted = (value) => {
    let text = String(value ?? "");
    if (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text))) text = "'" + text; // a formula stays text
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csv = (box, lines) => {
    const said = [box.dataset.title, box.dataset.caption, box.dataset.source].filter(Boolean);
    const text = [...said.map((line) => [`# ${line}`]), ...lines].map((line) => line.map(quoted).join(",")).join("\r\n");
    keep(`${box.dataset.file}.csv`, file(text + "\r\n", "text/csv"));
  };

  // Numbers of a chart, as it draws them: one line for each mark.
  const marks = (plot) => {
    const lines = [["series", "x", "y", "low", "high"]];
    for (const trace of plot.data) {
      const x = list(trace.x), y = list(trace.y);
      if (trace.z) { trace.z.forEach((row, i) => list(row).forEach((z, j) => lines.push([y[i], x[j], z, "", ""]))); continue; }
      const bar = trace.error_x?.array ? [trace.error_x, x] : trace.error_y?.array ? [trace.error_y, y] : null;
      const [up, down] = bar ? [list(bar[0].array), list(bar[0].arrayminus)] : [[], []];
      for (let i = 0; i < Math.max(x.length, y.length); i++) {
        const at = bar ? bar[1][i] : null;
        lines.push([trace.name ?? "", x[i], y[i], down[i] == null ? "" : at - down[i], up[i] == null ? "" : at + up[i]]);
      }
    }
    return lines;
  };
  const list = (values) => {
    if (values == null) return [];
    if (values.bdata === undefined) return Array.from(values);
    const kinds = { f8: Float64Array, f4: Float32Array, i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array };
    const bytes = Uint8Array.from(atob(values.bdata), (c) => c.charCodeAt(0));
    return Array.from(new kinds[values.dtype](bytes.buffer));
  };

  // A picture of charts with their heading, caption and source: the SVG as plotly drew it, in light colours.
  const picture = async (box, plots) => {
    const pad = 24, line = 20, wide = Math.max(640, Math.min(1160, plots.reduce((sum, p) => sum + p.clientWidth + pad, 0)), ...plots.map((p) => p.clientWidth)) + 2 * pad;
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    const wrap = (text, font) => {
      pen.font = font;
      const out = [""];
      for (const word of text.split(" ")) {
        const longer = out.at(-1) ? `${out.at(-1)} ${word}` : word;
        if (pen.measureText(longer).width > wide - 2 * pad) out.push(word); else out[out.length - 1] = longer;
      }
      return out.filter(Boolean).map((text) => [text, font]);
    };
    const small = "13px system-ui, sans-serif";
    const top = [...wrap(box.dataset.title ?? "", "600 18px system-ui, sans-serif"), ...wrap(box.dataset.subtitle ?? "", small)];
    const end = [...wrap(box.dataset.caption ?? "", small), ...wrap(box.dataset.source ?? "", small)];
    const drawn = await Promise.all(plots.map(drawing));
    const lines = [[]]; // charts side by side as long as there is room
    for (const d of drawn) {
      const used = lines.at(-1).reduce((sum, other) => sum + other.width + pad, 0);
      if (used && used + d.width > wide - 2 * pad) lines.push([]);
      lines.at(-1).push(d);
    }
    const tall = (row) => Math.max(...row.map((d) => d.height)) + (drawn.length > 1 ? line : 0) + 8;
    const high = 2 * pad + line * (top.length + end.length) + lines.reduce((sum, row) => sum + tall(row), 0);
    canvas.width = 2 * wide; canvas.height = 2 * high;
    pen.scale(2, 2); pen.fillStyle = "#fff"; pen.fillRect(0, 0, wide, high);
    let y = pad;
    const write = (text, font, colour, x, at) => { pen.font = font; pen.fillStyle = colour; pen.fillText(text, x, at + 14); };
    for (const [text, font] of top) { write(text, font, "#1f2933", pad, y); y += line; }
    for (const row of lines) {
      let x = pad;
      for (const d of row) {
        if (drawn.length > 1) write(d.title, small, "#56616c", x, y);
        pen.drawImage(d.image, x, y + (drawn.length > 1 ? line : 0), d.width, d.height);
        x += d.width + pad;
      }
      y += tall(row);
    }
    for (const [text, font] of end) { write(text, font, "#56616c", pad, y); y += line; }
    keep(`${box.dataset.file}.png`, canvas.toDataURL("image/png"));
  };
  const drawing = (plot) => new Promise((done, failed) => {
    const width = plot.clientWidth, height = plot.clientHeight;
    const parts = [...plot.querySelectorAll("svg.main-svg")].filter((svg) => !svg.closest(".modebar"));
    const inner = parts.map((svg) => new XMLSerializer().serializeToString(svg)).join("");
    const whole = `\x3csvg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}\x3c/svg>`;
    const image = new Image(width, height);
    image.onload = () => done({ image, width, height, title: titled(plot) });
    image.onerror = failed;
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(whole);
  });

  // The heading of one chart of several stands before it.
  const titled = (plot) => plot.closest("[data-title]")?.dataset.title ?? plot.closest("[class*=st-key-]")?.parentElement?.previousElementSibling?.textContent?.trim() ?? "";

  const plots = (box) => {
    const place = box.dataset.charts ? box.dataset.charts.split(" ").map((c) => document.querySelector(`.st-key-${CSS.escape(c)}`)) : [box.closest("figure")];
    return place.flatMap((p) => [...(p?.querySelectorAll(".js-plotly-plot") ?? [])]);
  };
  document.addEventListener("click", (event) => {
    const head = event.target.closest?.(".lab th button");
    if (head) return sorted(head);
    const button = event.target.closest?.(".lab [data-keep]");
    if (button) {
      const box = button.closest("[data-file]"), what = button.dataset.keep;
      if (what === "table") {
        const rows = [...box.querySelector("table").rows].filter((row) => !row.hidden);
        const cell = (c) => [c.dataset.csv ?? c.dataset.sort ?? c.textContent, ...(c.dataset.more?.split("|") ?? [])];
        return csv(box, rows.map((row) => [...row.cells].flatMap(cell)));
      }
      if (what === "numbers") return csv(box, plots(box).flatMap((plot, i) => marks(plot).slice(i ? 1 : 0)));
      if (what === "picture") return picture(box, plots(box));
    }
    const link = event.target.closest?.("a[data-page]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      window.labGo(link.getAttribute("href"));
    }
  });
  document.addEventListener("input", (event) => {
    const box = event.target.closest?.(".lab input[data-filter]");
    if (!box) return;
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of box.closest("[data-file]").querySelector("table").tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
})();
