import { expect, test } from "@jest/globals";
import {
  installsWorker,
  type KeptKind,
  keptUntil,
  opensOffline,
  outdatedCaches,
  type WorkersPart,
  workersPart,
} from "./offline.rules.js";
import { eventPaths, gatePath, PATHS } from "./routes.js";

const OFFLINE = ["plan", "register", "bookingPaid", "eventPlan", "eventRegister", "eventPaid", "myBooking", "gate"];

test.each(Object.entries(PATHS))("%s: whether it opens without network", (name, path) => {
  const address = path.replace(":event", "the-mela-2099").replace(/:\w+/g, "x");
  expect(opensOffline(address)).toBe(OFFLINE.includes(name));
});

test.each([
  [eventPaths("दीपावली-मेला-2027").plan, true],
  ["/paid-events/mela/", true],
  ["/My-Booking", true],
  [gatePath("the-mela-2099").split("?")[0] ?? "", true],
  ["/paid-events/mela/gate/x", false],
  ["/paid-events/policies/", false],
  ["/paid-events/mela/register/x", false],
  ["/my-bookings", false],
  ["/x/my-booking", false],
])("%s opens without network: %s", (path, opens) => expect(opensOffline(path)).toBe(opens));

const request = { method: "GET", mode: "cors", pathname: "/", isOurs: true };
test.each<[string, Partial<typeof request>, WorkersPart]>([
  ["a page that is kept", { mode: "navigate", pathname: PATHS.myBooking }, "kept-page"],
  ["the home page", { mode: "navigate", pathname: PATHS.home }, "page"],
  ["another page", { mode: "navigate", pathname: PATHS.products }, "page"],
  ["a payment's return by a form", { mode: "navigate", method: "POST", pathname: PATHS.bookingPaid }, "network"],
  ["a file of the build", { pathname: "/assets/abc.js" }, "file"],
  ["a file that is opened as a page", { mode: "navigate", pathname: "/assets/abc.js" }, "page"],
  ["the logo", { pathname: "/wordmark.svg" }, "kept-file"],
  ["the worker", { pathname: "/worker.js" }, "network"],
  ["another site's file", { pathname: "/assets/abc.js", isOurs: false }, "network"],
  ["another site's page", { mode: "navigate", pathname: "/my-booking", isOurs: false }, "network"],
  ["a call", { pathname: "/api/v1/mela/layout" }, "network"],
  ["a stream", { pathname: "/api/v1/mela/layout/events" }, "network"],
  ["an invoice", { mode: "navigate", pathname: "/api/v1/mela/my-booking/documents/1/pdf" }, "network"],
  ["the queues' board", { mode: "navigate", pathname: "/admin/queues" }, "network"],
  ["a picture", { pathname: "/images/v1/shops/sarees/print.svg" }, "network"],
  ["a check whether the server answers", { method: "HEAD", pathname: PATHS.plan }, "network"],
  ["a page that is fetched", { pathname: PATHS.plan }, "network"],
])("%s", (_name, changes, part) => expect(workersPart({ ...request, ...changes })).toBe(part));

test.each<[string, string[], string[]]>([
  ["the first release", ["site-a"], []],
  ["the second keeps the first, whose pages may be open", ["site-a", "site-b"], []],
  ["the third deletes the first", ["site-a", "site-b", "site-c"], ["site-a"]],
  ["another language's are its own worker's", ["site-hi-a", "site-hi-b", "site-a", "site-b"], []],
  ["a language deletes its own only", ["site-a", "site-hi-a", "site-b", "site-hi-b", "site-hi-c"], ["site-hi-a"]],
  ["other caches are not ours", ["pictures", "site-a", "site-b", "site-c", "other"], ["site-a"]],
])("%s", (_name, names, outdated) => {
  const own = names.filter((name) => name.startsWith("site-")).at(-1) ?? "";
  expect(outdatedCaches(names, own)).toEqual(outdated);
});

test("a release that is taken back keeps the one it replaces", () => {
  expect(outdatedCaches(["site-a", "site-b"], "site-a")).toEqual([]);
});

test.each([
  [PATHS.plan, false, true],
  [PATHS.plan, true, true],
  [PATHS.home, false, true],
  [PATHS.home, true, false],
  [PATHS.dashboard, false, false],
  [PATHS.adminLogin, false, false],
  [PATHS.adminInvitation, false, false],
])("%s of somebody who saves data (%s) installs the worker: %s", (path, savesData, installs) => {
  expect(installsWorker(path, savesData)).toBe(installs);
});

const at = Date.parse("2099-11-28T08:35:00Z");
const lastDay = "2099-12-04";
const linkEnds = "2099-12-01T00:00:00Z";
test.each<[KeptKind, { lastDay?: string; linkEnds?: string }, string]>([
  ["plan", { lastDay }, "2099-12-28T08:35:00Z"],
  ["facts", { lastDay }, "2099-12-28T08:35:00Z"],
  ["ticket", { lastDay }, "2099-12-06T00:00:00+05:30"],
  ["ticket", { lastDay, linkEnds }, "2099-12-06T00:00:00+05:30"],
  ["ticket", {}, "2100-01-27T08:35:00Z"],
  ["ticket", { lastDay: "soon" }, "2100-01-27T08:35:00Z"],
  ["linked-booking", { lastDay, linkEnds }, linkEnds],
  ["linked-booking", { lastDay, linkEnds: "2100-02-01T00:00:00Z" }, "2099-12-06T00:00:00+05:30"],
  ["opened-booking", { lastDay, linkEnds }, "2099-11-29T08:35:00Z"],
])("%s with %j is kept until %s", (kind, facts, until) => {
  expect(new Date(keptUntil(kind, { at, ...facts })).toISOString()).toBe(new Date(until).toISOString());
});
