import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import messages from "@sakhi/domain/generated/messages/en/document";
import { beforeTakeOver, takeOver } from "./take-over";

// The script that keeps presses runs before any of the site's code: it is not imported.
const code = readFileSync(`${import.meta.dirname}/start.js`, "utf8");

const PAGE = `
  <label>Category <select aria-label="Category"><option value="">All</option><option value="food">Food</option></select></label>
  <input aria-label="Search" /><input name="email" /><textarea name="message"></textarea><input type="checkbox" name="copy" />
  <button type="button">More</button><button type="button">More</button>
  <details><summary>Legend</summary>Sold</details>
  <a href="/products">Products</a>`;
const STALL = '<a href="?stall=B12" data-stall="B12" aria-label="Stall B12, Available">B12</a>';
const APP_STALL = '<button type="button" data-stall="B12" aria-label="Stall B12, Sold">B12</button>';

const go = jest.fn<(href: string) => void>();
const first = () => document.getElementById("first-view") as HTMLElement;
const root = () => document.getElementById("root") as HTMLElement;
const coming = () => document.getElementById("coming")?.textContent;
/** React renders the site below the first view, then the first layout effect takes over. */
async function started(app = `${PAGE}${APP_STALL}`, meanwhile = () => {}): Promise<void> {
  const scrolled = beforeTakeOver(root());
  // Not laid out beside the first view.
  expect(root().hidden).toBe(document.getElementById("first-view") !== null);
  root().innerHTML = app;
  root().addEventListener("click", ({ target }) => presses.push(target as Element));
  meanwhile();
  takeOver(root(), scrolled, go);
  expect(root().hidden).toBe(false);
  await Promise.resolve();
}
let presses: Element[] = [];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["queueMicrotask"] });
  presses = [];
  document.body.innerHTML = `<p id="coming" data-text="${messages.coming({ name: "{name}" })}"></p><div id="first-view">${PAGE}${STALL}</div><div id="root"></div>`;
  const script = document.createElement("script");
  Object.assign(script.dataset, { main: "/main.js", files: "" });
  jest.spyOn(document, "currentScript", "get").mockReturnValue(script);
  // oxlint-disable-next-line typescript/no-implied-eval
  (new Function(code) as () => void)();
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.clearAllMocks();
  jest.useRealTimers();
  document.head.replaceChildren();
});

const press = (element: Element | null, init: MouseEventInit = {}) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
  element?.dispatchEvent(event);
  return event;
};

test("a press on a stall is kept, said at once, and answered by its address", async () => {
  expect(press(first().querySelector("[data-stall]")).defaultPrevented).toBe(true);
  expect(coming()).toContain("“B12” follows as soon as this page has loaded");
  expect(first().querySelectorAll("[data-coming]")).toHaveLength(1);
  await started();
  expect(document.getElementById("first-view")).toBeNull();
  expect(go.mock.calls).toEqual([["?stall=B12"]]);
});

test("the space bar presses a stall, and a press with Ctrl opens it elsewhere, as with any link", () => {
  const stall = first().querySelector("[data-stall]");
  expect(press(stall, { ctrlKey: true }).defaultPrevented).toBe(false);
  expect(coming()).toBe("");
  stall?.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }));
  expect(coming()).toContain("B12");
});

test("links of the first view work as they are", async () => {
  expect(press(first().querySelector("a[href='/products']")).defaultPrevented).toBe(false);
  await started();
  expect(go).not.toHaveBeenCalled();
  expect(presses).toEqual([]);
});

test("the latest press counts, on the button that is the same, of several with one name", async () => {
  const [one, two] = first().querySelectorAll("button");
  press(one!);
  press(two!);
  await started();
  expect(presses).toEqual([root().querySelectorAll("button")[1]]);
  expect(coming()).toBe("");
});

