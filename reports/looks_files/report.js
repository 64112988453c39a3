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
  addEventListener("beforeprint", () => {
    for (const place of document.querySelectorAll(".chart:not(.js-plotly-plot)")) { near.unobserve(place); draw(place); }
  });
})();
