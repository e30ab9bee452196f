import { defineConfig, devices } from "@playwright/test";
import { WIDE } from "./support/sizes.js";

/**
 * Journeys on the running product, which scripts/test.mjs starts by the real `npm start`. A failed test is run once more and named at the end of `npm test`, except where a race is the test
 * (docs/decisions/0018).
 */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  // Far from what is usual: no verdict may hang on how busy the machine is. Nothing waits for them to run out.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  // They wait for holds, payments and mails most of the time; the specs run beside them.
  workers: 2,
  retries: 1,
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    ...devices["Desktop Chrome"],
    viewport: WIDE,
    // A worker's tests follow one another in one window, emptied of cookies, storage, caches and routes between them: its
    // process knows the site's script already, which takes a third off every page that is opened.
    reuseContext: true,
    // What moves is painted again and again. Journeys whose subject it is ask for it (WITH_MOTION).
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // A trace costs every test a third of its time: TRACE=on where one has to be understood.
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
        // One process draws all pages of a worker's window, and knows the site's script from the page before. The browsers
        // of a race have one each all the same.
        "--disable-site-isolation-trials",
        "--renderer-process-limit=1",
        // A page is left too soon for what makes its script faster to be worth while.
        "--js-flags=--no-opt,--no-maglev",
      ],
    },
  },
});
