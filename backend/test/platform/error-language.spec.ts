import "reflect-metadata";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Controller, Get, Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import request from "supertest";
import { testConfig } from "../support/config.js";
import { startTestApp } from "../support/http-app.js";

const ENGLISH = "This stall has already been sold";
const HINDI = "यह स्टॉल बिक चुका है";

@Controller("api/probe")
class ProbeController {
  @Get("refused")
  refused(): never {
    throw new DomainError("stall_sold", { similar: ["B1"] });
  }

  @Get("own-words")
  ownWords(): never {
    throw new DomainError("coupon_invalid", {}, "This coupon has ended");
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

describe("the language of an error", () => {
  let app: NestFastifyApplication;
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    request(app.getHttpServer()).get(path).set(headers);

  beforeAll(async () => {
    app = await startTestApp(ProbeModule, testConfig({ DATABASE_URL: "postgres://localhost/none" }));
    await app.listen(0, "127.0.0.1");
  });
  afterAll(() => app.close());

  it.each([
    ["of the page that calls", "hi", HINDI],
    ["of an English page", "en", ENGLISH],
    ["first in the browser's order", "ta,hi-IN;q=0.9,en;q=0.8", HINDI],
    ["that the site lacks", "ta", ENGLISH],
    ["of any kind", "*", ENGLISH],
  ])("is the one %s", async (_what, accepted, message) => {
    const response = await get("/api/probe/refused", { "accept-language": accepted }).expect(409);
    const body = { statusCode: 409, code: "stall_sold", message, error: message, similar: ["B1"] };
    expect(response.body).toEqual(body);
    expect(response.headers["vary"]).toContain("accept-language");
  });

  it("is English without the header", async () => {
    const response = await get("/api/probe/refused", {}).expect(409);
    expect(response.body).toMatchObject({ message: ENGLISH });
  });

  it("leaves other sentences than the code's own as they are", async () => {
    const response = await get("/api/probe/own-words", { "accept-language": "hi" }).expect(409);
    expect(response.body).toMatchObject({ message: "This coupon has ended" });
  });

  it.each([
    ["the browser's", "/api/probe/refused", "hi-IN", "hi-IN", HINDI],
    ["English", "/api/probe/refused", "en-IN", "en-IN", ENGLISH],
    ["that of its address", "/hi/no-page", "en-IN", "hi-IN", "यह पेज नहीं मिला"],
  ])("is %s on a page for a person", async (_what, path, accepted, locale, words) => {
    const headers = { accept: "text/html", "sec-fetch-dest": "document", "accept-language": accepted };
    const response = await fetch(`${await app.getUrl()}${path}`, { headers });
    const page = await response.text();
    expect(page).toContain(`<html lang="${locale}">`);
    expect(page).toContain(words);
    expect(page).toContain(locale === "hi-IN" ? '<a href="/hi">' : '<a href="/">');
  });
});
