import { describe, expect, it } from "@jest/globals";
import {
  type Access,
  accessProblem,
  ADMINISTRATOR_ROLES,
  type AdministratorRole,
  hasRight,
  isEventRight,
  isHers,
  isSeen,
  mayGive,
  type Right,
  ROLE_RIGHTS,
  rightsOf,
} from "./rights.js";
import { RIGHTS } from "./rights.words.js";

const at = (role: AdministratorRole, ...events: string[]): Access => ({
  role,
  events: events.length > 0 ? events : null,
});

describe("hasRight", () => {
  it.each<[Access, Right, boolean]>([
    [at("owner"), "team.change", true],
    [at("owner"), "gst.close", true],
    // There is no owner of some events; a row that said so would give nothing.
    [at("owner", "a"), "events.read", false],
    [at("organiser", "a"), "bookings.change", true],
    [at("organiser", "a"), "team.change", true],
    [at("organiser", "a"), "events.create", false],
    [at("organiser"), "events.create", true],
    [at("organiser"), "persons.change", false],
    [at("organiser"), "organisation.change", false],
    [at("organiser"), "brands.change", false],
    [at("accountant", "a"), "money.change", true],
    [at("accountant"), "contacts.read", false],
    [at("accountant", "a"), "gst.read", false],
    [at("accountant"), "gst.close", true],
    [at("accountant"), "bookings.change", false],
    [at("content", "a"), "brands.change", true],
    [at("content"), "bookings.read", false],
    [at("content"), "money.read", false],
    [at("gate", "a"), "gate.use", true],
    [at("gate", "a"), "gate.sell", true],
    [at("organiser", "a"), "gate.sell", true],
    [at("viewer"), "gate.sell", false],
    [at("accountant"), "gate.sell", false],
    [at("gate"), "gate.use", true],
    [at("gate"), "events.read", false],
    [at("viewer"), "contacts.read", true],
    [at("viewer"), "gst.read", true],
    [at("viewer", "a"), "bookings.read", true],
    [at("viewer", "a"), "listings.read", false],
    [at("viewer"), "team.read", false],
    [at("viewer"), "gate.use", false],
  ])("%j, %s: %s", (access, right, expected) => {
    expect(hasRight(access, right)).toBe(expected);
  });

  it("gives named events never more than all of them", () => {
    for (const role of ADMINISTRATOR_ROLES) {
      const all = rightsOf(at(role));
      expect(rightsOf(at(role, "a")).filter((right) => !all.includes(right))).toEqual([]);
    }
  });

  it("changes nothing for viewers, and each change can be read by who may make it", () => {
    expect(rightsOf(at("viewer")).filter((right) => !right.endsWith(".read"))).toEqual([]);
    for (const role of ADMINISTRATOR_ROLES) {
      const { rights } = ROLE_RIGHTS[role];
      for (const right of rights.filter((each) => each.endsWith(".change"))) {
        const read = right.replace(".change", ".read");
        if (Object.hasOwn(RIGHTS, read)) expect([role, rights]).toEqual([role, expect.arrayContaining([read])]);
      }
    }
  });
});

describe("mayGive", () => {
  it.each<[Access, Access, boolean]>([
    [at("owner"), at("owner"), true],
    [at("owner"), at("gate", "a"), true],
    [at("organiser", "a"), at("gate", "a"), true],
    [at("organiser", "a"), at("organiser", "a"), true],
    [at("organiser", "a"), at("viewer", "a"), true],
    [at("organiser", "a"), at("accountant", "a"), true],
    // More than she has herself.
    [at("organiser", "a"), at("owner"), false],
    [at("organiser"), at("owner"), false],
    [at("organiser", "a"), at("owner", "a"), false],
    [at("owner"), at("owner", "a"), false],
    // Her event was deleted; her account can still be changed.
    [at("owner"), { role: "gate", events: [] }, true],
    [at("organiser", "a"), at("content", "a"), false],
    [at("organiser"), at("viewer"), false],
    [at("organiser"), at("accountant"), false],
    [at("organiser"), at("organiser"), true],
    // Other events than hers.
    [at("organiser", "a"), at("gate", "b"), false],
    [at("organiser", "a"), at("gate", "a", "b"), false],
    [at("organiser", "a"), at("gate"), false],
    [at("organiser", "a", "b"), at("gate", "b"), true],
    // Nobody else gives anything.
    [at("viewer"), at("viewer", "a"), false],
    [at("accountant"), at("gate", "a"), false],
    [at("content"), at("content"), false],
    [at("gate", "a"), at("gate", "a"), false],
  ])("%j gives %j: %s", (giver, given, expected) => {
    expect(mayGive(giver, given)).toBe(expected);
  });
});

it.each<[Access, Access["events"], boolean]>([
  [at("owner"), null, true],
  [at("organiser", "a"), ["b", "a"], true],
  [at("organiser", "a"), ["b"], false],
  [at("organiser", "a"), null, false],
])("isSeen: %j sees those at %j: %s", (self, events, expected) => {
  expect(isSeen(self, events)).toBe(expected);
});

it.each<[Access, string | undefined]>([
  [at("owner"), undefined],
  [at("owner", "a"), "owner_of_all_events"],
  [{ role: "gate", events: [] }, "event_required"],
  [at("gate", "a"), undefined],
])("accessProblem(%j) is %s", (access, problem) => {
  expect(accessProblem(access)).toBe(problem);
});

it("is at an event, or at all", () => {
  expect([isHers(at("gate", "a"), "a"), isHers(at("gate", "a"), "b"), isHers(at("gate"), "b")]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isEventRight("bookings.read"), isEventRight("gst.read")]).toEqual([true, false]);
});
