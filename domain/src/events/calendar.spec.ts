import { describe, expect, it } from "@jest/globals";
import { NO_ARRIVAL } from "./arrival.rules.js";
import {
  type BookingCalendar,
  calendarEntries,
  calendarFile,
  calendarMethod,
  changesInWords,
  eventChanges,
  nextCalendar,
  webCalendars,
} from "./calendar.js";
import { type EventDay, type EventRecord, publicFacts } from "./event-facts.js";
import { SEED_CALENDAR, SEED_ORGANISATION, seedEvent } from "./event-facts.seed.js";

/** 3 and 4 December 2026. */
const MELA = seedEvent(new Date("2026-10-01T00:00:00Z"));
const BOOKING = { stallId: "B12", orderId: "MELA1" };
const NOW = new Date("2026-11-21T10:00:00.123Z");

function factsWith(change: Partial<EventRecord> = {}) {
  return publicFacts({
    slug: "the-mela",
    status: "published",
    event: { id: 1, version: 0, ...MELA, ...change },
    organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
    calendar: SEED_CALENDAR,
    arrival: NO_ARRIVAL,
    updatedAt: "2026-10-01T00:00:00.000Z",
  });
}
const entriesOf = (change?: Partial<EventRecord>) => calendarEntries(BOOKING, factsWith(change));
const fileOf = (change?: Partial<EventRecord>) => calendarFile(BOOKING, factsWith(change), NOW);
/** Unfolded lines of a calendar file. */
const linesOf = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

/** Unescapes a text value (RFC 5545, 3.3.11). */
const unescaped = (text: string) =>
  text.replaceAll(/\\([\\;,nN])/g, (_all, sign: string) => (/n/i.test(sign) ? "\n" : sign));
const valueOf = (file: string, name: string) =>
  linesOf(file)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);

describe("calendarEntries", () => {
  it.each<[string, string, string, string, string]>([
    ["2026-12-03", "10:00", "20:00", "2026-12-03T04:30:00.000Z", "2026-12-03T14:30:00.000Z"],
    // Before 05:30 in India, UTC is still on the previous day.
    ["2026-12-03", "05:00", "05:30", "2026-12-02T23:30:00.000Z", "2026-12-03T00:00:00.000Z"],
    ["2026-12-03", "00:00", "23:59", "2026-12-02T18:30:00.000Z", "2026-12-03T18:29:00.000Z"],
    // India has no daylight saving time.
    ["2027-07-01", "10:00", "20:00", "2027-07-01T04:30:00.000Z", "2027-07-01T14:30:00.000Z"],
    ["2027-03-28", "02:30", "03:30", "2027-03-27T21:00:00.000Z", "2027-03-27T22:00:00.000Z"],
    ["2028-02-29", "09:15", "17:45", "2028-02-29T03:45:00.000Z", "2028-02-29T12:15:00.000Z"],
    ["2027-01-01", "01:00", "12:00", "2026-12-31T19:30:00.000Z", "2027-01-01T06:30:00.000Z"],
  ])("converts %s, %s to %s in India, to UTC: %s to %s", (date, opens, closes, starts, ends) => {
    const [entry] = entriesOf({ days: [{ date, opens, closes }] });
    expect([entry?.starts.toISOString(), entry?.ends.toISOString()]).toEqual([starts, ends]);
  });

  it("returns one entry per day with its hours, the address and the map", () => {
    const days = [
      { date: "2026-12-03", opens: "10:00", closes: "20:00" },
      { date: "2026-12-04", opens: "09:30", closes: "18:00" },
    ];
    const entries = entriesOf({ days });
    expect(entries.map(({ uid, day, hours }) => [uid, day, hours])).toEqual([
      ["MELA1-day-1@sakhi-bazaar", "Thursday, 3 December 2026", "10:00 to 20:00"],
      ["MELA1-day-2@sakhi-bazaar", "Friday, 4 December 2026", "09:30 to 18:00"],
    ]);
    for (const { location, text, title } of entries) {
      expect(location).toBe(
        "An industrial area in Whitefield, Bangalore, Plot 27, EPIP Zone, Hoodi Main Road, Whitefield, Bangalore 560066",
      );
      expect(text).toContain(`Map: ${MELA.mapUrl}`);
      expect(title).toBe("The Mela: my stall B12");
    }
    expect(entries[1]?.text).toContain("Open from 09:30 to 18:00.");
  });
});

