import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Controller, Get, Module } from "@nestjs/common";
import { type Access, ADMINISTRATOR_ROLES, hasRight, type Right } from "@sakhi/domain/access/rights";
import { AccountsModule } from "../../src/accounts/accounts.module.js";
import { ForAdministrators } from "../../src/accounts/administrator.guard.js";
import { type EventOfCall, Needs, NEEDS_EXTENSION } from "../../src/accounts/needs.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { AdminArea, type Route } from "../admin/admin-area.js";
import { ADMIN, addAdministrator } from "../admin/administration.js";
import { NEXT_EVENT } from "../operator/operator.js";
import { testConfig } from "../support/config.js";
import { startTestApp } from "../support/http-app.js";

interface Described {
  readonly tags?: readonly string[];
  readonly [NEEDS_EXTENSION]?: { readonly rights: readonly Right[]; readonly events: readonly EventOfCall[] };
}

/** Calls of the administration that need no right: the login, links by mail, and everyone's own account. */
const WITHOUT_RIGHT =
  /^(GET \S+\/admin\/check|POST \S+\/admin\/(login|logout|password|invitation\/(read|accept)|mail-links\/[\w-]+)|\w+ \S+\/admin\/account(\/\S+)?)$/;

const document = JSON.parse(readFileSync(new URL("../../assets/generated/openapi.json", import.meta.url), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

const CALLS = Object.entries(document.paths).flatMap(([url, methods]) =>
  Object.entries(methods)
    .filter(([, { tags }]) => tags?.includes("administration"))
    .map(([method, described]) => ({
      method: method.toUpperCase() as Route["method"],
      url,
      name: `${method.toUpperCase()} ${url}`,
      needs: described[NEEDS_EXTENSION],
    })),
);

const ID = "00000000-0000-4000-8000-000000000000";
/** Its address about an event. */
const addressOf = (url: string, slug: string, ways: readonly EventOfCall[]): string => {
  const path = url
    .replace("{slug}", slug)
    .replace("{stallId}", "B12")
    .replace("{code}", "NOBODY10")
    .replace("{month}", "2026-11")
    .replace("{kind}", "brands")
    .replace(/\{(id|intoId|pictureId)\}/g, ID)
    .replace(/\{\w+\}/g, "1");
  return ways.some((way) => typeof way === "object" && "query" in way) ? `${path}?event=${slug}` : path;
};

let area: AdminArea;
let first = "";
let second = "";
const tokens = new Map<string, string>();
const tokenOf = (name: string): string => tokens.get(name) ?? "";

beforeAll(async () => {
  area = await AdminArea.start();
  const owner = (await area.login("asha")).token;
  const event = { ...NEXT_EVENT, edition: "2099", reason: "a test" };
  const made = await area.post("events", event, { token: owner });
  second = made.json<{ slug: string }>().slug;
  const events = await area.query<{ id: number; slug: string }>("SELECT id, slug FROM events ORDER BY id");
  const one = events.find(({ slug }) => slug !== second);
  if (one === undefined) throw new Error("there is no first event");
  first = one.slug;
  for (const role of ADMINISTRATOR_ROLES) {
    await addAdministrator(area.app, `all-${role}`, role);
    if (role !== "owner") await addAdministrator(area.app, `one-${role}`, role, [one.id]);
  }
  for (const [index, { username }] of (
    await area.query<{ username: string }>("SELECT username FROM administrators WHERE username ~ '^(all|one)-'")
  ).entries())
    tokens.set(username, (await area.login(username, undefined, { address: `10.0.0.${index + 1}` })).token);
}, 120_000);
afterAll(() => area.close());

/** Calls it with nothing to do: what the role allows is refused for another reason, or answered. */
async function answer(call: (typeof CALLS)[number], slug: string, token: string) {
  const url = addressOf(call.url, slug, call.needs?.events ?? []);
  const response = await area.call({ method: call.method, url }, { token });
  const isJson = String(response.headers["content-type"]).includes("json");
  const code = isJson ? (JSON.parse(response.body) as { code?: string } | null)?.code : undefined;
  return { status: response.statusCode, code };
}

const isRefusedForRole = ({ status, code }: Awaited<ReturnType<typeof answer>>): boolean =>
  status === 403 && (code === "operators_only" || code === "gate_only");

describe("the calls of the administration", () => {
  it("say which right they need, all but the login and one's own account", () => {
    const without = CALLS.filter(({ needs }) => needs === undefined).map(({ name }) => name);
    expect(without.filter((name) => !WITHOUT_RIGHT.test(name))).toEqual([]);
    expect(CALLS.filter(({ name, needs }) => needs !== undefined && WITHOUT_RIGHT.test(name))).toEqual([]);
    expect(CALLS.length).toBeGreaterThan(150);
  });

  it("are all in the description that the table is made of", () => {
    const described = new Set(CALLS.map(({ method, url }) => `${method} ${url.replaceAll(/\{(\w+)\}/g, ":$1")}`));
    const real = area.routes
      .filter(({ url }) => url.startsWith(`${ADMIN}/`) || url.startsWith("/api/v1/mela/gate/"))
      .map(({ method, url }) => `${method} ${url}`);
    expect(real.filter((route) => !described.has(route))).toEqual([]);
    expect(real.length).toBeGreaterThan(150);
  });

  it.each(ADMINISTRATOR_ROLES)("are open to a person of all events as her role says: %s", async (role) => {
    const access: Access = { role, events: null };
    for (const call of CALLS) {
      if (call.needs === undefined) continue;
      const got = await answer(call, first, tokenOf(`all-${role}`));
      const may = call.needs.rights.every((right) => hasRight(access, right));
      expect({ name: call.name, ...got, refused: isRefusedForRole(got) }).toMatchObject({ refused: !may });
      expect({ name: call.name, ...got, known: got.status < 500 && got.status !== 401 }).toMatchObject({ known: true });
    }
  });

  it.each(ADMINISTRATOR_ROLES.filter((role) => role !== "owner"))(
    "are open to a person of one event as her role says, at that event: %s",
    async (role) => {
      const access: Access = { role, events: [first] };
      for (const call of CALLS) {
        if (call.needs === undefined) continue;
        const { rights, events } = call.needs;
        const token = tokenOf(`one-${role}`);
        const may = rights.every((right) => hasRight(access, right));
        const own = await answer(call, first, token);
        expect({ name: call.name, ...own, refused: isRefusedForRole(own) }).toMatchObject({ refused: !may });
        const names = events.some((way) => typeof way === "object" && ("slug" in way || "query" in way));
        if (!may || !names) continue;
        // Another event is as if it were not there.
        const other = await answer(call, second, token);
        expect({ name: call.name, ...other }).toMatchObject(
          role === "gate" ? { status: 403, code: "other_gate" } : { status: 404, code: "event_not_found" },
        );
      }
    },
  );
});

describe("an api with a call that does not say who may make it", () => {
  @Controller("api/v1/mela/admin/forgotten")
  @ForAdministrators()
  class ForgottenController {
    @Get()
    forgotten(): string {
      return "everything";
    }
  }

  @Controller("api/v1/mela/admin/unguarded")
  class UnguardedController {
    @Needs("gst.read")
    @Get()
    unguarded(): string {
      return "everything";
    }
  }

  it.each([
    ["forgotten", ForgottenController, "ForgottenController.forgotten says no right"],
    ["unguarded", UnguardedController, "UnguardedController.unguarded says a right and is not guarded"],
  ])("does not start: %s", async (_name, controller, message) => {
    @Module({ imports: [AccountsModule], controllers: [controller] })
    class WrongModule {}
    const config = testConfig({ REDIS_URL: "", DATABASE_URL: area.db.url });
    const imports = [PlatformModule.with(config, area.db.source), AccountsModule];
    await expect(startTestApp({ module: WrongModule, imports }, config)).rejects.toThrow(message);
  });
});
