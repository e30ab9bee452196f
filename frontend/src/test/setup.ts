import { afterEach, jest } from "@jest/globals";
import "@testing-library/jest-dom/jest-globals";
import { configure } from "@testing-library/react";

// Testing Library looks for the global to know whether the clock is faked.
Object.assign(globalThis, { jest });
configure({ asyncUtilTimeout: 10_000 });
// Whole screens in jsdom take seconds where four processes share two cores.
jest.setTimeout(60_000);

/** A match-media that says no to everything: a light screen with motion, as the tests expect. */
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

// The dialogs' state machines change themselves in animation frames, outside of any act: React's note about that
// says nothing of our code. Everything else React complains of stays loud.
const complain = console.error;
console.error = (...words: unknown[]) => {
  const [first] = words;
  if (typeof first === "string" && /not wrapped in act|not configured to support act/.test(first)) return;
  complain(...words);
};

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

// What jsdom has no layout for.
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
Object.assign(globalThis, {
  ResizeObserver: QuietObserver,
  IntersectionObserver: QuietObserver,
  scrollTo: jest.fn(),
});
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
