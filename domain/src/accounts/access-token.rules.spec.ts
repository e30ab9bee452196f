import { expect, it } from "@jest/globals";
import { rightsNow, TOKEN_SCOPES, tokenError, tokenRights } from "./access-token.rules.js";

const BOOKINGS = { scopes: ["bookings:read"], events: null } as const;
const LIMITED = { scopes: TOKEN_SCOPES, events: ["the-mela-2026"] } as const;

it.each([
  ["a read with its scope", BOOKINGS, "GET", "bookings:read", "the-mela-2026", undefined],
  ["a read of its head", BOOKINGS, "HEAD", "bookings:read", undefined, undefined],
  ["a call that declares no scope", BOOKINGS, "GET", undefined, undefined, "token_not_accepted"],
  ["a change, whatever it declares", BOOKINGS, "POST", "bookings:read", undefined, "token_not_accepted"],
  ["another scope", BOOKINGS, "GET", "exports:read", undefined, "token_scope_missing"],
  ["its event", LIMITED, "GET", "exports:read", "the-mela-2026", undefined],
  ["another event", LIMITED, "GET", "exports:read", "winter-2026", "token_event_refused"],
  ["all events", LIMITED, "GET", "exports:read", "all", "token_event_refused"],
  ["no event named", LIMITED, "GET", "exports:read", undefined, "token_event_refused"],
  [
    "its event twice in the query",
    LIMITED,
    "GET",
    "exports:read",
    ["the-mela-2026", "winter-2026"],
    "token_event_refused",
  ],
] as const)("decides about %s", (_, token, method, scope, event, problem) => {
  expect(tokenError(token, { method, scope, event })).toBe(problem);
});

it.each([
  ["owner", null, TOKEN_SCOPES],
  ["viewer", null, TOKEN_SCOPES],
  ["organiser", ["a"], TOKEN_SCOPES],
  ["accountant", ["a"], TOKEN_SCOPES],
  ["content", null, []],
  ["gate", ["a"], []],
] as const)("lets the token of the role %s at %j read what she may see", (role, events, scopes) => {
  expect(tokenRights({ role, events })).toEqual({ scopes, events });
});

it.each([
  [
    "its own limits",
    { scopes: ["exports:read"], events: ["a"] },
    { scopes: TOKEN_SCOPES, events: null },
    ["exports:read"],
    ["a"],
  ],
  [
    "its owner's scopes",
    { scopes: TOKEN_SCOPES, events: null },
    { scopes: ["bookings:read"], events: null },
    ["bookings:read"],
    null,
  ],
  [
    "its owner's events",
    { scopes: TOKEN_SCOPES, events: null },
    { scopes: TOKEN_SCOPES, events: ["a"] },
    TOKEN_SCOPES,
    ["a"],
  ],
  [
    "what both have",
    { scopes: TOKEN_SCOPES, events: ["a", "b"] },
    { scopes: TOKEN_SCOPES, events: ["b"] },
    TOKEN_SCOPES,
    ["b"],
  ],
  ["nothing of a gate's", { scopes: TOKEN_SCOPES, events: null }, tokenRights({ role: "gate", events: [] }), [], []],
] as const)("limits a token to %s", (_, token, owner, scopes, events) => {
  expect(rightsNow(token, owner)).toEqual({ scopes, events });
});
