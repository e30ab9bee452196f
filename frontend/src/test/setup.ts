import { afterEach, jest } from "@jest/globals";
import "@testing-library/jest-dom/jest-globals";
import { configure, prettyDOM } from "@testing-library/react";
import * as React from "react";
import { publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { FACTS_ELEMENT } from "@sakhi/domain/events/facts-element";
import "./hiding-styles";
import "./quick-styles";

// As the server sends them with each page; what a new database begins with.
const facts = document.createElement("script");
facts.type = "application/json";
facts.id = FACTS_ELEMENT;
facts.textContent = JSON.stringify(
  publicFacts({
    event: { id: 1, version: 0, ...SEED_EVENT },
    organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
    updatedAt: "2026-10-01T00:00:00.000Z",
  }),
);
document.head.append(facts);

// Testing Library looks for the global to know whether the clock is faked.
Object.assign(globalThis, { jest });
configure({
  // Whole screens in jsdom take seconds where several processes share two cores: far from what is usual, as everywhere.
  asyncUtilTimeout: 120_000,
  // What is waited for is looked for again and again, and each time it is not there yet the whole screen would be written
  // out for an error nobody reads: only the last one's is.
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

// What goes by itself after some seconds (toasts, the overlay of the gifting form) would be gone before a machine that
// was busy elsewhere has looked, or would hide that nothing else takes it away: by real time it stays. That it goes is
// tested by a faked clock, which takes this one's place.
const later = globalThis.setTimeout;
const patiently = (work: () => void, ms = 0, ...rest: []) =>
  later(work, ms >= 5000 && ms <= 8000 ? 2 ** 31 - 1 : ms, ...rest);
globalThis.setTimeout = Object.assign(patiently, later) as typeof setTimeout;

// React keeps a stack for each element it makes, for its own error messages, as long as they are fewer than ten thousand
// a second, which takes time where screens are drawn all the time. Here the ten thousand are always reached.
const internals = (React as unknown as Record<string, object>)[
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"
];
if (internals === undefined || !("recentlyCreatedOwnerStacks" in internals))
  throw new Error("React counts its stacks in another way now");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => 10_000,
  set() {
    // React starts again each second.
  },
});

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
Object.assign(globalThis, { ResizeObserver: QuietObserver, IntersectionObserver: QuietObserver, scrollTo: jest.fn() });
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
