/** How the page is built: into the Python package, which serves it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const TEXTS = fileURLToPath(new URL("../src/overtrick/texts/", import.meta.url));
/** Those of the server's texts that the page says, too; all others stay out of what a browser loads. */
const SAID_HERE = /^(web|card|rank|suit\.of|list|strain|call|score|session|emote|hint|why|honest|screen|status|verdict|spot|fault)\.|^finding\.fair-/;

/** `virtual:texts/fr`: the texts of a language, from the one place where all of them are. */
function texts(): Plugin {
  const prefix = "virtual:texts/";
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const file = `${TEXTS}${id.slice(prefix.length + 1)}.json`;
      this.addWatchFile(file);
      const all = Object.entries(JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>);
      return `export default ${JSON.stringify(Object.fromEntries(all.filter(([key]) => SAID_HERE.test(key))))}`;
    },
  };
}

export default defineConfig({
  plugins: [svelte(), texts()],
  build: {
    outDir: "../src/overtrick/server/page",
    emptyOutDir: true,
    target: "es2022",
    // A security policy forbids what is inlined as data, and a court that nobody sees need not be loaded.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:7411",
      "/ws": { target: "http://127.0.0.1:7411", ws: true, changeOrigin: true },
    },
  },
  // No test changes what another one reads, so that one process imports everything once.
  // A busy machine is slow, and not wrong: only what hangs takes two minutes.
  test: { include: ["tests/**/*.test.ts"], pool: "threads", isolate: false, testTimeout: 120_000, hookTimeout: 120_000 },
});
