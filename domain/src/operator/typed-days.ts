import { dayCloses } from "../events/event-days.js";
import type { EventDay } from "../events/event-facts.js";
import { indianTime } from "../events/indian-time.js";
import { asciiDigits, plainCharacters } from "../fields/characters.js";
import wrong from "../generated/messages/en/admin-day-problems.js";
import { monthNumber } from "../invoices/indian-dates.js";

/**
 * Days of an event with their opening hours, as they are typed, pasted, or chosen in date and time fields: one a line. Reads
 * what people write, says what is wrong with each line, and writes the one form that is stored.
 */

/** Most days of an event. */
export const MOST_EVENT_DAYS = 31;
/** Longest text that is read, in characters. */
export const MOST_DAYS_TEXT = 4_000;
/** The latest close of a night, HH:MM: a later one is more likely the morning of a typing error. */
const LATEST_NIGHT = "06:00";

/** The part of a day that a problem is about. */
export type DayPart = "date" | "opens" | "closes";

/** What is wrong with one of the days. */
export interface DayProblem {
  /** Position of the day, from 0. */
  readonly day: number;
  readonly part: DayPart;
  readonly message: string;
}

/** Days as they could be read: what is wrong or missing is "". */
export interface ReadDays {
  readonly days: readonly EventDay[];
  /** At most one a part of a day. */
  readonly problems: readonly DayProblem[];
}

/** Formats days for the form, one per line: `2026-12-03 10:00 to 20:00`. */
export function typedDays(days: readonly EventDay[]): string {
  return days.map(({ date, opens, closes }) => `${date} ${opens} to ${closes}`.trim()).join("\n");
}

/** Reads typed days. Days without a problem are complete; a close at 24:00 is read as 00:00, which means the same. */
export function readTypedDays(text: string): ReadDays {
  const lines = text.split(/\r\n?|\n/).filter((line) => plainCharacters(line) !== "");
  const read = lines.map(readLine);
  const days = read.map(({ day }) => day);
  const ofLines = read.flatMap(({ problems }, day) => problems.map((problem) => ({ day, ...problem })));
  return { days, problems: [...ofLines, ...wrongTogether(days)].toSorted((a, b) => a.day - b.day) };
}

/** Validates typed days: every wrong one in a sentence on a line of its own, or undefined if all are right. */
export function typedDaysProblem(text: string): string | undefined {
  const { days, problems } = readTypedDays(text);
  if (days.length === 0) return wrong.none;
  if (days.length > MOST_EVENT_DAYS) return wrong.tooMany({ most: MOST_EVENT_DAYS, days: days.length });
  if (problems.length === 0) return undefined;
  return [...new Set(problems.map(({ message }) => message))].join("\n");
}

/** Typed days in the form that is stored; the text itself if it has problems. */
export function tidyDays(text: string): string {
  return typedDaysProblem(text) === undefined ? typedDays(readTypedDays(text).days) : text.trim();
}

/** The days of a text without problems. */
export function readDays(text: string): EventDay[] {
  return [...readTypedDays(text).days];
}

interface Line {
  readonly day: EventDay;
  readonly problems: readonly Omit<DayProblem, "day">[];
}

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[\s.,-]*/i;
/** Dates as they are written in India: the day before the month. Groups y, m, d. */
const DATES = [
  /^(?<y>\d{4})([-/.])(?<m>\d{1,2})\2(?<d>\d{1,2})(?![\d])/,
  /^(?<d>\d{1,2})([-/.])(?<m>\d{1,2})\2(?<y>\d{4})(?!\d)/,
  /^(?<d>\d{1,2})(?:st|nd|rd|th)?[\s.,-]+(?:of )?(?<m>\p{L}{3,})[\s.,-]+(?<y>\d{4})(?![\d:])/iu,
  /^(?<m>\p{L}{3,})[\s.,-]+(?<d>\d{1,2})(?:st|nd|rd|th)?[\s.,-]+(?<y>\d{4})(?![\d:])/iu,
] as const;
const SHORT_YEAR = /^\d{1,2}([-/.])\d{1,2}\1\d{2}(?!\d)/;
const NO_YEAR =
  /^(?:\d{1,2}(?:st|nd|rd|th)?[\s.-]+(?:of )?(\p{L}{3,})|(\p{L}{3,})[\s.-]+\d{1,2}(?:st|nd|rd|th)?)(?!\p{L})/iu;
/** Blanks are single ones by now (plainCharacters). */
const TIME = String.raw`\d{1,2}(?:[:.]\d{2})?(?::00)? ?(?:[ap]\.? ?m\b\.?)?(?: ?(?:hrs?|hours|ist)\b\.?)?|noon|midnight`;
const TO = " ?(?:-|to|till|until|and) ?";
const HOURS = new RegExp(`^(?<opens>${TIME})?(?:${TO})(?<closes>${TIME})?$`, "i");
const ONE_TIME = new RegExp(`^(?:${TIME})$`, "i");