describe("calendarFile", () => {
  it("writes one entry per day in UTC, with stable UIDs and CRLF line endings", () => {
    const file = fileOf();
    expect(linesOf(file).filter((line) => /^(BEGIN|END|UID|SEQ|STATUS|DT|VERSION|METHOD)/.test(line))).toEqual([
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:PUBLISH"],
      ...["BEGIN:VEVENT", "UID:MELA1-day-1@sakhi-bazaar", "SEQUENCE:0", "STATUS:CONFIRMED", "DTSTAMP:20261121T100000Z"],
      ...["DTSTART:20261203T043000Z", "DTEND:20261203T143000Z", "END:VEVENT"],
      ...["BEGIN:VEVENT", "UID:MELA1-day-2@sakhi-bazaar", "SEQUENCE:0", "STATUS:CONFIRMED", "DTSTAMP:20261121T100000Z"],
      ...["DTSTART:20261204T043000Z", "DTEND:20261204T143000Z", "END:VEVENT"],
      "END:VCALENDAR",
    ]);
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("names the organisation as the organizer", () => {
    expect(fileOf()).toContain(`ORGANIZER;CN="Sakhi Bazaar":mailto:${SEED_ORGANISATION.supportEmail}\r\n`);
    const { organisation, ...facts } = factsWith();
    const odd = { ...facts, organisation: { ...organisation, name: 'The "Haat"; Ltd:\r\n1' } };
    expect(linesOf(calendarFile(BOOKING, odd, NOW))).toContain(
      `ORGANIZER;CN="The 'Haat'; Ltd:  1":mailto:${organisation.supportEmail}`,
    );
  });

  it.each<[string, Partial<EventRecord>, string, string]>([
    ["a comma, a semicolon", { street: "Plot 7; Main Road, gate 2" }, "LOCATION", "Plot 7; Main Road, gate 2"],
    ["a backslash and a colon", { venueDescription: "Hall A\\B: left" }, "LOCATION", "Hall A\\B: left"],
    ["a backslash before an n", { venueDescription: "Hall\\n 3" }, "LOCATION", "Hall\\n 3"],
    ["a line break", { street: "Plot 7\r\nMain Road" }, "LOCATION", "Plot 7\nMain Road"],
    ["quotes", { name: 'The "Winter" Mela' }, "SUMMARY", 'The "Winter" Mela: my stall B12'],
    ["Devanagari", { street: "मेला रोड, व्हाइटफ़ील्ड ".repeat(6).trim() }, "LOCATION", "मेला रोड, व्हाइटफ़ील्ड"],
    ["characters outside the BMP", { name: "🎪".repeat(40) }, "SUMMARY", "🎪".repeat(40)],
  ])("preserves %s", (_what, change, name, text) => {
    const file = fileOf(change);
    expect(unescaped(valueOf(file, name) ?? "")).toContain(text);
    // Every line is a property or a continuation, at most 75 bytes long, and never ends within a character.
    for (const line of file.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]|\uFFFD|[\uD800-\uDBFF]$/);
      expect(line).toMatch(/^( |[A-Z-]+[:;]|$)/);
    }
  });

  it("prevents injection of lines through text", () => {
    const file = fileOf({ name: "Mela\r\nATTACH:https://evil.example\u0000\u0007" });
    expect(linesOf(file).filter((line) => line.startsWith("ATTACH"))).toEqual([]);
    expect(valueOf(file, "SUMMARY")).toBe("Mela\\nATTACH:https://evil.example: my stall B12");
  });

  it("percent-encodes the map's address", () => {
    expect(valueOf(fileOf({ mapUrl: "https://maps.example.org/मेला" }), "URL")).toBe(
      "https://maps.example.org/%E0%A4%AE%E0%A5%87%E0%A4%B2%E0%A4%BE",
    );
  });
});

