import { expect, test } from "@jest/globals";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { CONSENT_VERSION } from "@sakhi/domain/privacy/consent";
import { createHash } from "node:crypto";
import privacy from "../assets/documents/privacy-policy.md";
import terms from "../assets/documents/terms-and-conditions.md";
import { strings } from "../features/listings/wizard.strings";

test("a change of what applicants agree to has a version of its own", () => {
  // As they are read: a fact in braces is the database's, and no part of what is agreed to.
  const text = JSON.stringify([strings.consent, terms, privacy])
    .replaceAll("{supportEmail}", SEED_ORGANISATION.supportEmail)
    .replaceAll("{officeCity}", SEED_ORGANISATION.city);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  // Changed a text? Give it a new CONSENT_VERSION (domain/src/privacy/consent.ts) and put both here.
  expect({ version: CONSENT_VERSION, digest }).toEqual({ version: "2026-11-22", digest: "fb8ab1f61f03afbe" });
});
