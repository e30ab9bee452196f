import { describe, expect, it } from "@jest/globals";
import { ALL_WELL, type PartsState, siteStatus, statusFrom, statusText } from "./site-status.rules.js";

const UP: PartsState = {
  ...{ database: true, paused: false, held: "some" as const },
  ...{ payments: true, mailServer: true, jobs: true, temporal: true },
};

describe("the status that visitors see", () => {
  it.each<[string, Partial<PartsState>, string]>([
    ["all is well", {}, ""],
    ["nobody asked the parts outside", { payments: undefined, mailServer: undefined }, ""],
    ["most stalls are held unpaid", { held: "most" }, "booking=mostly_held"],
    ["all are", { held: "all" }, "booking=all_held"],
    ["all are, and sales are paused", { held: "all", paused: true }, "booking=paused"],
    ["sales are paused", { paused: true }, "booking=paused"],
    ["the provider does not answer", { payments: false }, "payments=fail"],
    ["the mail server does not answer", { mailServer: false }, "mails=late"],
    ["no process sends mails", { jobs: false }, "mails=late"],
    ["Temporal is unreachable", { temporal: false }, "mails=late"],
    ["two at once", { paused: true, payments: false }, "booking=paused, payments=fail"],
    ["the database is unreachable", { database: false, paused: true }, "booking=down, payments=fail, mails=late"],
  ])("%s", (_case, change, text) => {
    const status = siteStatus({ ...UP, ...change });
    expect(statusText(status)).toBe(text);
    expect(statusFrom(text)).toEqual(status);
  });

  it.each([null, undefined, "", "search=slow", "booking=on fire"])("of %j is well", (text) => {
    expect(statusFrom(text)).toEqual(ALL_WELL);
  });
});