/** The days of an event, as its calendar shows them. */
const D = (date: string, opens = "10:00", closes = "20:00"): EventDay => ({ date, opens, closes });
const [D3, D4, D5] = [D("2026-12-03"), D("2026-12-04"), D("2026-12-05")];

/** A change of the event as operators make it, or of the booking. */
type Step = Partial<EventRecord> | Partial<BookingCalendar>;

/** The file after some changes, as `number of the day: start status #sequence` and what differs. */
function filesAfter(steps: readonly Step[]) {
  let event: EventRecord = { id: 1, version: 0, ...MELA };
  let calendar = SEED_CALENDAR;
  let booking: BookingCalendar = BOOKING;
  let hour = Date.parse("2026-11-01T00:00:00Z");
  const files = [{}, ...steps].map((step) => {
    if ("moves" in step || "cancelled" in step || "stallId" in step) booking = { ...booking, ...step };
    else {
      const after = { ...event, ...(step as Partial<EventRecord>) };
      if (eventChanges(event, after).length > 0)
        calendar = nextCalendar(calendar, event.days, after.days, new Date((hour += 3_600_000)));
      event = after;
    }
    const organisation = { id: 1, version: 0, ...SEED_ORGANISATION };
    return calendarFile(
      booking,
      publicFacts({
        slug: "the-mela",
        status: "published",
        event,
        organisation,
        calendar,
        arrival: NO_ARRIVAL,
        updatedAt: "",
      }),
      NOW,
    );
  });
  return files.map((file) => {
    const values = (name: string) =>
      linesOf(file).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
    const [uids, starts, statuses, sequences] = ["UID", "DTSTART", "STATUS", "SEQUENCE"].map(values);
    return {
      method: values("METHOD")[0],
      days: uids?.map((uid, index) => {
        const number = /^MELA1-day-(\d)@sakhi-bazaar$/.exec(uid)?.[1];
        return `${number}: ${starts?.[index]?.slice(6, 8)} ${statuses?.[index]} #${sequences?.[index]}`;
      }),
      summary: values("SUMMARY")[0],
    };
  });
}

describe("the former start", () => {
  it.each<[string, EventDay[], EventDay[], string | null]>([
    ["other dates", [D3, D4], [D5], "2026-12-03T10:00:00+05:30"],
    ["a day more", [D3, D4], [D3, D4, D5], null],
    ["a first day less", [D3, D4], [D4], "2026-12-03T10:00:00+05:30"],
    ["other hours", [D3], [D("2026-12-03", "11:00")], null],
  ])("with %s", (_what, before, after, formerStart) => {
    expect(nextCalendar(SEED_CALENDAR, before, after, NOW).formerStart).toBe(formerStart);
  });

  it("is kept while only hours change", () => {
    const moved = nextCalendar(SEED_CALENDAR, [D3], [D5], NOW);
    expect(nextCalendar(moved, [D5], [D("2026-12-05", "11:00")], NOW).formerStart).toBe(moved.formerStart);
  });
});

