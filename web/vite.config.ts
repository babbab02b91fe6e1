import { svelte } from "@sveltejs/vite-plugin-svelte";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = import.meta.dirname;
/** The pages of games, each in its game's folder. */
const GAMES = join(ROOT, "../src/khyber/games");

// The page is built into the Python package; its own addresses are relative, so that any prefix will do.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  // the pages of games lie outside this folder, and find its files and packages
  resolve: { alias: { $web: ROOT }, dedupe: ["smol-toml", "svelte"] },
  build: { outDir: "../src/khyber/server/page", emptyOutDir: true, assetsInlineLimit: 0, target: "es2022" },
  server: {
    fs: { allow: [ROOT, GAMES] },
    proxy: { "/api": { target: process.env["KHYBER_SERVER"] ?? "http://127.0.0.1:8000", ws: true } },
  },
  test: {
    include: ["test/**/*.test.ts", "../src/khyber/games/*/page/**/*.test.ts"],
    environment: "node",
    setupFiles: ["test/setup.ts"],
  },
});
