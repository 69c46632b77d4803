// Begins the page that the document is for. No other module does anything by being imported.

import { vital } from "./shell.js";

const { main } = await import(`./${document.body.className}/page.js`);
await vital(main());
