import { sayNothing } from "../ui/coming";

/** How long a press waits for what it is about to appear, in ms; a press after that was forgotten. */
const PRESS_KEPT_MS = 60_000;

const FIELDS = "input, select, textarea";
const CONTROLS = `a, button, summary, ${FIELDS}`;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a control is known by: the stall, or tag, type and name. Names of stalls change with their state. */
function signOf(control: HTMLElement): string {
  const { stall } = control.dataset;
  if (stall !== undefined) return `stall ${stall}`;
  const name = control.getAttribute("aria-label") ?? (control.matches(FIELDS) ? "" : control.textContent.trim());
  return [control.tagName, control.getAttribute("type"), control.getAttribute("name"), name].join(" ");
}

/** A function that finds the same control on the site: the one of several that are alike by their order. */
function counterpartOf(control: HTMLElement, view: HTMLElement): (root: HTMLElement) => HTMLElement | undefined {
  const sign = signOf(control);
  const alike = (within: HTMLElement) =>
    [...within.querySelectorAll<HTMLElement>(CONTROLS)].filter((each) => signOf(each) === sign);
  const at = alike(view).indexOf(control);
  return (root) => alike(root)[at];
}

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);

/** Whether the visitor, or the browser for her, has changed a field. */
function isChanged(field: Field): boolean {
  if (isTicked(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const options = [...field.options];
  return !(options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.selected;
}

/** Enters into a field of the site what was entered into the same one of the first view. React listens to the events. */
function enter(from: Field, to: Field): void {
  if (isTicked(from)) {
    if (isTicked(to) && to.checked !== from.checked) to.click();
    return;
  }
  // React overrides the property of its own elements, to know its changes from the visitor's.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), "value")?.set?.call(to, from.value);
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

const hasText = (field: Element | null | undefined): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.selectionStart !== null);

/** How far the document and boxes of the server-rendered view are scrolled: left and top, in px. */
export type Scrolled = (box: Element) => readonly [number, number];

/**
 * Before the site is rendered: hides it, and follows how far the visitor scrolls. Laid out beside the server-rendered view, or
 * asked for these positions after its styles were added, the browser would lay out both once more: a fifth of a second of a slow
 * phone, in which it answers nothing.
 */
export function beforeTakeOver(root: HTMLElement): Scrolled {
  const view = document.getElementById("first-view");
  if (view === null) return () => [0, 0];
  root.hidden = true;
  const positions = new WeakMap<Element, readonly [number, number]>();
  const note = (box: Element) => positions.set(box, [box.scrollLeft, box.scrollTop]);
  const page = document.documentElement;
  for (const box of [page, ...view.querySelectorAll("[data-scroller]")]) note(box);
  // Ends with the view: the site's own boxes are not asked for.
  const onScroll = ({ target }: Event) => {
    if (view.isConnected) note(target instanceof Element ? target : page);
    else document.removeEventListener("scroll", onScroll, true);
  };
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  return (box) => positions.get(box) ?? [0, 0];
}

/**
 * Replaces the server-rendered view by the site, which React has rendered below it, hidden, and carries over what the visitor did
 * meanwhile: where she is on the page and on the plan, what has focus, what she typed and opened. Must run before anything is
 * painted or measured: in the first layout effect. Does nothing if there is no such view, or no longer.
 *
 * @param scrolledTo from {@link beforeTakeOver}
 * @param go replaces the address: answers a press on a link that the site answers itself
 */
export function takeOver(root: HTMLElement, scrolledTo: Scrolled, go: (href: string) => void): void {
  const view = document.getElementById("first-view");
  if (view === null) return;
  const all = <Found extends HTMLElement>(selector: string) => [...view.querySelectorAll<Found>(selector)];
  const counterpart = (control: HTMLElement) => counterpartOf(control, view)(root);

  const [left, top] = scrolledTo(document.documentElement);
  const scrolled = all("[data-scroller]").map(scrolledTo);
  const active = view.contains(document.activeElement) ? (document.activeElement as HTMLElement) : undefined;
  const focused = active?.matches(CONTROLS) === true ? counterpart(active) : undefined;
  const entered = all<Field>(FIELDS)
    .filter(isChanged)
    .map((field) => [field, counterpart(field)] as const);
  const opened = all<HTMLDetailsElement>("details[open] > summary").map((summary) => counterpart(summary));
  const [coming] = all("[data-coming]");
  const [down] = all("[data-down]");
  const pressed = (control: HTMLElement) => {
    const find = counterpartOf(control, view);
    const href = control.dataset["stall"] === undefined ? null : control.getAttribute("href");
    return href === null ? () => answered(root, find) : () => go(href);
  };
  const answer = coming === undefined ? undefined : pressed(coming);
  // She said Yes to the question that came with the page: it counts for a question of the same stall, type and price.
  const agreed = view.querySelector("#first-question[data-agreed] dl")?.textContent;
  const letGo = down === undefined ? undefined : { press: pressed(down), target: counterpart(down) };

  view.remove();
  root.hidden = false;
  for (const [at, box] of [...root.querySelectorAll("[data-scroller]")].entries()) {
    const [x, y] = scrolled[at] ?? [0, 0];
    // Where nothing was scrolled nothing is asked of the layout, which the browser then makes once, in a task of its own.
    if (x !== 0) box.scrollLeft = x;
    if (y !== 0) box.scrollTop = y;
  }
  if (left !== 0 || top !== 0) globalThis.scrollTo({ left, top, behavior: "instant" });
  focused?.focus({ preventScroll: true });
  if (letGo?.target !== undefined) pressOnRelease(letGo.target, letGo.press);
  // Once React has finished, but before the visitor's next key.
  queueMicrotask(() => {
    for (const summary of opened) summary?.closest("details")?.setAttribute("open", "");
    for (const [from, to] of entered) if (to !== undefined) enter(from, to as Field);
    if (hasText(active) && hasText(focused)) focused.setSelectionRange(active.selectionStart, active.selectionEnd);
    answer?.();
    if (agreed) answered(document.body, (body) => yesOf(body, agreed));
    if (answer === undefined) sayNothing();
    else setTimeout(sayNothing, PRESS_KEPT_MS);
  });
}

/** The button that agrees to the site's own question, once it asks for exactly this (features/bookings/first-question.tsx). */
function yesOf(body: HTMLElement, agreed: string): HTMLElement | undefined {
  const asked = body.querySelector("[data-question]");
  if (asked?.textContent !== agreed) return undefined;
  return asked.closest("[role=dialog]")?.querySelector<HTMLElement>("[data-yes]") ?? undefined;
}

/** Presses a control, as soon as it is there; not after the visitor pressed something else. */
function answered(root: HTMLElement, find: (root: HTMLElement) => HTMLElement | undefined): void {
  const press = () => {
    const control = find(root);
    control?.click();
    if (control !== undefined) end();
  };
  const later = new MutationObserver(press);
  const end = () => {
    later.disconnect();
    clearTimeout(timer);
    document.removeEventListener("pointerdown", end);
    sayNothing();
  };
  const timer = setTimeout(end, PRESS_KEPT_MS);
  document.addEventListener("pointerdown", end);
  later.observe(root, { childList: true, subtree: true, attributeFilter: ["data-question"] });
  press();
}

/** The browser sends no click where the pressed element has been replaced before the finger or button was lifted. */
function pressOnRelease(target: HTMLElement, press: () => void): void {
  const onUp = ({ clientX, clientY }: PointerEvent) => {
    end();
    if (target.contains(document.elementFromPoint(clientX, clientY))) press();
  };
  const end = () => {
    document.removeEventListener("pointerup", onUp);
    document.removeEventListener("pointercancel", end);
  };
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", end);
}
