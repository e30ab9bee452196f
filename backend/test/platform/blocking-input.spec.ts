import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "@jest/globals";
import type { InjectOptions } from "fastify";
import { AdminArea } from "../admin/admin-area.js";
import { callOf, inputPlaces, pairwise, worstTexts } from "./worst-input.js";
import type { Description } from "./worst-input.js";

/** No request may occupy the process longer before it is refused, in ms (issue 10, item 1). */
const LIMIT_MS = 50;
/**
 * Tries for what took longer, of which the least counts: whatever else the machine does can only add. They go on for longer
 * than the collector or the compiler is at work in one piece.
 */
const TRIES = 25;
/** What takes so long is slow by itself, and is not tried again. */
const HOPELESS_MS = 20 * LIMIT_MS;
/**
 * What a body may have at most, and what Node takes as the head of a request (headers and address, where each byte can
 * take three: longer ones are refused before any code of ours, see http-platform.spec.ts); with room for the rest.
 */
const BODY_BYTES = 63 * 1024;
const HEAD_BYTES = 15 * 1024;

const area = await AdminArea.start();
const cookie = `sakhi_admin=${(await area.login("asha")).token}`;
afterAll(() => area.close());

/** Where Linux says how long a thread has run, in ns. */
const THREAD = "/proc/thread-self/schedstat";
const saysOfThread = existsSync(THREAD);

/**
 * Milliseconds of processor time that this thread has had: it is the one that answers requests, and unlike the clock this
 * counts neither other processes nor the threads that collect and compile meanwhile. Where the system does not say it of a
 * thread it is the process's.
 */
function processorMs(): number {
  if (saysOfThread) return Number(readFileSync(THREAD, "latin1").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function costMs(options: InjectOptions): Promise<number> {
  const before = processorMs();
  await area.app.inject(options);
  return processorMs() - before;
}

async function tooDear(options: InjectOptions): Promise<number | undefined> {
  let least = await costMs(options);
  for (let tries = 1; tries < TRIES && least > LIMIT_MS && least < HOPELESS_MS; tries += 1) {
    least = Math.min(least, await costMs(options));
  }
  return least > LIMIT_MS ? Math.round(least) : undefined;
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
const [inHeads, inBodies] = [worstTexts(HEAD_BYTES / 3), worstTexts(BODY_BYTES)];
const samples = pairwise(places, (place) => (place.body("") === undefined ? inHeads : inBodies));

describe("64 kB of the worst characters", () => {
  it("are looked for in every call of the description", () => {
    expect(places.length).toBeGreaterThan(200);
  });

  it("are each sent to every rule that a field has, and to every call", () => {
    const kinds = inBodies.length;
    for (const nameOf of [callOf, ({ rule }: { rule: string }) => rule]) {
      const met = new Map<string, Set<string>>();
      for (const { place, texts } of samples)
        for (const text of texts) met.set(nameOf(place), (met.get(nameOf(place)) ?? new Set()).add(text.slice(0, 24)));
      expect(new Set(met.keys())).toEqual(new Set(places.map(nameOf)));
      expect([...met].filter(([, texts]) => texts.size < kinds)).toEqual([]);
    }
  });

  it.each([...new Set(places.map(callOf))])(
    "occupy the process no longer than 50 ms in any field of %s",
    async (call) => {
      const calls = samples
        .filter(({ place }) => callOf(place) === call)
        .flatMap(({ place, texts }) =>
          texts.map((text): [string, InjectOptions] => {
            const body = place.body(text);
            return [
              `${place.name} ${shown(text)}`,
              {
                method: place.method,
                url: place.url(text),
                headers: { cookie, ...(place.header === undefined ? {} : { [place.header]: inHeader(text) }) },
                ...(body === undefined ? {} : { payload: body as object }),
              },
            ];
          }),
        );
      expect(await allTooDear(calls)).toEqual([]);
    },
  );
});

/** What Node lets a header hold: bytes, no line breaks. */
const inHeader = (text: string): string => encodeURI(text.replaceAll(/[\r\n]/g, " "));

/** A page, a list, the figures, a form, and what another server sends. */
const CALLS = {
  page: { method: "GET", url: "/" },
  list: { method: "GET", url: "/api/v1/listings/live" },
  figures: { method: "GET", url: "/metrics" },
  form: { method: "POST", url: "/api/v1/mela/reserve", payload: { stallId: "Z99" } },
  webhook: { method: "POST", url: "/api/v1/cashfree/webhook", payload: { type: "X" } },
} as const;
type Call = keyof typeof CALLS;

/** Headers that somebody here looks into, and the calls that do so themselves: those get every text. */
const HEADERS: readonly (readonly [name: string, ...calls: Call[]])[] = [
  ["accept", "page", "list"],
  ["accept-encoding", "page", "list"],
  ["authorization", "figures", "list"],
  ["content-type", "form", "webhook"],
  ["cookie", "page", "form"],
  ["host", "page"],
  ["if-none-match", "page", "list"],
  ["origin", "form"],
  ["range", "page"],
  ["sec-fetch-site", "form"],
  ["user-agent", "form"],
  ["x-forwarded-for", "form"],
  ["x-forwarded-host", "page"],
  ["x-forwarded-proto", "page"],
  ["x-idempotency-key", "form"],
  ["x-request-id", "list"],
  ["x-webhook-signature", "webhook"],
  ["x-webhook-timestamp", "webhook"],
];

describe("headers as long as Node takes them", () => {
  it.each(HEADERS)("occupy the process no longer than 50 ms: %s", async (header, ...own) => {
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
    // The others take turns.
    const others = Object.values(CALLS);
    const calls = texts.flatMap((text, at) =>
      [...new Set([...own.map((each) => CALLS[each]), others[at % others.length]!])].map(
        (call): [string, InjectOptions] => [
          `${call.url} ${shown(text)}`,
          { ...call, headers: { [header]: text.slice(0, HEAD_BYTES) } },
        ],
      ),
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
        { method, url: url("1"), payload, headers: { cookie, "content-type": "application/json" } },
      ]);
    expect(await allTooDear(new Map(calls.map((call) => [call[0], call])).values())).toEqual([]);
  });
});
