(() => {
  // Charts are drawn when they are near; a template and the settings of the tool bar are the same for all.
  const shared = JSON.parse(document.getElementById("chart-look").textContent);
  const draw = (place) => {
    const { data, layout } = JSON.parse(place.nextElementSibling.textContent);
    Plotly.newPlot(place, data, { ...layout, template: shared.template, autosize: true }, shared.config);
  };
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { near.unobserve(entry.target); draw(entry.target); }
  }, { rootMargin: "600px" });
  for (const place of document.querySelectorAll(".chart")) near.observe(place);
  // Chapters are folded: whoever follows a link to one, or prints, wants it open.
  const unfold = (chapter) => { chapter.open = true; };
  const asked = () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!place) return;
    place.querySelectorAll("details.chapter").forEach(unfold);
    for (let above = place.closest("details"); above; above = above.parentElement.closest("details")) unfold(above);
    place.scrollIntoView();
  };
  for (const link of document.querySelectorAll('nav a[href^="#"]')) link.addEventListener("click", () => setTimeout(asked));
  addEventListener("hashchange", asked);
  asked();
  document.querySelector("[data-unfold]").addEventListener("click", () => {
    document.querySelectorAll("details.chapter").forEach(unfold);
  });
  addEventListener("beforeprint", () => {
    document.querySelectorAll("details").forEach(unfold);
    for (const place of document.querySelectorAll(".chart:not(.js-plotly-plot)")) { near.unobserve(place); draw(place); }
  });
})();