test("a press waits for what it is about to appear, until something else is pressed", async () => {
  press(first().querySelectorAll("button")[1]!);
  await started("<p>Loading</p>");
  expect(presses).toEqual([]);
  expect(coming()).toContain("More");
  root().innerHTML = PAGE;
  await Promise.resolve();
  expect(presses).toEqual([root().querySelectorAll("button")[1]]);

  document.body.insertAdjacentHTML("afterbegin", `<div id="first-view">${PAGE}</div>`);
  first().querySelector("button")!.dataset["coming"] = "";
  presses = [];
  await started("<p>Loading</p>");
  document.dispatchEvent(new MouseEvent("pointerdown"));
  root().innerHTML = PAGE;
  await Promise.resolve();
  expect(presses).toEqual([]);
});

test("what was typed, ticked, chosen and opened is on the site, with its focus and cursor", async () => {
  const of = (within: Element, selector: string) => within.querySelector(selector) as HTMLInputElement;
  const search = of(first(), "[aria-label=Search]");
  search.value = "bamboo";
  search.focus();
  search.setSelectionRange(3, 3);
  of(first(), "[name=email]").value = "kamla@example.com";
  of(first(), "textarea").value = "Namaste";
  of(first(), "[name=copy]").checked = true;
  of(first(), "select").value = "food";
  first().querySelector("details")!.open = true;
  const heard: string[] = [];
  for (const type of ["input", "change"])
    root().addEventListener(type, ({ target }) => heard.push(`${type} ${(target as HTMLElement).tagName}`));
  await started();
  expect(document.activeElement).toBe(of(root(), "[aria-label=Search]"));
  expect(of(root(), "[aria-label=Search]")).toMatchObject({ value: "bamboo", selectionStart: 3 });
  expect(of(root(), "[name=email]").value).toBe("kamla@example.com");
  expect(of(root(), "textarea").value).toBe("Namaste");
  expect(of(root(), "[name=copy]").checked).toBe(true);
  expect(of(root(), "select").value).toBe("food");
  expect(root().querySelector("details")?.open).toBe(true);
  expect(heard).toEqual(expect.arrayContaining(["input INPUT", "input TEXTAREA", "change SELECT"]));
});

test("nothing that was left as it was is entered again", async () => {
  const heard: string[] = [];
  for (const type of ["input", "change", "click"]) root().addEventListener(type, () => heard.push(type));
  await started();
  expect(heard).toEqual([]);
});

test("the focused stall keeps the focus although its state has changed", async () => {
  first().querySelector<HTMLElement>("[data-stall]")?.focus();
  await started();
  expect(document.activeElement).toBe(root().querySelector("[data-stall]"));
});

test("a finger that is lifted after the site has taken over has pressed, unless it has moved away", async () => {
  const stall = first().querySelector("[data-stall]");
  stall?.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  await started();
  expect(go).not.toHaveBeenCalled();
  document.elementFromPoint = () => root().querySelector("[data-stall]");
  document.dispatchEvent(new MouseEvent("pointerup", { bubbles: true }));
  expect(go.mock.calls).toEqual([["?stall=B12"]]);
});

test("without a first view, and a second time, nothing happens", async () => {
  await started();
  expect(() => takeOver(root(), () => [0, 0], go)).not.toThrow();
});

test("the page and its boxes stay where the visitor has scrolled them, also while the site is rendered", async () => {
  const scrollTo = jest.spyOn(globalThis, "scrollTo").mockImplementation(() => undefined);
  const box = '<div data-scroller="">…</div>';
  first().insertAdjacentHTML("beforeend", box);
  const [page, shown] = [document.documentElement, first().querySelector("[data-scroller]")!];
  shown.scrollLeft = 40;
  await started(`${PAGE}${box}`, () => {
    shown.scrollLeft = 120;
    shown.dispatchEvent(new Event("scroll"));
    page.scrollTop = 300;
    document.dispatchEvent(new Event("scroll"));
  });
  expect(root().querySelector("[data-scroller]")?.scrollLeft).toBe(120);
  expect(scrollTo.mock.calls).toEqual([[{ left: 0, top: 300, behavior: "instant" }]]);
  page.scrollTop = 0;
});
