import { afterEach, jest } from "@jest/globals";
import "@testing-library/jest-dom/jest-globals";
import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { configure, prettyDOM } from "@testing-library/react";
import { keepOpen } from "./clock";
import { embedFacts } from "./embedded-facts";
import { EXAMPLE_EVENT } from "./example-event";

// The seed facts, embedded as the server does in each page.
const SEED_FACTS = publicFacts({
  slug: "the-mela-2099",
  status: "published",
  event: { id: 1, version: 0, ...EXAMPLE_EVENT },
  organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
  calendar: SEED_CALENDAR,
  arrival: NO_ARRIVAL,
  updatedAt: "2026-10-01T00:00:00.000Z",
});
embedFacts(SEED_FACTS);

// React's development build takes a stack for each element, and jest allows 100 frames: a tenth of the time.
Error.stackTraceLimit = 10;
// Testing Library uses the global to detect fake timers.
Object.assign(globalThis, { jest });
configure({
  // Whole screens in jsdom take seconds where several processes share two cores. A failed test waits as long, twice: a file of ten
  // has to end before CI ends the run, which would not even name it.
  asyncUtilTimeout: 60_000,
  // Prints the DOM lazily: waitFor retries its query many times, and only the last error is read.
  getElementError(message, container) {
    const error = new Error(message ?? undefined);
    error.name = "TestingLibraryElementError";
    Object.defineProperty(error, "message", {
      configurable: true,
      get: () => [message, prettyDOM(container)].filter(Boolean).join("\n\n"),
      set(text: string) {
        Object.defineProperty(error, "message", { value: text, writable: true, configurable: true });
      },
    });
    return error;
  },
});

keepOpen();

/** No media query matches: a light theme with motion. */
globalThis.matchMedia = (media: string): MediaQueryList => {
  const query = new EventTarget();
  return Object.assign(query, {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
};

// The dialogs' state machines update in animation frames, outside act: React's warnings about that are not about our
// code. All other errors are still printed.
const printError = console.error;
console.error = (...args: unknown[]) => {
  const [first] = args;
  if (typeof first === "string" && /not wrapped in act|not configured to support act/.test(first)) return;
  printError(...args);
};

afterEach(() => {
  jest.useRealTimers();
  keepOpen();
  localStorage.clear();
  sessionStorage.clear();
  embedFacts(SEED_FACTS);
});

// jsdom has no layout.
class QuietObserver {
  observe(): void {
    // Nothing is ever resized or scrolled in a test.
  }
  unobserve(): void {
    // See above.
  }
  disconnect(): void {
    // See above.
  }
}
Object.assign(globalThis, { ResizeObserver: QuietObserver, IntersectionObserver: QuietObserver, scrollTo: jest.fn() });
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