function readLine(line: string): Line {
  const text = asciiDigits(plainCharacters(line)).replace(/^[*\u2022]\s*|^\d{1,2}\)\s*/u, "");
  const rest = text.replace(WEEKDAY, "");
  const problems: Omit<DayProblem, "day">[] = [];
  const match = DATES.map((pattern) => pattern.exec(rest)).find((found) => found !== null);
  const date = match === undefined ? "" : isoDate(match);
  let hours = match === undefined ? "" : rest.slice(match[0].length);
  if (match === undefined) {
    const start = /^(?:-+|to\b)/i.test(rest) || HOURS.test(rest) ? "" : rest;
    problems.push({ part: "date", message: noDateText(start) });
    hours = start === "" ? rest.replace(/^-+\s+/, "") : "";
    if (start !== "") return { day: { date: "", opens: "", closes: "" }, problems };
  } else if (date === "") {
    problems.push({ part: "date", message: wrong.noDate({ text: match[0] }) });
  }
  const named = date === "" ? (match?.[0] ?? wrong.theDay) : date;
  const read = readHours(hours.replace(/^[\s,:;-]+(?=\S)/, "").replace(/^(?:from|between)\s+/i, ""), named);
  return { day: { date, opens: read.opens, closes: read.closes }, problems: [...problems, ...read.problems] };
}

function noDateText(text: string): string {
  if (text === "") return wrong.dateMissing;
  if (SHORT_YEAR.test(text)) return wrong.shortYear({ text });
  const month = NO_YEAR.exec(text);
  if (month !== null && monthNumber(month[1] ?? month[2] ?? "") !== undefined && !/\d{4}/.test(text)) {
    return wrong.noYear({ text });
  }
  return wrong.unread({ text });
}

/** YYYY-MM-DD; "" for a day that does not exist. */
function isoDate({ groups }: RegExpExecArray): string {
  const month = /^\d+$/.test(groups?.["m"] ?? "") ? Number(groups?.["m"]) : monthNumber(groups?.["m"] ?? "");
  const date = [groups?.["y"] ?? "", two(month ?? 0), two(Number(groups?.["d"]))].join("-");
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : "";
}

function readHours(text: string, day: string) {
  const problems: Omit<DayProblem, "day">[] = [];
  const none = { opens: "", closes: "", problems };
  const found = HOURS.exec(text);
  const [first, last] = [found?.groups?.["opens"]?.trim() ?? "", found?.groups?.["closes"]?.trim() ?? ""];
  if (first === "" && last === "" && (text === "" || found !== null)) {
    problems.push({ part: "opens", message: wrong.hoursMissing({ day }) });
    return none;
  }
  if (found === null && !ONE_TIME.test(text)) {
    problems.push({ part: "opens", message: wrong.noHours({ day, text }) });
    return none;
  }
  const [opening, closing] = found === null ? [text, ""] : [first, last];
  const half = (time: string): boolean => /m\b|noon|midnight/i.test(time);
  const unsure = (time: string, other: string): boolean =>
    time !== "" && !half(time) && half(other) && Number(/^\d+/.exec(time)?.[0]) <= 12;
  const read = (part: "opens" | "closes", time: string, other: string): string => {
    if (time === "") {
      problems.push({ part, message: (part === "opens" ? wrong.opensMissing : wrong.closesMissing)({ day }) });
      return "";
    }
    if (unsure(time, other)) {
      problems.push({ part, message: wrong.unsure({ day, time }) });
      return "";
    }
    const result = readTime(time, part);
    if (result === undefined) {
      const isBare = /^\d{1,2}$/.test(time);
      const message = isBare ? wrong.bareHour({ day, time }) : wrong.noTime({ time });
      problems.push({ part, message });
    }
    return result ?? "";
  };
  return { opens: read("opens", opening, closing), closes: read("closes", closing, opening), problems };
}

/** HH:MM; undefined for what is no time of day. */
function readTime(text: string, part: "opens" | "closes"): string | undefined {
  if (/^noon$/i.test(text)) return "12:00";
  if (/^midnight$/i.test(text)) return "00:00";
  const match = /^(\d{1,2})(?:[:.](\d{2}))?(?::00)?\s*([ap])?/i.exec(text);
  if (match === null || (match[2] === undefined && match[3] === undefined)) return undefined;
  const [hour, minute, half] = [Number(match[1]), match[2] ?? "00", match[3]?.toLowerCase()];
  if (half !== undefined) {
    if (hour < 1 || hour > 12 || Number(minute) > 59) return undefined;
    return `${two((hour % 12) + (half === "p" ? 12 : 0))}:${minute}`;
  }
  if (hour === 24 && minute === "00" && part === "closes") return "00:00";
  return hour < 24 && Number(minute) < 60 ? `${two(hour)}:${minute}` : undefined;
}

/** What is wrong with the hours of days, and with their order. */
function wrongTogether(days: readonly EventDay[]): readonly DayProblem[] {
  return days.flatMap(({ date, opens, closes }, index): DayProblem[] => {
    const problems: DayProblem[] = [];
    const complete = ![date, opens, closes].includes("");
    if (complete && closes <= opens && (closes > LATEST_NIGHT || (closes === opens && closes !== "00:00"))) {
      problems.push({ day: index, part: "closes", message: wrong.closesBefore({ day: date }) });
    }
    const before = days.slice(0, index).findLast((day) => day.date !== "");
    if (date !== "" && before !== undefined && date <= before.date) {
      problems.push({ day: index, part: "date", message: wrong.order });
    } else if (complete && before !== undefined && before.opens !== "" && before.closes !== "") {
      const opening = Date.parse(indianTime(date, opens));
      if (before.closes <= LATEST_NIGHT && dayCloses(before) > opening) {
        const message = wrong.overlap({ day: date, opens, before: before.date, closes: before.closes });
        problems.push({ day: index, part: "opens", message });
      }
    }
    return problems;
  });
}

const two = (number: number): string => String(number).padStart(2, "0");
