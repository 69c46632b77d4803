// What somebody has chosen once for all pages; kept in this browser only. No module: pages run it before they are drawn,
// so that a dark page never flashes white. Others read it as `litgridSettings`.

(() => {
  const KEY = "litgrid.settings";
  const defaults = {
    language: (navigator.language ?? "en").toLowerCase().startsWith("fr") ? "fr" : "en",
    theme: "system", // system, light, dark
    contrast: "system", // system, more
    errors: "live", // live, check, never
    timer: true,
    counters: true,
    pad: "system", // system, always, never
  };
  const listeners = new Set();
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // nothing kept, or nothing that can be read: the defaults
  }

  const settings = {
    get: (name) => chosen[name] ?? defaults[name],
    set(name, value) {
      chosen[name] = value;
      try {
        localStorage.setItem(KEY, JSON.stringify(chosen));
      } catch {
        // a browser that keeps nothing
      }
      show();
      for (const listener of listeners) listener(name, value);
    },
    onChange: (listener) => listeners.add(listener),
  };

  function show() {
    const root = document.documentElement;
    const more = settings.get("contrast") === "more" || matchMedia("(prefers-contrast: more)").matches;
    root.dataset.theme = settings.get("theme");
    root.dataset.contrast = more ? "more" : "normal";
    root.lang = settings.get("language");
  }

  matchMedia("(prefers-contrast: more)").addEventListener("change", show);
  show();
  window.litgridSettings = settings;
})();
