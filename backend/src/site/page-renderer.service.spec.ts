import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import type { CatalogueService } from "../catalogue/catalogue.service.js";
import type { EventFactsService } from "../events/event-facts.service.js";
import type { LayoutService } from "../stalls/layout.service.js";
import type { ListedEventsService } from "../stalls/listed-events.service.js";
import { PageRendererService, viewAddress, viewKind } from "./page-renderer.service.js";

describe("viewAddress", () => {
  it.each([
    ["/", "", "/"],
    ["/", "q=1", "/"],
    ["/", "q=1&utm_source=mail", "/"],
    ["/products", "category=toys", "/products?category=toys"],
    ["/products", "x=1&category=a%20b&category=c", "/products?category=a+b"],
    ["/paid-events/mela", "view=list&sort=price", "/paid-events/mela?sort=price&view=list"],
    ["/paid-events/mela", "sort=price&view=list", "/paid-events/mela?sort=price&view=list"],
  ])("of %s?%s is %s", (path, query, address) => {
    expect(viewAddress(path, new URLSearchParams(query))).toBe(address);
  });
});

describe("viewKind", () => {
  it.each([
    ["/", "/", 200, "fixed"],
    ["/support", "/support", 200, "fixed"],
    ["/brands/Baans", "/brands/:brandName", 200, "named"],
    ["/brands/nobody", "/brands/:brandName", 404, "other"],
    ["/products?category=toys", "/products", 200, "other"],
  ])("of %s (%s, %i) is %s", (address, path, status, kind) => {
    expect(viewKind(address, path, status)).toBe(kind);
  });
});

describe("PageRendererService", () => {
  let folder: string | undefined;
  afterAll(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  it("renders pages while any number of invented addresses is called", async () => {
    folder = await mkdtemp(join(tmpdir(), "first-views-"));
    await mkdir(join(folder, "server"));
    await writeFile(join(folder, "server/package.json"), '{"type":"module"}');
    await writeFile(
      join(folder, "server/first-view.js"),
      'export const firstView = async (address) => ({ styles: "", html: address });',
    );
    // Neither is asked: the renderer above fetches nothing.
    const views = new PageRendererService(
      join(folder, "site"),
      {} as CatalogueService,
      {} as LayoutService,
      {} as EventFactsService,
      {} as ListedEventsService,
    );
    views.onModuleInit();
    const at = async (address: string, kind: "fixed" | "named" | "other") =>
      (
        await views.at(address, { updatedAt: "now" } as PublicFacts, {
          language: "en",
          withContent: true,
          kind,
          planOf: undefined,
        })
      ).html;
    const invented = await Promise.all(Array.from({ length: 300 }, (_, n) => at(`/brands/${n}`, "other")));
    // Five a second; the calls may take part of a second more.
    expect(invented.filter((html) => html !== "").length).toBeLessThanOrEqual(10);
    expect(await at("/brands/Baans", "named")).toBe("/brands/Baans");
    const fixed = await Promise.all(Array.from({ length: 40 }, (_, n) => at(`/page-${n}`, "fixed")));
    expect(fixed).toEqual(Array.from({ length: 40 }, (_, n) => `/page-${n}`));
  });
});
