// Before the first paint: the cloth that somebody chose here. Afterwards state/theme.svelte.ts looks after it.
(() => {
  let chosen;
  try {
    chosen = JSON.parse(localStorage.getItem("haggis.settings") ?? "{}").chosenTheme;
  } catch {
    return; // storage is forbidden or damaged: the page says so as soon as it is there
  }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
})();
