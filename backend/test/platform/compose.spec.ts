import { describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** docker-compose.yml can't be started by every test machine; what can be read off it is checked here. */
interface Service {
  image?: string;
  build?: string;
  command?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
  environment?: Record<string, string>;
  ports?: string[];
  entrypoint?: string[];
  profiles?: string[];
  networks?: string[];
  restart?: string;
  logging?: { options: Record<string, string> };
  cpus?: number;
  mem_limit?: string;
}

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");

const text = read("docker-compose.yml");
const { services, networks } = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const names = (pattern: RegExp, source: string): string[] => [
  ...new Set([...source.matchAll(pattern)].map((match) => match[1] ?? "")),
];
const exampleNames = names(/^([A-Z_]+)=/gm, read(".env.example"));
const settingsTable = read("docs/running.md").split("## Settings")[1]?.split("## ")[0] ?? "";
const documentedNames = names(
  /`([A-Z_]+)`/g,
  settingsTable
    .split("\n")
    .map((line) => line.split("|")[1] ?? "")
    .join("\n"),
);

/** Set by the composition itself, or only for the start script. */
const notPassedOn = ["PORT", "HOST", "TRUST_PROXY", "DATA_DIR", "DATABASE_URL", "REDIS_URL", "MIGRATION_DATABASE_URL"];
/** What the composition itself is made with; no setting of the product. */
const ofTheComposition = [
  ...["POSTGRES_PASSWORD", "DATABASE_OWNER_PASSWORD", "DATABASE_APP_PASSWORD", "TEMPORAL_DATABASE_PASSWORD"],
  "REDIS_PASSWORD",
];
/** End after their work: others wait for their success, not for their health. */
const runOnce = ["migrate", "temporal-schema"];

describe("docker-compose.yml", () => {
  it("has every part, and the product's processes twice", () => {
    expect(Object.keys(services).toSorted()).toEqual([
      ...["api", "jobs", "mail", "migrate", "orchestrator"],
      ...["postgres", "proxy", "redis", "temporal", "temporal-schema", "temporal-ui"],
    ]);
    for (const name of ["api", "orchestrator", "jobs"]) expect(services[name]?.deploy?.replicas).toBe(2);
  });

  it.each(Object.entries(services))("pins the image of %s, asks whether it is well, and limits it", (name, service) => {
    expect(service.image).toMatch(/^[a-z0-9/-]+:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
    if (!runOnce.includes(name)) expect(service.healthcheck?.test.length).toBeGreaterThan(1);
    expect(service.cpus).toBeGreaterThan(0);
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging?.options).toEqual({ "max-size": "10m", "max-file": "5" });
    expect(service.networks?.length).toBeGreaterThan(0);
  });

  it("waits for what is well, and for migrations that succeeded", () => {
    for (const [name, service] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(Object.keys(services)).toContain(other);
        expect({ name, other, condition }).toEqual({
          name,
          other,
          condition: runOnce.includes(other) ? "service_completed_successfully" : "service_healthy",
        });
      }
    }
    for (const name of ["api", "orchestrator", "jobs"]) {
      expect(Object.keys(services[name]?.depends_on ?? {})).toEqual(
        expect.arrayContaining(["migrate", "redis", "temporal"]),
      );
    }
  });

  it("runs entries that exist", () => {
    for (const { command = [] } of Object.values(services)) {
      const entry = command.find((word) => word.startsWith("backend/dist/"));
      if (entry === undefined) continue;
      const [, name] = /^backend\/dist\/bundle\/(\w+)\.js$/.exec(entry) ?? [];
      expect(read(`backend/src/main.${name}.ts`)).toContain("startProcess");
    }
  });

  it("publishes only the proxy to other machines", () => {
    for (const [name, { ports = [] }] of Object.entries(services)) {
      if (name === "proxy") continue;
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it("takes every setting from .env, which .env.example describes, and holds no secret", () => {
    const used = names(/\$\{([A-Z_]+)/g, text);
    expect(exampleNames).toEqual(expect.arrayContaining(used));
    expect(exampleNames.filter((name) => !notPassedOn.includes(name) && !used.includes(name))).toEqual([]);
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/SECRET|PASSWORD|PWD|TOKEN|CLIENT_ID|API_KEY/.test(name))
          expect(value).toMatch(/^\$\{[A-Z_]+(:[-?][^}]*)?\}$/);
      }
    }
  });
});

