import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
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
}

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

const text = read("docker-compose.yml");
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
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
const notPassedOn = [
  "PORT",
  "HOST",
  "TRUST_PROXY",
  "DATA_DIR",
  "DATABASE_URL",
  "REDIS_URL",
  "TEMPORAL_ADDRESS",
];
/** Ends after its work: others wait for its success, not for its health. */
const runsOnce = "migrate";

describe("docker-compose.yml", () => {
  it("has every part, and the product's processes twice", () => {
    expect(Object.keys(services).sort()).toEqual(
      [
        ...["api", "jobs", "mail", "migrate", "orchestrator"],
        ...["postgres", "proxy", "redis", "temporal", "temporal-ui"],
      ].sort(),
    );
    for (const name of ["api", "orchestrator", "jobs"]) expect(services[name]?.deploy?.replicas).toBe(2);
  });

  it.each(Object.entries(services))("pins the image of %s to a full version", (_name, service) => {
    expect(service.image).toMatch(/^[a-z0-9/-]+:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  it.each(Object.entries(services).filter(([name]) => name !== runsOnce))(
    "asks %s whether it is well",
    (_name, service) => {
      expect(service.healthcheck?.test.length).toBeGreaterThan(1);
    },
  );

  it("waits for what is well, and for migrations that succeeded", () => {
    for (const [name, service] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(Object.keys(services)).toContain(other);
        expect({ name, other, condition }).toEqual({
          name,
          other,
          condition: other === runsOnce ? "service_completed_successfully" : "service_healthy",
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
      expect(read(entry.replace("/dist/", "/src/").replace(/\.js$/, ".ts"))).toContain("startProcess");
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
        if (/SECRET|PASSWORD|PWD|TOKEN|CLIENT_ID/.test(name))
          expect(value).toMatch(/^\$\{[A-Z_]+(:[-?][^}]*)?\}$/);
      }
    }
  });
});

describe(".env.example", () => {
  it("describes every documented setting and no other", () => {
    expect(exampleNames.filter((name) => name !== "POSTGRES_PASSWORD").sort()).toEqual(
      [...documentedNames].sort(),
    );
  });

  it("names settings the product reads", () => {
    const config = read("backend/src/platform/config/config.ts");
    const readNames = names(/"([A-Z][A-Z_]+)"/g, config);
    const elsewhere = ["DATA_DIR", "POSTGRES_PASSWORD"];
    expect(exampleNames.filter((name) => !readNames.includes(name) && !elsewhere.includes(name))).toEqual([]);
  });

  it("sets nothing by being copied", () => {
    expect(read(".env.example")).not.toMatch(/^[A-Z_]+=.+$/m);
  });
});
