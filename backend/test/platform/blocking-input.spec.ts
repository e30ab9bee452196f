import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { InjectOptions } from "fastify";
import { AdminArea } from "../admin/admin-area.js";
import { inputPlaces, worstTexts } from "./worst-input.js";
import type { Description } from "./worst-input.js";

/** No request may occupy the process longer before it is refused, in ms (issue 10, item 1). */
const LIMIT_MS = 50;
/** One more try for what took longer: whatever else the machine does can only add. */
const TRIES = 5;
/**
 * What a body may have at most, and what Node takes as the head of a request (headers and address, where each byte can
 * take three: longer ones are refused before any code of ours, see http-platform.spec.ts); with room for the rest.
 */
const BODY_BYTES = 63 * 1024;
const HEAD_BYTES = 15 * 1024;

let area: AdminArea;
let cookie = "";
beforeAll(async () => {
  area = await AdminArea.start();
  cookie = `sakhi_admin=${(await area.login("asha")).token}`;
});
afterAll(() => area.close());

/**
 * Milliseconds of processor time a request takes, in all threads of the process: the event loop cannot be blocked by
 * work for longer, and unlike the clock it does not count what other processes do meanwhile.
 */
async function costMs(options: InjectOptions): Promise<number> {
  const before = process.cpuUsage();
  await area.app.inject(options);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function tooDear(options: InjectOptions): Promise<number | undefined> {
  let least = Infinity;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    least = Math.min(least, await costMs(options));
    if (least <= LIMIT_MS) return undefined;
  }
  return Math.round(least);
}

async function allTooDear(calls: Iterable<readonly [string, InjectOptions]>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, options] of calls) {
    const ms = await tooDear(options);
    if (ms !== undefined) found.push(`${name}: ${ms} ms`);
    // Enough to see what is wrong; each more would take its seconds again.
    if (found.length === 3) break;
  }
  return found;
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 12));
const description = JSON.parse(
  readFileSync(new URL("../../assets/generated/openapi.json", import.meta.url), "utf8"),
) as Description;
/** A stream whose field is given a text that counts as none goes on forever; its one field has a pattern of 27 signs. */
const ENDLESS = "/api/v1/mela/layout/events";
const places = inputPlaces(description).filter(({ name }) => !name.includes(ENDLESS));

describe("64 kB of the worst characters", () => {
  it("are looked for in every call of the description", () => {
    expect(places.length).toBeGreaterThan(200);
  });

  it.each([...new Set(places.map(({ name }) => name.split(" ").slice(0, 2).join(" ")))])(
    "occupy the process no longer than 50 ms in any field of %s",
    async (call) => {
      const calls = places
        .filter(({ name }) => name.startsWith(`${call} `))
        .flatMap((place) =>
          worstTexts(place.body("") === undefined ? HEAD_BYTES / 3 : BODY_BYTES).map(
            (text): [string, InjectOptions] => {
              const body = place.body(text);
              return [
                `${place.name} ${shown(text)}`,
                {
                  method: place.method,
                  url: place.url(text),
                  headers: {
                    cookie,
                    ...(place.header === undefined ? {} : { [place.header]: inHeader(text) }),
                  },
                  ...(body === undefined ? {} : { payload: body as object }),
                },
              ];
            },
          ),
        );
      expect(await allTooDear(calls)).toEqual([]);
    },
  );
});

/** What Node lets a header hold: bytes, no line breaks. */
const inHeader = (text: string): string => encodeURI(text.replaceAll(/[\r\n]/g, " "));

/** Headers that somebody here looks into. */
const HEADERS = [
  "accept",
  "accept-encoding",
  "authorization",
  "content-type",
  "cookie",
  "host",
  "if-none-match",
  "origin",
  "range",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-idempotency-key",
  "x-request-id",
  "x-webhook-signature",
  "x-webhook-timestamp",
];
const CALLS = [
  { method: "GET", url: "/" },
  { method: "GET", url: "/api/v1/listings/live" },
  { method: "GET", url: "/metrics" },
  { method: "POST", url: "/api/v1/mela/reserve", payload: { stallId: "Z99" } },
  { method: "POST", url: "/api/v1/cashfree/webhook", payload: { type: "X" } },
] as const;

describe("headers as long as Node takes them", () => {
  it.each(HEADERS)("occupy the process no longer than 50 ms: %s", async (header) => {
    const texts = [
      ...worstTexts(HEAD_BYTES).map(inHeader),
      "gzip ; q=0.".padEnd(HEAD_BYTES, "0"),
      "gzip ".repeat(HEAD_BYTES / 5),
      "gzip;q=0,".repeat(HEAD_BYTES / 9),
      "sakhi_visitor=".padEnd(HEAD_BYTES, "a."),
      "a=b;".repeat(HEAD_BYTES / 4),
      "application/json;".padEnd(HEAD_BYTES, " a=b;"),
      'application/json; a="'.padEnd(HEAD_BYTES, "\\a"),
      "1.1.1.1,".repeat(HEAD_BYTES / 8),
      'W/"a",'.repeat(HEAD_BYTES / 6),
    ];
    const calls = CALLS.flatMap((call) =>
      texts.map((text): [string, InjectOptions] => [
        `${call.url} ${shown(text)}`,
        { ...call, headers: { [header]: text.slice(0, HEAD_BYTES) } },
      ]),
    );
    expect(await allTooDear(calls)).toEqual([]);
  });
});

describe("bodies of 64 kB that are odd as a whole", () => {
  const wide = (one: (at: number) => string, open: string, close: string): string => {
    let inner = "";
    for (let at = 0; inner.length < BODY_BYTES; at += 1) inner += (at === 0 ? "" : ",") + one(at);
    return open + inner + close;
  };
  const bodies: readonly (readonly [string, string])[] = [
    ["thousands of fields nobody knows", wide((at) => `"${at}":1`, "{", "}")],
    ["thousands of lists in a list", wide(() => "[]", '{"stallId":[', "]}")],
    ["thousands of objects in a field", wide(() => "{}", '{"previousParticipation":[', "]}")],
    ["thousands of texts in a list", wide(() => '"a"', '{"previousParticipation":[', "]}")],
    ["thousands of fields in a field", wide((at) => `"${at}":{}`, '{"metadata":{', "}}")],
    ["thousands of forbidden names", wide(() => '"__proto__" ', "{", "}")],
    ["a number without end", `{"amount":${"1".repeat(BODY_BYTES)}}`],
    ["a fraction without end", `{"amount":0.${"1".repeat(BODY_BYTES)}}`],
  ];
  it.each(bodies)("%s", async (_what, payload) => {
    const calls = places
      .filter(({ method }) => method !== "GET")
      .map(({ method, url }): [string, InjectOptions] => [
        `${method} ${url("1")}`,
        {
          method,
          url: url("1"),
          payload,
          headers: { cookie, "content-type": "application/json" },
        },
      ]);
    expect(await allTooDear(new Map(calls.map((call) => [call[0], call])).values())).toEqual([]);
  });
});
