import { readFileSync } from "node:fs";
import { afterEach, expect, jest, test } from "@jest/globals";

// The script that starts the site runs by itself, before any of the site's code: it is not imported.
const code = readFileSync(`${import.meta.dirname}/start.js`, "utf8");

afterEach(() => {
  jest.restoreAllMocks();
  document.head.replaceChildren();
  jest.useRealTimers();
});

const scripts = () => document.head.querySelectorAll<HTMLScriptElement>("script[src$='main.js']");
const fail = async (ms: number) => {
  scripts()[0]?.dispatchEvent(new Event("error"));
  expect(scripts()).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(ms);
};

test("where the browser's storage is blocked, a file that was not fetched is tried again and again", async () => {
  jest.useFakeTimers();
  document.body.innerHTML = '<p id="not-started" hidden><button>Load it again</button></p>';
  const script = document.createElement("script");
  Object.assign(script.dataset, { main: "/main.js", files: "/part.js" });
  jest.spyOn(document, "currentScript", "get").mockReturnValue(script);
  for (const call of ["getItem", "setItem"] as const)
    jest.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
  globalThis.fetch = () => Promise.resolve(new Response());
  // oxlint-disable-next-line typescript/no-implied-eval
  (new Function(code) as () => void)();
  // And the tasks in which the files are evaluated.
  await jest.advanceTimersByTimeAsync(510);
  for (const wait of [2000, 4000, 8000, 8000, 8000]) {
    expect(scripts()).toHaveLength(1);
    await fail(wait);
  }
  expect(scripts()).toHaveLength(1);
});
