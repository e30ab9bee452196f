import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { VERSION } from "../../src/platform/version.js";
import { AdminArea, LOGGED_OUT, type Route } from "./admin-area.js";
import { ADMIN, addAdministrator } from "./administration.js";

/** Calls that need no session. */
const PUBLIC = [
  ...["GET check", "POST login", "POST logout", "POST invitation/read", "POST invitation/accept"],
  // The link in a mail is the proof.
  ...["POST mail-links/confirm", "POST mail-links/off", "POST mail-links/one-click"],
];
/** Changes allowed to viewers: their own account. */
const VIEWER_ACTIONS = [
  "POST password",
  "POST account/second-factor/begin",
  "POST account/second-factor/confirm",
  "POST account/second-factor/recovery-codes",
  "POST account/second-factor/remove",
  "POST account/sessions/:id/end",
  "POST account/sessions/end-others",
  ...["POST account/mails", "POST account/mails/address", "POST account/mails/address/remove"],
  "POST account/mails/send-now",
  "POST account/tokens",
  "POST account/tokens/:id/revoke",
];
/** Reads that need a right to change. */
const OPERATOR_READS = [
  ...["GET administrators", "GET administrators/invitations", "GET paper-files/:id/:key"],
  // The preview of a release, for those who may release.
  "GET unpaid-holds",
];

/** A route's name below the administrator's prefix. */
const nameOf = ({ method, url }: Route): string => `${method} ${url.slice(ADMIN.length + 1)}`;
/** An URL that matches the route. */
const addressOf = ({ url }: Route): string =>
  url.replace(":stallId", "B12").replace(":code", "MELA10").replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
/** Ends the account of who calls it (leaving.spec.ts). */
const LEAVES = `${ADMIN}/account/leave`;
const isAdministratorRoute = ({ url }: Route): boolean =>
  (url !== LEAVES && url.startsWith(`${ADMIN}/`)) ||
  url === "/api/v1/mela/registrations" ||
  url === "/api/v1/mela/stall-availability";

/** Changes of what belongs to no event, or to all of them. */
const OF_NO_EVENT = [
  /^POST (password|account|administrators|invitation|mail-links)\b/,
  /^(POST|PUT) (brands|brand-changes|products|listings|enquiries|person)\b/,
  /^(POST|PUT) (past-events|home-page)\b/,
  // Which events another system is notified of is a field, and may be all.
  /^(POST|PUT) webhooks\b/,
  // Of the organisation, which files for all of them.
  /^(GET|POST) gst\//,
  /^(GET|POST) (disputes|payouts|payout-lines)\b/,
  "PUT organisation",
  "POST recovery/open",
  // Each of its rows is an event.
  ...["GET money.csv", "GET money.xlsx"],
  "GET audit.csv",
  "GET audit.xlsx",
  // A new event, or an announced one.
  "POST events",
  "POST event-editions",
];
/** A record that belongs to one event, forever: a change of it follows that event. */
const OF_A_RECORD =
  /^(POST|PUT) (bookings\/:id|issues\/:id|mails\/:id|messages\/:id|event-files\/:id|waiting\/:id|invoices\/:id|event-editions\/:id|coupons\/:code)(\/|$)/;
/** Valid bodies of changes that otherwise are refused for another reason. */
const EVENT_FACTS = {
  ...{ name: "The Mela", edition: "2099", days: "2099-03-01 10:00 to 20:00", venueName: "Guindy" },
  ...{ venueDescription: "A hall", street: "1 Mount Road", locality: "Guindy", city: "Chennai", pin: "600032" },
  ...{ stateCode: "33", mapUrl: "https://maps.example.org/guindy", version: 0, reason: "a test" },
};
const BODIES: Readonly<Record<string, object>> = {
  "PUT event": EVENT_FACTS,
  "POST event/notify-holders": { version: 0, notify: true, reason: "a test" },
  "POST unpaid-holds/release": { moreThan: 2, reason: "a test" },
  "POST stalls/:stallId/price": { price: 28_000, reason: "a test" },
  "POST coupons": { code: "DIWALI20", percentage: 20, active: true, reason: "a test" },
  "POST stalls/:stallId/sell-offline": {
    ...{ fullName: "Meera Iyer", email: "meera@example.com", phoneNumber: "9811100001", pincode: "560001" },
    ...{ businessName: "Meera Pottery", method: "cash", reference: "17", reason: "a test" },
  },
};

