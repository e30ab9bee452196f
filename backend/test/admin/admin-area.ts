import { Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { AccountsModule } from "../../src/accounts/accounts.module.js";
import { AdministratorsService } from "../../src/accounts/administrators.service.js";
import { ApiModule } from "../../src/api.module.js";
import { createHttpApp } from "../../src/platform/http/http-app.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";
import { ADMIN, PASSWORD } from "./administration.js";

const COOKIE = "sakhi_admin";

/** Response of GET /admin/check without a session. */
export const LOGGED_OUT = { authenticated: false, username: null };

/** A route of the application. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
}

/** Status and error code of a response. */
export const statusAndCode = (response: { statusCode: number; json(): unknown }): unknown[] => [
  response.statusCode,
  (response.json() as { code?: string }).code,
];

/** The session token that a response sets, or an empty string. */
export const tokenIn = (response: { headers: Record<string, unknown> }): string =>
  new RegExp(`${COOKIE}=([^;]+)`).exec(String(response.headers["set-cookie"]))?.[1] ?? "";

interface CallOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
  readonly address?: string;
}

@Module({})
class LoginModule {}

/** The api process's app with the owners asha, meena and ravi, and the viewer lata. */
export class AdminArea {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly db: TestDatabase,
    /** Every route registered by any module. */
    readonly routes: readonly Route[],
  ) {}

  static async start(): Promise<AdminArea> {
    const db = await createTestDatabase();
    try {
      await seedStalls(db.database);
      const config = testConfig({ REDIS_URL: "", DATABASE_URL: db.url, RATE_LIMITS: "on" });
      const app = await createHttpApp(ApiModule.with(config, db.source), config, false);
      const routes: Route[] = [];
      const fastify = app.getHttpAdapter().getInstance();
      fastify.addHook("onRoute", ({ method, url }) => {
        for (const each of Array.isArray(method) ? method : [method]) {
          if (each !== "HEAD" && each !== "OPTIONS") routes.push({ method: each as Route["method"], url });
        }
      });
      await app.init();
      await fastify.ready();
      const area = new AdminArea(app, db, routes);
      for (const name of ["asha", "meena", "ravi"]) await area.administrators.add(name, "owner", PASSWORD);
      await area.administrators.add("lata", "viewer", PASSWORD);
      return area;
    } catch (error) {
      // An open connection would keep the test process alive.
      await db.close();
      throw error;
    }
  }

  /** An app with the login only, with other settings, on the same database. */
  loginApp(settings: Readonly<Record<string, string>>): Promise<NestFastifyApplication> {
    const config = testConfig({ REDIS_URL: "", DATABASE_URL: this.db.url, ...settings });
    const imports = [PlatformModule.with(config, this.db.source), AccountsModule];
    return startTestApp({ module: LoginModule, imports }, config);
  }

  get administrators(): AdministratorsService {
    return this.app.get(AdministratorsService, { strict: false });
  }

  query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.db.database.query<Row>(sql, parameters);
  }

  call({ method, url }: Route, { token, headers = {}, payload = {}, address }: CallOptions = {}) {
    return this.app.inject({
      method,
      url,
      remoteAddress: address ?? "127.0.0.1",
      headers: { ...headers, ...(token === undefined ? {} : { cookie: `${COOKIE}=${token}` }) },
      ...(method === "GET" ? {} : { payload }),
    });
  }

  /** GET below the administrator's prefix. */
  get(name: string, token: string) {
    return this.call({ method: "GET", url: `${ADMIN}/${name}` }, { token });
  }

  /** POST below the administrator's prefix. */
  post(name: string, payload: object, options: CallOptions = {}) {
    return this.call({ method: "POST", url: `${ADMIN}/${name}` }, { ...options, payload });
  }

  async login(username: string, password = PASSWORD, options: CallOptions = {}) {
    const response = await this.post("login", { username, password }, options);
    return { response, set: String(response.headers["set-cookie"] ?? ""), token: tokenIn(response) };
  }

  async check(token?: string): Promise<unknown> {
    return (await this.call({ method: "GET", url: `${ADMIN}/check` }, { token })).json();
  }

  async isLoggedIn(token: string): Promise<boolean> {
    return ((await this.check(token)) as { authenticated: boolean }).authenticated;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.db.close();
  }
}
