import { languageOfPath } from "../languages/language-paths.js";
import type { Precedence } from "./overload.rules.js";
import { PATHS } from "./routes.js";

/** Pages on which somebody holds a stall, pays, has paid, or looks after the site. */
const PAGES_THAT_GO_ON = [
  ...[PATHS.register, PATHS.bookingPaid, PATHS.bookingUnpaid, PATHS.offer, PATHS.waiting],
  ...[PATHS.eventRegister, PATHS.eventPaid, PATHS.eventUnpaid, PATHS.listingPaid, PATHS.listingUnpaid],
  ...[PATHS.myBooking, PATHS.myBrand, PATHS.myBrandLook, PATHS.status],
  ...[PATHS.adminLogin, PATHS.adminInvitation, PATHS.adminMails, PATHS.dashboard, PATHS.gate],
].map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}/?$`, "i"));

/** Calls that go on: with a stall that is held, a payment, an upload, an own booking or brand, or an operator's work. */
const CALLS_THAT_GO_ON = [
  // Starting a payment, and what the payment provider reports.
  /^\/api\/v1\/cashfree\//i,
  /^\/api\/v1\/mela\/(?:payment-status|my-hold|create-provisional-registration|validate-coupon|release|offer|waiting|my-booking)(?:\/|$)/i,
  // A stop word and what Meta reports; whether a form offers messages is answered from memory.
  /^\/api\/v1\/whatsapp\//i,
  // Applications are paid, and take long to type.
  /^\/api\/v1\/(?:brand|my-brand|uploads|picture-uploads)(?:\/|$)/i,
  /^\/api\/v1\/mela\/(?:admin|gate|registrations|stall-availability)(?:\/|$)/i,
  // Answered from memory: to refuse them would cost as much.
  /^\/api\/v1\/(?:status|mela\/facts|mela\/layout)\/?$/i,
];

/** Calls that an open page can do without: the plan's stream (it polls instead), and counting views. */
const CALLS_TO_SPARE = [/^\/api\/v1\/mela\/layout\/events\/?$/i, /^\/api\/v1\/brand-views\/?$/i];

/** A file of the build, a picture, or a supervisor's check. Those of an open page do not come a second time. */
const FILE = /^\/(?:healthz|readyz|metrics|assets|images|pictures)(?:\/|$)|\.[a-z\d]{2,12}$/i;
/** Files that are made from the database. */
const SITEMAP = /^\/sitemap[\w-]*\.xml$/i;

/** What a request is for. @param path normalized, without query @param method in capitals */
export function precedenceOf(method: string, path: string): Precedence {
  const matches = (pattern: RegExp): boolean => pattern.test(path);
  if (/^\/api(?:\/|$)/i.test(path)) {
    if (CALLS_THAT_GO_ON.some(matches)) return "continues";
    return CALLS_TO_SPARE.some(matches) ? "new" : "open";
  }
  // A payment provider may return the browser by a form.
  if (method !== "GET" && method !== "HEAD") return "continues";
  if (SITEMAP.test(path)) return "new";
  // In each language: who holds a stall is no newcomer under /hi either.
  const page = languageOfPath(path).path;
  return FILE.test(path) || PAGES_THAT_GO_ON.some((pattern) => pattern.test(page)) ? "continues" : "new";
}