describe("a calendar that gets one file after the other", () => {
  const ok = (days: readonly number[], sequence: number) =>
    days.map((day, index) => `${index + 1}: ${String(day).padStart(2, "0")} CONFIRMED #${sequence}`);
  it.each<[string, readonly Step[], "PUBLISH" | "CANCEL", readonly string[]]>([
    ["no change", [], "PUBLISH", ok([3, 4], 0)],
    ["another date", [{ days: [D("2026-12-10"), D("2026-12-11")] }], "PUBLISH", ok([10, 11], 1)],
    ["other hours", [{ days: [D("2026-12-03", "11:00"), D4] }], "PUBLISH", ok([3, 4], 1)],
    ["another venue", [{ street: "7 Karve Road" }], "PUBLISH", ok([3, 4], 1)],
    ["another hall", [{ venueName: "Hall 2" }], "PUBLISH", ok([3, 4], 1)],
    ["another map", [{ mapUrl: "https://maps.example.org/2" }], "PUBLISH", ok([3, 4], 1)],
    ["another name", [{ name: "The Winter Mela" }], "PUBLISH", ok([3, 4], 1)],
    ["other sales", [{ salesCloseAt: "2026-12-02T10:00:00.000Z" }], "PUBLISH", ok([3, 4], 0)],
    ["two changes", [{ city: "Pune" }, { days: [D4, D5] }], "PUBLISH", ok([4, 5], 2)],
    ["a change and back", [{ city: "Pune" }, { city: MELA.city }], "PUBLISH", ok([3, 4], 2)],
    ["a day more", [{ days: [D3, D4, D5] }], "PUBLISH", ok([3, 4, 5], 1)],
    ["a day in front", [{ days: [D("2026-12-02"), D3, D4] }], "PUBLISH", ok([2, 3, 4], 1)],
    ["a day less", [{ days: [D3] }], "PUBLISH", [...ok([3], 1), "2: 04 CANCELLED #1"]],
    ["the first day less", [{ days: [D4] }], "PUBLISH", [...ok([4], 1), "2: 04 CANCELLED #1"]],
    [
      "less, then less",
      [{ days: [D3, D4, D5] }, { days: [D4] }],
      "PUBLISH",
      [...ok([4], 2), "2: 04 CANCELLED #2", "3: 05 CANCELLED #2"],
    ],
    ["less, then more", [{ days: [D3] }, { days: [D3, D5] }], "PUBLISH", ok([3, 5], 2)],
    ["a move", [{ stallId: "B14", moves: 1 }], "PUBLISH", ok([3, 4], 1)],
    [
      "a move and back",
      [
        { stallId: "B14", moves: 1 },
        { stallId: "B12", moves: 2 },
      ],
      "PUBLISH",
      ok([3, 4], 2),
    ],
    ["a change and a move", [{ city: "Pune" }, { stallId: "B14", moves: 1 }], "PUBLISH", ok([3, 4], 2)],
    ["a cancellation", [{ cancelled: true }], "CANCEL", ["1: 03 CANCELLED #1", "2: 04 CANCELLED #1"]],
    [
      "a move, then a cancellation",
      [{ stallId: "B14", moves: 1 }, { cancelled: true }],
      "CANCEL",
      ["1: 03 CANCELLED #2", "2: 04 CANCELLED #2"],
    ],
    [
      "a day less, then a cancellation",
      [{ days: [D4] }, { cancelled: true }],
      "CANCEL",
      ["1: 04 CANCELLED #2", "2: 04 CANCELLED #2"],
    ],
  ])("%s", (_what, steps, method, days) => {
    const files = filesAfter(steps);
    expect(files.at(-1)).toMatchObject({ method, days });
    // Every entry that was ever sent is in the newest file, with a sequence that is not lower.
    const sequencesOf = (file: (typeof files)[number]) => file.days?.map((day) => Number(day.split("#")[1])) ?? [];
    for (const [index, file] of files.slice(1).entries()) {
      const before = files[index];
      if (before === undefined) continue;
      expect(file.days?.length).toBeGreaterThanOrEqual(before.days?.length ?? 0);
      if (JSON.stringify(file) !== JSON.stringify(before)) {
        expect(Math.min(...sequencesOf(file))).toBeGreaterThan(Math.max(...sequencesOf(before)));
      }
    }
  });

  it.each<[string, string, readonly string[]]>([
    ["before both changes", "2026-11-01T00:30:00Z", [...ok([4], 2), "2: 04 CANCELLED #2", "3: 05 CANCELLED #2"]],
    ["between them", "2026-11-01T01:30:00Z", [...ok([4], 2), "2: 04 CANCELLED #2", "3: 05 CANCELLED #2"]],
    ["after both", "2026-11-01T02:30:00Z", ok([4], 2)],
  ])("with a stall that was sold %s of days, removes what its holder had only", (_when, soldAt, days) => {
    const files = filesAfter([{ days: [D3, D4, D5] }, { days: [D4] }, { moves: 0, soldAt }]);
    expect(files.at(-1)).toMatchObject({ method: "PUBLISH", days });
  });

  it("removes a day that was taken up again and dropped again from the calendars that had it", () => {
    const steps = [{ days: [D3] }, { days: [D3, D5] }, { days: [D5] }];
    const soldBetween = filesAfter([...steps, { moves: 0, soldAt: "2026-11-01T02:30:00Z" }]);
    expect(soldBetween.at(-1)?.days).toEqual(["1: 05 CONFIRMED #3", "2: 05 CANCELLED #3"]);
  });

  it("closes at or after midnight", () => {
    const file = calendarFile(
      BOOKING,
      factsWith({ days: [D("2026-12-03", "18:00", "01:00"), D("2026-12-04", "18:00", "00:00")] }),
      NOW,
    );
    const ends = linesOf(file).filter((line) => line.startsWith("DTEND"));
    expect(ends).toEqual(["DTEND:20261203T193000Z", "DTEND:20261204T183000Z"]);
  });

  it("names its method in the media type", () => {
    expect([calendarMethod({}), calendarMethod({ cancelled: true })]).toEqual(["PUBLISH", "CANCEL"]);
  });
});

