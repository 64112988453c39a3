// Text that overlaps other text, and text whose contrast with what lies behind it is below 4.5 to 1.
() => {
  const rgb = (text) => {
    const n = text.match(/[\d.]+(e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
    const whole = text.startsWith("color(") ? 255 : 1; // mixed colours are told in parts of one
    return [n[0] * whole, n[1] * whole, n[2] * whole, n[3] ?? 1];
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const light = (c) => {
    const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const page = rgb(getComputedStyle(document.querySelector(".stApp") ?? document.body).backgroundColor);
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] === 1) break;
    }
    return layers.reverse().reduce((below, c) => over(c, below), page);
  };
  const onMark = (element, box) => { // the painted shape below a text of a chart
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const shapes = [...(element.closest(".js-plotly-plot")?.querySelectorAll(".bars path, .point path, .heatmaplayer image") ?? [])];
    for (const shape of shapes) {
      const b = shape.getBoundingClientRect();
      if (x > b.x && x < b.right && y > b.y && y < b.bottom) return shape.tagName === "image" ? null : rgb(getComputedStyle(shape).fill);
    }
    return undefined;
  };
  const texts = [], pale = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, text = node.textContent.trim();
    if (!text || !element || element.closest("script, style, noscript, [aria-hidden=true], .modebar, [data-testid=stIconMaterial], [data-testid=stSliderThumbValue]")) continue; // the last stands above its thumb
    const style = getComputedStyle(element);
    if (style.visibility === "hidden" || style.display === "none" || Number(style.opacity) === 0) continue;
    if (!element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true })) continue; // folded
    const range = document.createRange(); range.selectNodeContents(node);
    const scrolled = element.closest(".scroll");
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      if (scrolled) { const s = scrolled.getBoundingClientRect(); if (box.y < s.y - 1 || box.bottom > s.bottom + 1 || box.x < s.x - 1 || box.right > s.right + 1) continue; }
      texts.push({ text, x: box.x, y: box.y, r: box.right, b: box.bottom, element });
    }
    const svg = element.closest("svg"), box = range.getBoundingClientRect();
    if (box.width < 2) continue;
    const colour = rgb(svg ? style.fill : style.color), mark = svg ? onMark(element, box) : undefined;
    if (mark === null) continue;
    const ground = mark ? over(mark, page) : behind(element);
    let alpha = colour[3];
    for (let e = element; e; e = e.parentElement) alpha *= Number(getComputedStyle(e).opacity);
    const ratio = contrast(over([colour[0], colour[1], colour[2], alpha], ground), ground);
    const disabled = element.closest("[disabled], [aria-disabled=true]");
    if (ratio < 4.5 && !disabled) pale.push(`${text.slice(0, 40)} ${ratio.toFixed(2)}`);
  }
  const overlapping = [];
  for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
    const a = texts[i], b = texts[j];
    if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
    const w = Math.min(a.r, b.r) - Math.max(a.x, b.x), h = Math.min(a.b, b.b) - Math.max(a.y, b.y);
    if (w > 3 && h > 4 && !(a.element.closest("th") && !b.element.closest("th")) && !(b.element.closest("th") && !a.element.closest("th")))
      overlapping.push(`${a.text.slice(0, 30)} | ${b.text.slice(0, 30)}`);
  }
  return { overlapping: [...new Set(overlapping)].slice(0, 20), pale: [...new Set(pale)].slice(0, 20) };
}
