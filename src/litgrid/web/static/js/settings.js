// What somebody has chosen once for all pages; kept in this browser only. No module: pages run it before they are drawn,
// so that a dark page never flashes white. Others read it as `litgridSettings`.

(() => {
  const KEY = "litgrid.settings";
  // What there is to choose, the default first; but the language is that of the browser.
  const choices = {
    language: ["en", "fr"],
    theme: ["system", "light", "dark"],
    contrast: ["system", "more"],
    errors: ["follows", "live", "check", "never"],
    timer: [true, false],
    counters: [true, false],
    numbers: [false, true],
    pad: ["system", "always", "never"],
  };
  const own = choices.language.filter((language) => (navigator.language ?? "").toLowerCase().startsWith(language));
  const listeners = new Set();
  let chosen = {};
  try {
    chosen = { ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    // nothing kept, or nothing that can be read: the defaults
  }

  const settings = {
    choices,
    /** Return what is chosen; what is kept may be damaged, or of another version. */
    get(name) {
      if (choices[name].includes(chosen[name])) return chosen[name];
      return (name === "language" && own[0]) || choices[name][0];
    },
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
  /** @type {any} */ (window).litgridSettings = settings;
})();