describe("eventChanges", () => {
  const before: EventRecord = { id: 1, version: 0, ...MELA };
  it.each<[Partial<EventRecord>, string]>([
    [{ days: [D4, D5] }, "new dates"],
    [{ days: [D3, D("2026-12-04", "10:00", "18:00")] }, "new opening hours"],
    [{ days: [D("2026-12-10", "09:00"), D("2026-12-11")] }, "new dates and new opening hours"],
    [{ pin: "560001" }, "a new venue"],
    [{ venueDescription: "A hall" }, "a new venue"],
    [{ days: [D4], city: "Pune", name: "The Haat" }, "new dates, a new venue and a new name"],
    [
      { salesOpenAt: "2026-10-01T00:00:00.000Z", stateCode: "27", edition: "2027", version: 3 },
      "its former dates and venue again",
    ],
  ])("%j is %s", (change, words) => {
    expect(changesInWords(eventChanges(before, { ...before, ...change }))).toBe(words);
  });
});

describe("webCalendars", () => {
  const links = entriesOf({
    street: "Plot 7 & 8; Main + Road",
    days: [{ date: "2026-12-03", opens: "09:30", closes: "18:00" }],
  })
    .map(webCalendars)
    .map(({ google, outlook }) => [new URL(google), new URL(outlook)] as const);
  const [google, outlook] = links[0] ?? [new URL("none:"), new URL("none:")];

  it("sends the opening hours, not an all-day event", () => {
    expect([google.origin, google.searchParams.get("dates"), google.searchParams.get("ctz")]).toEqual([
      "https://calendar.google.com",
      "20261203T040000Z/20261203T123000Z",
      "Asia/Kolkata",
    ]);
    const { searchParams } = outlook;
    expect(["allday", "startdt", "enddt"].map((name) => searchParams.get(name))).toEqual([
      "false",
      "2026-12-03T04:00:00.000Z",
      "2026-12-03T12:30:00.000Z",
    ]);
  });

  it.each([
    ["Google", google, "details"],
    ["Outlook", outlook, "body"],
  ] as const)("sends the address and the map to %s", (_which, { searchParams, search }, text) => {
    expect(searchParams.get("location")).toContain("Plot 7 & 8; Main + Road, Whitefield, Bangalore 560066");
    expect(searchParams.get(text)).toContain(
      `Open from 09:30 to 18:00. Set up before the doors open.\nMap: ${MELA.mapUrl}`,
    );
    expect(search).not.toContain("+");
  });
});
