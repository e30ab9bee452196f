import { Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import type { AdministratorRole } from "@sakhi/domain/access/rights";
import { until } from "@sakhi/testkit/until";
import { AccountsModule } from "../../src/accounts/accounts.module.js";
import { MetricsModule } from "../../src/ops/ops.module.js";
import type { Config } from "../../src/platform/config/config.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { ADMIN, addAdministrator, PASSWORD } from "../admin/administration.js";
import type { TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

/** Metrics and the queue dashboard only. */
@Module({ imports: [AccountsModule, MetricsModule] })
class OperationsTestModule {}

export function startOperations(db: TestDatabase, config: Config): Promise<NestFastifyApplication> {
  return startTestApp({ module: OperationsTestModule, imports: [PlatformModule.with(config, db.source)] }, config);
}

/** Adds an administrator and logs them in. @returns their cookie */
export async function logInTo(app: NestFastifyApplication, username: string, role: AdministratorRole): Promise<string> {
  await addAdministrator(app, username, role);
  const login = await app.inject({ method: "POST", url: `${ADMIN}/login`, payload: { username, password: PASSWORD } });
  const [cookie] = login.cookies;
  if (cookie === undefined) throw new Error(`login: ${login.body}`);
  return `${cookie.name}=${cookie.value}`;
}

/** Scrapes until database and queue respond: a busy machine may exceed the timeout of four seconds. */
export async function scrapeWhole(app: NestFastifyApplication, token: string): Promise<Sample[]> {
  let samples: Sample[] = [];
  await until("a scrape with database and queue", async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await app.inject({ url: "/metrics", headers });
    if (response.statusCode !== 200) throw new Error(`scrape: ${response.statusCode} ${response.body}`);
    samples = readScrape(response.body);
    return ["database", "queue"].every((part) =>
      samples.some(({ name, labels, value }) => name === "sakhi_part_up" && labels["part"] === part && value === 1),
    );
  });
  return samples;
}

/** A sample of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;

/** Parses Prometheus' text format strictly: every line is a comment or a sample with a declared type. */
export function readScrape(text: string): Sample[] {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("# HELP ")) continue;
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line);
    if (type) {
      if (types.has(type[1] ?? "")) throw new Error(`Declared twice: ${line}`);
      types.set(type[1] ?? "", type[2] ?? "");
      continue;
    }
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`Not a sample: ${line}`);
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
    if (!types.has(family)) throw new Error(`Not declared: ${line}`);
    samples.push({ name, labels: readLabels(labels), value: Number(value) });
  }
  return samples;
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
}
