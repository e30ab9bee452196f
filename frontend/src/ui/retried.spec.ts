import { beforeEach, expect, jest, test } from "@jest/globals";
import { retried } from "./retried";

const line = () => document.getElementById("not-started");

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<p id="not-started" role="alert" hidden>Lost. <button>Load it again</button></p>';
});

const failing = (times: number) => {
  let left = times;
  return jest.fn(() => ((left -= 1) < 0 ? Promise.resolve("code") : Promise.reject(new TypeError("Failed to fetch"))));
};

test("loads at once, without a word", async () => {
  await expect(retried(failing(0))).resolves.toBe("code");
  expect(line()).not.toBeVisible();
});

test.each([
  [1, 2_000],
  [2, 6_000],
  [3, 14_000],
])("lost %d times, loads after %d ms, and says so meanwhile", async (times, ms) => {
  const load = failing(times);
  const loaded = retried(load);
  await jest.advanceTimersByTimeAsync(ms - 1);
  expect(line()).toBeVisible();
  await jest.advanceTimersByTimeAsync(1);
  await expect(loaded).resolves.toBe("code");
  expect(load).toHaveBeenCalledTimes(times + 1);
  expect(line()).not.toBeVisible();
});

test("tries again as soon as the device is online", async () => {
  const loaded = retried(failing(1));
  await jest.advanceTimersByTimeAsync(10);
  globalThis.dispatchEvent(new Event("online"));
  await expect(loaded).resolves.toBe("code");
});

test("gives up after the third try, and the line goes", async () => {
  const loaded = retried(failing(9));
  const refused = expect(loaded).rejects.toThrow("Failed to fetch");
  await jest.advanceTimersByTimeAsync(14_000);
  await refused;
  expect(line()).not.toBeVisible();
});

test("silent, the last try waits until the device is online", async () => {
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = failing(3);
  const loaded = retried(load, true);
  await jest.advanceTimersByTimeAsync(60 * 60_000);
  expect(load).toHaveBeenCalledTimes(3);
  online.mockRestore();
  globalThis.dispatchEvent(new Event("online"));
  await expect(loaded).resolves.toBe("code");
});

test("is silent where something else says it", async () => {
  void retried(failing(9), true).catch(() => undefined);
  await jest.advanceTimersByTimeAsync(10);
  expect(line()).not.toBeVisible();
});
