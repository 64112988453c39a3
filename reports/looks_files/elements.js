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
  const sorted = (head, wanted) => {
    const cell = head.parentElement, body = cell.closest("table").tBodies[0], at = cell.cellIndex;
    const number = cell.classList.contains("number"), was = cell.getAttribute("aria-sort");
    const up = wanted ? wanted === "up" : was === "descending" || (!was && !number);
    for (const other of cell.parentElement.cells) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => row.cells[at].dataset.sort ?? row.cells[at].textContent;
    const order = (a, b) => number ? Number(a) - Number(b) : a.localeCompare(b, "en", { numeric: true });
    body.append(...[...body.rows].sort((a, b) => {
      const x = key(a), y = key(b);
      if (x === "" || y === "") return (x === "") - (y === "");
      return up ? order(x, y) : order(y, x);
    }));
    remember(`sort:${cell.closest("[data-file]").dataset.file}`, `${up ? "up" : "down"} ${head.textContent}`);
  };
  const filtered = (box) => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean), whole = box.closest("[data-file]");
    for (const row of whole.querySelector("table").tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    remember(`find:${whole.dataset.file}`, box.value);
  };

  // The order and filter of each table and the place that is read stand behind the # of the address, and outlast a
  // table that is drawn anew. A place is a heading, the last one that has come to the top.
  const TOP = 100;
  const opened = new URL(performance.getEntriesByType("navigation")[0].name); // Streamlit may have written another address
  const views = new URLSearchParams(opened.hash.slice(1));
  const remember = (key, value) => {
    if (value) views.set(key, value); else views.delete(key);
    const here = [...views].filter(([key, value]) => key === "at" ? value === wanted || headings().some((head) => slug(head.textContent) === value)
      : document.querySelector(`[data-file="${CSS.escape(key.slice(5))}"]`));
    history.replaceState(history.state, "", `${location.pathname}${location.search}${here.length ? `#${new URLSearchParams(here)}` : ""}`);
  };
  const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  const headings = () => [...document.querySelectorAll(".lab h3.heading")];
  let wanted = views.get("at"), found, rest, calm = 0; // until it has been there for a while, as all above it is drawn, or somebody moves
  setInterval(() => {
    if (!wanted) return;
    const head = headings().find((head) => slug(head.textContent) === wanted);
    const holder = head ? null : document.querySelector(`[data-holds~="${CSS.escape(wanted)}"]:not([data-asked])`);
    if (holder) { holder.dataset.asked = ""; holder.closest("details").querySelector("summary").click(); }
    if (!head) return;
    for (let fold = head.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    head.scrollIntoView();
    found ??= performance.now();
    if (performance.now() - found > 4000) { remember("at", wanted); wanted = null; } // Streamlit writes addresses too
  }, 200);
  addEventListener("hashchange", () => { wanted = new URLSearchParams(location.hash.slice(1)).get("at"); found = null; });
  for (const moved of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(moved, () => { wanted = null; }, { capture: true, passive: true });
  const edges = new ResizeObserver((all) => { for (const { target } of all) edge(target); });
  const edge = (scroll) => {
    const over = scroll.scrollWidth - scroll.clientWidth, { classList } = scroll.parentElement;
    classList.toggle("over", over > 4);
    classList.toggle("end", over - scroll.scrollLeft <= 4);
  };
  const restored = () => {
    for (const scroll of document.querySelectorAll(".lab .edge:not([data-seen]) > .scroll")) { // more of it lies to the right
      scroll.parentElement.dataset.seen = "";
      edges.observe(scroll);
      scroll.addEventListener("scroll", () => edge(scroll), { passive: true });
    }
    for (const box of document.querySelectorAll(".lab[data-file]:not([data-seen]):has(table)")) {
      box.dataset.seen = "";
      const find = views.get(`find:${box.dataset.file}`), field = box.querySelector("[data-filter]");
      const [way, ...name] = (views.get(`sort:${box.dataset.file}`) ?? "").split(" ");
      const head = [...box.querySelectorAll("th button")].find((head) => head.textContent === name.join(" "));
      if (head) sorted(head, way);
      if (find && field) { field.value = find; filtered(field); }
    }
  };
  if (document.querySelector(".stApp")) {
    new MutationObserver(restored).observe(document.body, { childList: true, subtree: true });
    addEventListener("scroll", () => { // of the part of the page that scrolls
      clearTimeout(rest);
      if (!wanted) rest = setTimeout(() => {
        if (performance.now() < calm) return;
        const above = headings().filter((head) => head.getBoundingClientRect().top < TOP);
        remember("at", above.length ? slug(above.at(-1).textContent) : "");
      }, 200);
    }, true);
  } else addEventListener("DOMContentLoaded", restored);

  const linked = (box, button) => { // the same choices, of runs that are named: a newer one does not change them
    calm = performance.now() + 1000; // what is scrolled at this moment does not change it
    remember("at", slug(box.dataset.title));
    const choices = new URLSearchParams(location.search), view = document.querySelector("[data-view]")?.dataset.view;
    for (const [key, value] of new URLSearchParams(view)) if (!new URLSearchParams(location.search).has(key)) choices.append(key, value);
    history.replaceState(history.state, "", `${location.pathname}${choices.size ? `?${choices}` : ""}${location.hash}`);
    const was = button.textContent;
    const told = (text) => { button.textContent = text; setTimeout(() => { button.textContent = was; }, 2000); };
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
    copied.then(() => told("Link copied"), () => told("Link is in the address bar"));
  };
  const keep = (name, href) => {
    const link = Object.assign(document.createElement("a"), { download: name, href });
    document.body.append(link); link.click(); link.remove();
  };
  const file = (text, kind) => URL.createObjectURL(new Blob([kind === "text/csv" ? "\ufeff" + text : text], { type: kind }));
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

  // Numbers of charts as a table: a line for each mark, with the panel, the series, and the ends of its interval or band.
  const words = (text) => String(text ?? "").replaceAll("\x3cbr>", " ").replace(/\x3c[^>]*>/g, "");
  const named = (axis, value) => { // rows of a chart are numbers with names
    const texts = axis?.ticktext;
    if (!texts?.some((text) => /[a-z]/i.test(text))) return value;
    const at = axis.tickvals.indexOf(Math.round(value));
    return at < 0 ? value : words(texts[at]);
  };
  const marks = (plot, panel) => {
    const lines = [], { xaxis, yaxis } = plot.layout;
    let band = []; // the two sides of a band come before the line that lies in it
    for (const trace of plot.data) {
      const x = list(trace.x), y = list(trace.y);
      if (trace.mode === "lines" && trace.line?.width === 0) { band.push(y); continue; }
      if (trace.hoverinfo === "skip") continue; // a background
      if (trace.z) { trace.z.forEach((row, i) => list(row).forEach((z, j) => lines.push([panel, words(y[i]), words(x[j]), z, "", ""]))); continue; }
      const bar = trace.error_x?.array ? [trace.error_x, x] : trace.error_y?.array ? [trace.error_y, y] : null;
      const [up, down] = bar ? [list(bar[0].array), list(bar[0].arrayminus)] : [[], []];
      const base = trace.meta?.base ?? 0, values = trace.meta?.values; // what a mark's size says
      for (let i = 0; i < Math.max(x.length, y.length); i++) {
        if (x[i] == null && y[i] == null) continue; // an entry of the legend
        const at = bar ? bar[1][i] : null;
        const ends = band.length === 2 ? [band[0][i] ?? "", band[1][i] ?? ""]
          : [down[i] == null ? "" : at - down[i], up[i] == null ? "" : at + up[i]];
        if (values) ends.push(values[i]);
        lines.push([panel, words(trace.name), words(named(xaxis, x[i])), typeof y[i] === "number" ? named(yaxis, y[i] - base) : words(y[i]), ...ends]);
      }
      band = [];
    }
    return lines;
  };
  const numbers = (box, plots) => {
    const lines = plots.flatMap((plot, i) => marks(plot, titled(box, i))), more = lines.some((line) => line.length > 6) ? ["games"] : [];
    csv(box, [["panel", "series", "x", "y", "low", "high", ...more], ...lines]);
  };
  const list = (values) => {
    if (values == null) return [];
    if (values.bdata === undefined) return Array.from(values);
    const kinds = { f8: Float64Array, f4: Float32Array, i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array };
    const bytes = Uint8Array.from(atob(values.bdata), (c) => c.charCodeAt(0));
    return Array.from(new kinds[values.dtype](bytes.buffer));
  };

  // A picture of charts with their heading, panels, caption and source: the SVG as plotly drew it, in light colours.
  const FONT = "system-ui, sans-serif", PAD = 24, LINE = 20;
  const laid = (box, plots) => {
    const sum = plots.reduce((sum, p) => sum + p.clientWidth + PAD, 0);
    const wide = Math.max(640, Math.min(1160, sum), ...plots.map((p) => p.clientWidth)) + 2 * PAD;
    const pen = document.createElement("canvas").getContext("2d"), texts = [], charts = [];
    let y = PAD;
    const broken = (text, size, weight, room) => {
      pen.font = `${weight} ${size}px ${FONT}`;
      const out = [""];
      for (const word of (text ?? "").split(" ")) {
        const longer = out.at(-1) ? `${out.at(-1)} ${word}` : word;
        if (pen.measureText(longer).width > room) out.push(word); else out[out.length - 1] = longer;
      }
      return out.filter(Boolean);
    };
    const write = (text, size, weight, colour) => {
      for (const line of broken(text, size, weight, wide - 2 * PAD)) { texts.push({ text: line, size, weight, colour, x: PAD, y: y + 14 }); y += LINE; }
    };
    write(box.dataset.title, 18, 600, "#1f2933");
    write(box.dataset.subtitle, 13, 400, "#1f2933");
    const heads = plots.map((plot, i) => plots.length > 1 ? broken(titled(box, i), 13, 600, plot.clientWidth) : []);
    const head = LINE * Math.max(...heads.map((own) => own.length));
    let x = PAD, tall = 0;
    plots.forEach((plot, i) => { // side by side as long as there is room
      const width = plot.clientWidth, height = plot.clientHeight;
      if (x > PAD && x + width > wide - PAD) { x = PAD; y += tall; tall = 0; }
      heads[i].forEach((text, n) => texts.push({ text, size: 13, weight: 600, colour: "#56616c", x, y: y + 14 + n * LINE }));
      charts.push({ svg: drawn(plot, width, height), x, y: y + head, width, height });
      tall = Math.max(tall, height + head + 8);
      x += width + PAD;
    });
    y += tall;
    write(box.dataset.caption, 13, 400, "#56616c");
    write(box.dataset.source, 13, 400, "#56616c");
    return { wide, high: y + PAD, texts, charts };
  };
  const drawn = (plot, width, height) => {
    const parts = [...plot.querySelectorAll("svg.main-svg")].filter((svg) => !svg.closest(".modebar"));
    const inner = parts.map((svg) => new XMLSerializer().serializeToString(svg)).join("");
    return `\x3csvg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}\x3c/svg>`;
  };
  const svg = (box, plots) => {
    const { wide, high, texts, charts } = laid(box, plots);
    const safe = (text) => text.replaceAll("&", "&amp;").replaceAll("\x3c", "&lt;");
    const written = texts.map((t) => `\x3ctext x="${t.x}" y="${t.y}" font-family="${FONT}" font-size="${t.size}" font-weight="${t.weight}" fill="${t.colour}">${safe(t.text)}\x3c/text>`);
    const placed = charts.map((c) => `\x3cg transform="translate(${c.x} ${c.y})">${c.svg}\x3c/g>`);
    return `\x3csvg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">\x3crect width="100%" height="100%" fill="#fff"/>${written.join("")}${placed.join("")}\x3c/svg>`;
  };
  const picture = async (box, plots) => {
    const { wide, high, texts, charts } = laid(box, plots);
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * wide, height: 2 * high });
    const pen = canvas.getContext("2d");
    pen.scale(2, 2); pen.fillStyle = "#fff"; pen.fillRect(0, 0, wide, high);
    for (const t of texts) { pen.font = `${t.weight} ${t.size}px ${FONT}`; pen.fillStyle = t.colour; pen.fillText(t.text, t.x, t.y); }
    for (const c of charts) pen.drawImage(await loaded(c), c.x, c.y, c.width, c.height);
    keep(`${box.dataset.file}.png`, canvas.toDataURL("image/png"));
  };
  const loaded = ({ svg, width, height }) => new Promise((done, failed) => {
    const image = new Image(width, height);
    image.onload = () => done(image);
    image.onerror = failed;
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  });
  const titled = (box, i) => JSON.parse(box.dataset.panels ?? "[]")[i] ?? "";

  const plots = (box) => {
    const place = box.dataset.charts ? box.dataset.charts.split(" ").map((c) => document.querySelector(`.st-key-${CSS.escape(c)}`)) : [box.closest("figure")];
    return place.flatMap((p) => [...(p?.querySelectorAll(".js-plotly-plot") ?? [])]);
  };
  document.addEventListener("click", (event) => {
    const head = event.target.closest?.(".lab th button");
    if (head) return sorted(head);
    const rest = event.target.closest?.(".lab [data-rest]");
    if (rest) { rest.previousElementSibling.firstElementChild.classList.remove("short"); return rest.remove(); }
    const button = event.target.closest?.(".lab [data-keep]");
    if (button) {
      const box = button.closest("[data-file]"), what = button.dataset.keep;
      if (what === "table") {
        const rows = [...box.querySelector("table").rows].filter((row) => !row.hidden);
        const cell = (c) => [c.dataset.csv ?? c.dataset.sort ?? c.textContent, ...(c.dataset.more?.split("|") ?? [])];
        return csv(box, rows.map((row) => [...row.cells].flatMap(cell)));
      }
      if (what === "numbers") return numbers(box, plots(box));
      if (what === "link") return linked(box, button);
      if (what === "svg") return keep(`${box.dataset.file}.svg`, file(svg(box, plots(box)), "image/svg+xml"));
      if (what === "picture") return picture(box, plots(box));
    }
    const mark = event.target.closest?.(".stApp .js-plotly-plot")?._hoverdata?.[0];
    if (mark?.data.meta?.link) return window.labGo(mark.customdata);
    const link = event.target.closest?.("a[data-page]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      window.labGo(link.getAttribute("href"));
    }
  });
  document.addEventListener("keydown", (event) => {
    const field = document.querySelector(".st-key-find input");
    if (!field || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    field.focus(); field.click();
  });
  document.addEventListener("input", (event) => {
    const box = event.target.closest?.(".lab input[data-filter]");
    if (box) filtered(box);
  });
})();
