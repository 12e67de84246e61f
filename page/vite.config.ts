import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

const SERVER = process.env.SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: "../src/haggis/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Everything comes from our own address: nothing is inlined, so the server's strict policy holds.
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"] },
});
