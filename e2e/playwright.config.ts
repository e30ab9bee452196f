import { defineConfig, devices } from "@playwright/test";
import { WIDE } from "./support/sizes.js";

/**
 * Journeys on the running product, which scripts/test.mjs starts with `npm start`. A failed test is retried once and listed
 * at the end of `npm test`; tests of races are not retried (docs/decisions/0018).
 */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  // Far above the usual durations: no result may depend on the machine's load. No test waits for them to expire.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  // Journeys mostly wait for holds, payments and mails; the specs run at the same time.
  workers: 2,
  retries: 1,
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    ...devices["Desktop Chrome"],
    viewport: WIDE,
    // A worker's tests share one window, with cookies, storage, caches and routes cleared in between: its process has the
    // site's script compiled already, which makes opening a page a third faster.
    reuseContext: true,
    // Animations repaint all the time. Journeys that test movement turn them on (WITH_MOTION).
    contextOptions: { reducedMotion: "reduce" },
    // Only their own journeys have them: they answer requests before a test's routes do (offline.spec).
    serviceWorkers: "block",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // A trace makes every test a third slower: TRACE=on to debug a failure.
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] === undefined ? {} : { executablePath: process.env["CHROMIUM_PATH"] }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        // One process renders all pages of a worker's window, and has the site's script compiled from the page before. The
        // two browsers of a race still have a process each.
        "--disable-site-isolation-trials",
        "--renderer-process-limit=1",
        // Pages are left too soon for optimised code to pay off.
        "--js-flags=--no-opt,--no-maglev",
      ],
    },
  },
});