/**
 * How a change, or a file, says which event it is about: in its path, by a record of that event, or it is refused unless it
 * states it (docs/decisions/0086); undefined if nobody has decided.
 */
function decisionOf(route: Route): "path" | "record" | "none" | "stated" | undefined {
  const name = nameOf(route);
  if (/ events\/:slug\//.test(name)) return "path";
  if (OF_A_RECORD.test(name)) return "record";
  if (OF_NO_EVENT.some((known) => (typeof known === "string" ? known === name : known.test(name)))) return "none";
  return /(^GET .*\.(csv|xlsx)$| stalls\/:stallId\/| unpaid-holds\/| coupons$| event(\/|$))/.test(name)
    ? "stated"
    : undefined;
}

describe("the administrator API", () => {
  let area: AdminArea;
  beforeAll(async () => {
    area = await AdminArea.start();
  });
  afterAll(() => area.close());

  it("includes routes of every feature", () => {
    const names = area.routes.filter(({ url }) => url.startsWith(`${ADMIN}/`)).map(nameOf);
    expect(names).toEqual(
      expect.arrayContaining([
        ...PUBLIC,
        "GET summary",
        "GET registrations.csv",
        "GET bookings/:id",
        "POST bookings/:id/cancel",
        "POST issues/:id/resolution",
        "POST enquiries/:id/answered",
        "GET listings",
        "POST listings/:id/approve",
        "POST listings/:id/ask-for-page",
        "PUT coupons/:code",
      ]),
    );
    expect(names.length).toBeGreaterThan(30);
  });

  it("responds 401 without a session, and with a forged, ended or expired one", async () => {
    const ended = (await area.login("ravi")).token;
    await area.post("logout", {}, { token: ended });
    const old = (await area.login("ravi")).token;
    const idle = (await area.login("ravi")).token;
    const sessions = await area.query<{ token_digest: Buffer }>(
      "SELECT token_digest FROM administrator_sessions WHERE ended_at IS NULL ORDER BY created_at",
    );
    expect(sessions).toHaveLength(2);
    await area.query(
      "UPDATE administrator_sessions SET created_at = created_at - interval '12 hours' WHERE token_digest = $1",
      [sessions[0]?.token_digest],
    );
    await area.query(
      "UPDATE administrator_sessions SET seen_at = seen_at - interval '2 hours' WHERE token_digest = $1",
      [sessions[1]?.token_digest],
    );
    const forged = randomBytes(32).toString("base64url");
    const guarded = area.routes.filter((route) => isAdministratorRoute(route) && !PUBLIC.includes(nameOf(route)));
    for (const route of guarded) {
      for (const cookie of [undefined, forged, "not a token", ended, old, idle]) {
        const response = await area.call({ ...route, url: addressOf(route) }, { token: cookie });
        expect([route.method, route.url, cookie === undefined, response.statusCode]).toEqual([
          route.method,
          route.url,
          cookie === undefined,
          401,
        ]);
        expect(response.json()).toMatchObject({ code: "not_authenticated" });
      }
    }
    for (const cookie of [undefined, forged, ended, old, idle]) expect(await area.check(cookie)).toEqual(LOGGED_OUT);
  });

  it("lets a viewer read everything and change nothing", async () => {
    const viewer = (await area.login("lata")).token;
    expect(await area.check(viewer)).toEqual({
      authenticated: true,
      username: "lata",
      role: "viewer",
      version: VERSION,
    });
    for (const route of area.routes.filter((each) => isAdministratorRoute(each) && !PUBLIC.includes(nameOf(each)))) {
      const event = decisionOf(route) === "stated" ? "?event=all" : "";
      const response = await area.call({ ...route, url: addressOf(route) + event }, { token: viewer });
      const { statusCode } = response;
      const expected = OPERATOR_READS.includes(nameOf(route))
        ? [403]
        : route.method === "GET"
          ? [200, 404]
          : VIEWER_ACTIONS.includes(nameOf(route))
            ? // 409: she has no address for a digest.
              [200, 400, 404, 409]
            : [403];
      expect({ route, statusCode, expected, fits: expected.includes(statusCode) }).toMatchObject({ fits: true });
      if (statusCode === 403) expect(response.json()).toMatchObject({ code: "operators_only" });
    }
    // The viewer's login, reads and exports are audited.
    expect(await area.query("SELECT DISTINCT action FROM audit_log WHERE administrator = 'lata' ORDER BY 1")).toEqual(
      [
        ...["abandoned_exported", "accounts_exported", "applications_viewed", "audit_log_exported"],
        ...["enquiries_viewed", "logged_in", "money_exported", "own_mail_address_removed"],
        ...["payouts_exported", "registrations_exported", "registrations_viewed"],
      ].map((action) => ({ action })),
    );
  });

  it("gives a person at the gate nothing but her own account", async () => {
    const [{ id } = { id: 0 }] = await area.query<{ id: number }>("SELECT id FROM events");
    await addAdministrator(area.app, "gauri", "gate", id);
    const { token } = await area.login("gauri");
    expect(await area.check(token)).toMatchObject({ username: "gauri", role: "gate", events: [expect.any(String)] });
    for (const route of area.routes.filter((each) => isAdministratorRoute(each) && !PUBLIC.includes(nameOf(each)))) {
      const own = /^(GET|POST) (account(\/|$)|password$)/.test(nameOf(route));
      const response = await area.call({ ...route, url: `${addressOf(route)}?event=all` }, { token });
      const seen = own ? response.statusCode !== 403 : response.statusCode === 403 && response.json<unknown>();
      expect([nameOf(route), seen]).toEqual([
        nameOf(route),
        own ? true : expect.objectContaining({ code: "gate_only" }),
      ]);
    }
  });

  it("decides for every change, and every file, which event it is about, and refuses one that does not say", async () => {
    const { token } = await area.login("asha");
    const decisions = area.routes
      .filter((route) => isAdministratorRoute(route) && !PUBLIC.includes(nameOf(route)))
      .filter(({ method, url }) => method !== "GET" || /\.(csv|xlsx|json|zip)$/.test(url))
      .map((route) => ({ route, name: nameOf(route), decision: decisionOf(route) }));
    // Anyone who adds a route decides it here.
    expect(decisions.filter(({ decision }) => decision === undefined).map(({ name }) => name)).toEqual([]);
    const stated = decisions.filter(({ decision }) => decision === "stated");
    expect(stated.map(({ name }) => name).toSorted()).toEqual(
      [
        ...["abandoned", "accounts", "registrations"].flatMap((file) => [`GET ${file}.csv`, `GET ${file}.xlsx`]),
        ...["POST coupons", "POST event/notify-holders", "PUT event"],
        "POST unpaid-holds/release",
        ...["block", "price", "sell-offline", "unblock"].map((action) => `POST stalls/:stallId/${action}`),
      ].toSorted(),
    );
    for (const { route, name } of stated) {
      for (const nothing of ["", "?event="]) {
        const url = addressOf(route) + nothing;
        const payload = BODIES[name] ?? { reason: "a test" };
        const response = await area.call({ ...route, url }, { token, payload });
        expect([name, response.statusCode, response.json<{ code: string }>().code]).toEqual([
          ...[name, 400, "event_required"],
        ]);
      }
    }
  });

  it("applies a change of role immediately", async () => {
    const { token } = await area.login("ravi");
    const [{ slug } = { slug: "" }] = await area.query<{ slug: string }>("SELECT slug FROM events");
    const block = () => area.post(`stalls/B40/block?event=${slug}`, { reason: "for the stage" }, { token });
    expect((await block()).statusCode).toBe(200);
    await area.administrators.setRole("ravi", "viewer");
    expect((await block()).json()).toMatchObject({ statusCode: 403, code: "operators_only" });
    await area.administrators.setRole("ravi", "owner");
  });
});