describe("docker-compose.yml, against attackers and accidents", () => {
  it("connects the processes as the plain role, migrations as the owner, Temporal as its own, nobody as superuser", () => {
    const user = (name: string, setting: string): string =>
      new URL((services[name]?.environment?.[setting] ?? "").replace(/\$\{[^}]*\}/g, "x")).username;
    for (const name of ["api", "orchestrator", "jobs", "migrate"])
      expect([name, user(name, "DATABASE_URL")]).toEqual([name, "sakhi_app"]);
    expect(user("migrate", "MIGRATION_DATABASE_URL")).toBe("sakhi_owner");
    for (const name of ["api", "orchestrator", "jobs"])
      expect(services[name]?.environment).not.toHaveProperty("MIGRATION_DATABASE_URL");
    expect(services["temporal"]?.environment).toMatchObject({ POSTGRES_USER: "temporal" });
    const users = Object.entries(services).filter(([, { environment = {} }]) =>
      Object.values(environment).some((value) => value.includes("POSTGRES_PASSWORD")),
    );
    expect(users.map(([name]) => name)).toEqual(["postgres"]);
    expect(text).not.toMatch(/postgres:\/\/postgres/);
  });

  it("has no default for where mail goes, and catches it on demand only", () => {
    expect(services["jobs"]?.environment?.["SMTP_URL"]).toBe("${SMTP_URL:?set it in .env}");
    expect(services["mail"]?.profiles).toEqual(["trial"]);
    for (const { depends_on: others = {} } of Object.values(services)) expect(others).not.toHaveProperty("mail");
  });

  it("gives Redis its password where no list of processes shows it, by the entrypoint that gives up root", () => {
    const folder = mkdtempSync(join(tmpdir(), "sakhi-compose-"));
    const entrypoint = join(folder, "docker-entrypoint.sh");
    writeFileSync(entrypoint, '#!/bin/sh\necho "$@"\ncat\n', { mode: 0o755 });
    const [shell = "", ...words] = (services["redis"]?.command ?? []).map((word) => word.replaceAll("$$", "$"));
    const PATH = `${folder}:${process.env["PATH"] ?? ""}`;
    const started = execFileSync(shell, words, { env: { PATH, REDIS_PASSWORD: "a'b $c*" }, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    const command = "redis-server - --appendonly yes --maxmemory-policy noeviction";
    expect(started).toBe(`${command}\nrequirepass "a'b $c*"\n`);
  });

  it("lets nobody but the product reach Redis, and that with its password", () => {
    expect(services["api"]?.environment?.["REDIS_URL"]).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
    const members = (network: string): string[] =>
      Object.entries(services)
        .filter(([, service]) => service.networks?.includes(network))
        .map(([name]) => name)
        .sort();
    expect(members("queue")).toEqual(["api", "jobs", "orchestrator", "redis"]);
    expect(members("data")).toEqual(
      ["api", "jobs", "migrate", "orchestrator", "postgres", "temporal", "temporal-schema"].sort(),
    );
    for (const name of ["data", "queue", "workflows"]) expect(networks[name]).toEqual({ internal: true });
  });

  it.each(["https://mela.sakhi-bazaar.in", "https://mela.sakhi-bazaar.in/"])(
    "passes %s to Caddy without a trailing slash",
    (address) => {
      const [shell = "", ...words] = (services["proxy"]?.entrypoint ?? []).map((word) => word.replaceAll("$$", "$"));
      const reported = execFileSync(shell, [...words, "printenv", "PUBLIC_URL"], {
        env: { PATH: process.env["PATH"] ?? "", PUBLIC_URL: address },
        encoding: "utf8",
      });
      expect(reported.trim()).toBe("https://mela.sakhi-bazaar.in");
      expect(services["proxy"]?.command?.slice(0, 2)).toEqual(["caddy", "run"]);
    },
  );

  it("builds on a Node with fixes, runs nobody's install script, and is production unless it is said otherwise", () => {
    const dockerfile = read("Dockerfile");
    expect(dockerfile).toMatch(/^ENV .*\bAPP_ENV=production$/m);
    expect(services["api"]?.environment?.["APP_ENV"]).toBe("${APP_ENV:-production}");
    expect(names(/^FROM (node:\S+)/gm, dockerfile)).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-/)]);
    for (const line of dockerfile.split("\n").filter((each) => each.includes("npm ci")))
      expect(line).toContain("--ignore-scripts");
  });

  it("compiles in the image what the bundles are made of", () => {
    const dockerfile = read("Dockerfile");
    const compiled = /tsc -b ([\w ]+) &&/.exec(dockerfile)?.[1]?.split(" ") ?? [];
    const [, madeOf = ""] = /const files = \[(.+?)\]/.exec(read("backend/scripts/bundle.mjs")) ?? [];
    expect(compiled.toSorted()).toEqual(names(/"(\w+)"/g, madeOf).sort());
    for (const folder of compiled) expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
  });
});

describe(".env.example", () => {
  it("describes every documented setting and no other", () => {
    expect(exampleNames.filter((name) => !ofTheComposition.includes(name)).sort()).toEqual([...documentedNames].sort());
  });

  it("names settings the product reads", () => {
    const config = read("backend/src/platform/config/config.ts");
    const readNames = names(/"([A-Z][A-Z_]+)"/g, config);
    const elsewhere = ["DATA_DIR", ...ofTheComposition];
    expect(exampleNames.filter((name) => !readNames.includes(name) && !elsewhere.includes(name))).toEqual([]);
  });

  it("sets nothing by being copied", () => {
    expect(read(".env.example")).not.toMatch(/^[A-Z_]+=.+$/m);
  });
});
