import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { POLICIES_VERSION, POLICIES_VERSIONS } from "@sakhi/domain/bookings/policies";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import inShort from "@sakhi/domain/generated/messages/en/policies-short";
import { CONSENT_VERSION } from "@sakhi/domain/privacy/consent";
import shownBeforePaying from "../assets/documents/event-policies.md";
import privacy from "../assets/documents/privacy-policy.md";
import terms from "../assets/documents/terms-and-conditions.md";
import { strings as booking } from "../features/bookings/mela.strings";
import { POLICIES } from "../features/content/events/policies-versions";
import { strings } from "../features/listings/wizard.strings";

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

test("a change of the consent texts requires a new CONSENT_VERSION", () => {
  // Facts in braces come from the database and are not part of the consent, so they are filled in.
  const text = JSON.stringify([strings.consent, terms, privacy])
    .replaceAll("{supportEmail}", SEED_ORGANISATION.supportEmail)
    .replaceAll("{officeCity}", SEED_ORGANISATION.city);
  // Changed a text? Give it a new CONSENT_VERSION (domain/src/privacy/consent.ts) and put both here.
  const digest = digestOf(text);
  expect({ version: CONSENT_VERSION, digest }).toEqual({ version: "2026-11-29", digest: "2eaae53ffd778d13" });
});

test("a change of the event policies requires a new POLICIES_VERSION, and every accepted version stays as it was", () => {
  const digests = Object.entries(POLICIES).map(([version, { short, refunds, terms: eventTerms }]) => [
    version,
    digestOf(JSON.stringify([booking.policies.accept, short, refunds, eventTerms])),
  ]);
  // Changed a text? Keep the former one as a file of its version (policies-versions.ts), add a version and put it here.
  expect(digests).toEqual([
    ["2026-11-22", "0b50b6e28d9febd5"],
    ["2026-11-27", "dc321c723c1283ef"],
  ]);
  expect(Object.keys(POLICIES)).toEqual(POLICIES_VERSIONS);
  expect(POLICIES_VERSIONS.at(-1)).toBe(POLICIES_VERSION);
  expect(POLICIES[POLICIES_VERSION].short).toEqual(shownBeforePaying);
  // What other languages say in their words.
  const { title, points } = inShort;
  expect({ title, points }).toEqual({ title: shownBeforePaying.title, points: shownBeforePaying.gist });
});
