import type { Cell } from "@sakhi/domain/fields/cells";
import { rupeesText } from "@sakhi/domain/fields/cells";
import { istDate } from "@sakhi/domain/invoices/indian-dates";

/** "19:33:05". Constructed once: construction costs more than the rest of a row. */
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "Asia/Kolkata" });

/** "2026-11-21 19:33:05" in Indian time, which spreadsheets parse as a date. */
function indianTime(at: Date): string {
  return `${istDate(at)} ${clock.format(at)}`;
}

/** A cell as text: amounts in rupees with two decimals, instants in Indian time. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "object") return String(cell);
  if ("paise" in cell) return rupeesText(cell.paise);
  return "at" in cell ? indianTime(cell.at) : cell.day;
}
