import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is built into the Python package; its own addresses are relative, so that any prefix will do.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: { outDir: "../src/khyber/server/page", emptyOutDir: true, assetsInlineLimit: 0, target: "es2022" },
  server: { proxy: { "/api": { target: process.env["KHYBER_SERVER"] ?? "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["test/**/*.test.ts"], environment: "node", setupFiles: ["test/setup.ts"] },
});
