import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { eventDates } from "@sakhi/domain/events/event-dates";
import { eventDays } from "@sakhi/domain/events/event-facts";
import { firstMela, SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";

// The facts of the Mela and its organisation may appear in the code only in the seed.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDERS = [
  "backend/src",
  "backend/assets/mails",
  "backend/assets/search",
  "domain/messages",
  "domain/src",
  "workflows/src",
  "frontend/src",
  "frontend/index.html",
  "frontend/vite.config.ts",
  "frontend/public",
  "deploy",
];
const SEED = "domain/src/events/event-facts.seed.ts";
/** Exceptions: files whose text comes from the specification or is an example, with the facts they may contain. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // The place of jurisdiction, and the founders' history.
  "frontend/src/assets/documents/terms-and-conditions.md": [SEED_ORGANISATION.city],
  "frontend/src/assets/documents/event-terms.md": [SEED_ORGANISATION.city],
  "domain/messages/en/about.json": [SEED_ORGANISATION.city],
  "domain/messages/en/awards.json": [SEED_ORGANISATION.city],
  // The address of a demonstration NGO.
  "domain/src/catalogue/ngo-brands.ts": [SEED_ORGANISATION.city, SEED_ORGANISATION.region],
  // A table of what people type.
  "domain/src/fields/typed-inputs.ts": [SEED_EVENT.pin],
  // The states of India.
  "domain/src/invoices/gst-states.ts": [SEED_ORGANISATION.region],
  "domain/src/catalogue/place.rules.ts": [SEED_ORGANISATION.region],
};

const { start, end } = eventDays(firstMela(new Date()));
const specified = eventDays(firstMela(new Date("2026-10-01")));
/** Those of the seed follow from the installation's first start. */
const DAYS = [start, end, specified.start, specified.end, eventDates(firstMela(new Date()))];
const FACTS = [
  ...[...DAYS, SEED_EVENT.venueName, SEED_EVENT.venueDescription, SEED_EVENT.street],
  ...[SEED_EVENT.locality, SEED_EVENT.city, SEED_EVENT.pin, SEED_EVENT.mapUrl],
  ...[SEED_ORGANISATION.legalName, SEED_ORGANISATION.legalAddress, SEED_ORGANISATION.gstin, SEED_ORGANISATION.street],
  ...[SEED_ORGANISATION.locality, SEED_ORGANISATION.city, SEED_ORGANISATION.pin, SEED_ORGANISATION.region],
  SEED_ORGANISATION.supportEmail,
];

function filesOf(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesOf(below) : [below];
  });
}

/** A file's text without comments, which may contain examples. */
function code(file: string): string {
  const text = readFileSync(join(ROOT, file), "utf8");
  return /\.(tsx?|mjs)$/.test(file) ? text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "") : text;
}

describe("the facts of the Mela", () => {
  const files = FOLDERS.flatMap(filesOf).filter(
    (file) =>
      /\.(tsx?|md|html|json|mjs|css|svg|webmanifest|txt|ya?ml)$/.test(file) &&
      !/\.spec\.tsx?$|\/test\/|\/generated\/|demonstration/.test(file) &&
      file !== SEED,
  );

  it("are in the seed, and are searched for in all folders", () => {
    expect(files.length).toBeGreaterThan(300);
    // Files that are easily missed.
    expect(files).toEqual(
      expect.arrayContaining([
        ...["frontend/index.html", "frontend/public/wordmark.svg", "frontend/src/app/site-footer.tsx"],
        ...["backend/src/mail/mail.layout.ts", "backend/src/mail/calendar-entry.ts"],
        ...["backend/assets/mails/en/booking-confirmed.md", "backend/src/site/structured-data.ts"],
        ...["backend/src/invoices/invoice.pdf.ts", "backend/src/platform/pdf/paper.ts"],
        ...["domain/src/events/calendar.ts", "domain/src/site/site.page-list.ts"],
      ]),
    );
    const seed = code(SEED);
    for (const fact of FACTS.filter((each) => !DAYS.includes(each))) expect(seed).toContain(fact);
  });

  it("are nowhere else", () => {
    const found = files.flatMap((file) => {
      const text = code(file);
      return FACTS.filter((fact) => text.includes(fact) && EXCEPTIONS[file]?.includes(fact) !== true).map(
        (fact) => `${file}: ${fact}`,
      );
    });
    expect(found).toEqual([]);
  });
});
