import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";

/** A service of docker-compose.yml. Not every test machine can start it, so its text is checked. */
interface Service {
  image?: string;
  build?: string | { context: string; target?: string; args?: Record<string, string> };
  command?: string[];
  healthcheck?: { test: string[]; start_period?: string; timeout?: string };
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
  environment?: Record<string, string>;
  ports?: string[];
  entrypoint?: string[];
  profiles?: string[];
  networks?: string[];
  network_mode?: string;
  restart?: string;
  logging?: { options: Record<string, string> };
  cpus?: number;
  mem_limit?: string;
  memswap_limit?: string;
  pids_limit?: number;
  tmpfs?: string;
  volumes?: string[];
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

/** Settings that docker-compose.yml sets itself, or that only the start script uses. */
const notPassedThrough = [
  "PORT",
  "HOST",
  "TRUST_PROXY",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "REDIS_URL",
  "MIGRATION_DATABASE_URL",
  "PRIVATE_HOSTS",
  "RECORD_DIR",
  "PICTURES_DIR",
  "BACKUP_DIR",
  "ARCHIVE_STATE",
  "DECODER_SOCKET",
  "WHATSAPP_SIMULATOR",
];
/** Variables of docker-compose.yml that are not settings of the product. */
const composeOnly = [
  ...["POSTGRES_PASSWORD", "DATABASE_OWNER_PASSWORD", "DATABASE_APP_PASSWORD", "TEMPORAL_DATABASE_PASSWORD"],
  ...[
    "REDIS_PASSWORD",
    "ARCHIVE_KEY",
    "ARCHIVE_NAME",
    "ALERT_WEBHOOK_URL",
    "ALERT_MAIL_TO",
    "ALERT_HEARTBEAT_URL",
    "GRAFANA_PASSWORD",
    "SAKHI_VERSION",
  ],
];
/** One-off services: others wait for their success, not for their health. */
const runOnce = ["migrate", "temporal-schema"];

describe("docker-compose.yml", () => {
  it("has every service, and two replicas of the product's processes", () => {
    expect(Object.keys(services).toSorted()).toEqual([
      ...["alertmanager", "api", "archive", "backup", "decoder", "grafana", "jobs", "mail", "migrate", "orchestrator"],
      ...["postgres", "prometheus", "provider", "provider-proxy", "proxy"],
      ...["redis", "temporal", "temporal-schema", "temporal-ui"],
    ]);
    for (const name of ["api", "orchestrator", "jobs"]) expect(services[name]?.deploy?.replicas).toBe(2);
  });

  it.each(Object.entries(services))(
    "pins the image of %s, checks its health, and limits its resources",
    (name, service) => {
      expect(service.image).toMatch(/^[a-z0-9/-]+:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
      if (!runOnce.includes(name)) expect(service.healthcheck?.test.length).toBeGreaterThan(1);
      expect(service.cpus).toBeGreaterThan(0);
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      // No swap beyond it.
      expect(service.memswap_limit).toBe(service.mem_limit);
      expect(service.pids_limit).toBeGreaterThan(0);
      if (service.tmpfs !== undefined) expect(service.tmpfs).toMatch(/:size=\d+m/);
      expect(service.logging?.options).toEqual({ "max-size": "10m", "max-file": "5" });
      if (service.network_mode !== "none") expect(service.networks?.length).toBeGreaterThan(0);
    },
  );

  // deploy/test/slow-start.mjs measures it.
  it("gives every service of a slow machine time to start before it counts as unhealthy", () => {
    for (const [name, { healthcheck }] of Object.entries(services)) {
      if (runOnce.includes(name)) continue;
      expect([name, healthcheck?.timeout]).toEqual([name, "10s"]);
      expect(Number.parseInt(healthcheck?.start_period ?? "0", 10)).toBeGreaterThanOrEqual(120);
    }
  });

  it("waits for healthy services and successful migrations", () => {
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

  it("builds each image once: several builds of one image would recreate each other's containers", () => {
    const built = Object.entries(services).filter(([, { build }]) => build !== undefined);
    expect(built.map(([name]) => name).sort()).toEqual(["migrate", "postgres", "provider"]);
    expect(services["archive"]?.image).toBe(services["postgres"]?.image);
    expect(new Set(built.map(([, { image }]) => image)).size).toBe(built.length);
    for (const name of ["api", "orchestrator", "jobs", "backup", "decoder"])
      expect(services[name]?.image).toBe(services["migrate"]?.image);
  });

  it("builds with the same arguments, so that both images share what was compiled", () => {
    for (const name of ["migrate", "provider"])
      expect(services[name]?.build).toMatchObject({ args: { SAKHI_VERSION: "${SAKHI_VERSION:-}" } });
  });

  it("keeps what is not part of the product in profiles", () => {
    const profile = (name: string): string[] =>
      Object.entries(services)
        .filter(([, { profiles = [] }]) => profiles.includes(name))
        .map(([service]) => service)
        .sort();
    expect(profile("trial")).toEqual(["mail", "provider", "provider-proxy"]);
    expect(profile("monitoring")).toEqual(["alertmanager", "grafana", "prometheus"]);
  });

  it("keeps the record outside the database on a volume of its own, which the processes' user may write", () => {
    for (const name of ["api", "orchestrator", "jobs", "backup"]) {
      const folder = services[name]?.environment?.["RECORD_DIR"] ?? "";
      expect(services[name]?.volumes).toContain(`record:${folder}`);
      expect(read("Dockerfile")).toMatch(
        new RegExp(`^RUN mkdir [^&]*${folder}\\b.*&& chown node:node .*${folder}\\b`, "m"),
      );
    }
    for (const name of ["postgres", "temporal"]) {
      expect((services[name]?.volumes ?? []).filter((each) => each.startsWith("record:"))).toEqual([]);
    }
  });

  it("gives what opens uploads no network, no setting, no volume but its socket's, and no right", () => {
    const { environment, networks: joined, volumes = [], ...decoder } = services["decoder"] ?? {};
    expect([environment, joined, volumes]).toEqual([undefined, undefined, ["decoder:/run/decoder"]]);
    expect(decoder).toMatchObject({ network_mode: "none", read_only: true, cap_drop: ["ALL"] });
    const socket = services["jobs"]?.environment?.["DECODER_SOCKET"] ?? "";
    expect(decoder.command?.at(-1)).toBe(socket);
    expect(services["jobs"]?.volumes).toContain("decoder:/run/decoder");
    expect(read("Dockerfile")).toContain("RUN mkdir /run/decoder && chown node:node /run/decoder\n");
    for (const [name, service] of Object.entries(services))
      if (!["jobs", "decoder"].includes(name)) expect(service.volumes ?? []).not.toContain("decoder:/run/decoder");
  });

  it("replaces by an update every service of the product's image, the decoder before who needs it", () => {
    const image = services["migrate"]?.image ?? "";
    const update = read("deploy/update.sh");
    expect(update).toContain(`\nimage=${image} `);
    const replaced = names(/ up -d --no-deps .*--wait-timeout 180((?: "\$\{\w+_scale\[@\]\}")?(?: \w+)+)$/gm, update)
      .flatMap((words) => words.trim().split(" "))
      .filter((word) => /^\w+$/.test(word));
    expect(replaced).toEqual(["api", "decoder", "orchestrator", "jobs", "backup"]);
    const ofImage = Object.entries(services).filter(([name, service]) => service.image === image && name !== "migrate");
    expect(replaced.toSorted()).toEqual(ofImage.map(([name]) => name).sort());
  });

  it("backs up to a volume that is neither the database's nor the record's", () => {
    const { volumes = [], environment = {} } = services["backup"] ?? {};
    expect(volumes).toEqual(expect.arrayContaining(["record:/record", "pictures:/pictures", "backups:/backups"]));
    expect(environment["BACKUP_DIR"]).toBe("/backups");
    expect(read("Dockerfile")).toContain("RUN mkdir /backups && chown node:node /backups\n");
    expect(read("deploy/postgres/sql/roles.sql")).toContain("CREATE DATABASE sakhi_bazaar_drill OWNER sakhi_owner;");
  });

  it("archives PostgreSQL continuously, to a store that no other service reads, and only its two services reach it", () => {
    const { postgres, archive } = services;
    expect(postgres?.build).toBe("./deploy/archive");
    for (const service of [postgres, archive])
      expect(service?.volumes).toEqual(
        expect.arrayContaining([
          "database:/var/lib/postgresql",
          "postgres-socket:/var/run/postgresql",
          "archive:/archive",
        ]),
      );
    for (const [name, { volumes = [] }] of Object.entries(services))
      if (!["postgres", "archive"].includes(name))
        expect(volumes.filter((each) => /^(database|archive|postgres-socket):/.test(each))).toEqual([]);
    expect(services["backup"]?.volumes).toContain("archive-state:/archive-state:ro");
    expect(services["backup"]?.environment?.["ARCHIVE_STATE"]).toBe("/archive-state/run");
    const script = read("deploy/archive/archive.sh");
    expect(script).toContain("STATE=/archive-state/run\n");
    expect(script).toContain("archive_timeout=10");
    expect(read("deploy/archive/Dockerfile")).toMatch(/^FROM postgres:18\.6-trixie$/m);
  });

  it("mounts only files and folders that exist", () => {
    for (const { volumes = [] } of Object.values(services)) {
      for (const path of volumes.filter((each) => each.startsWith("./")).map((each) => each.split(":")[0] ?? ""))
        expect([path, existsSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)))]).toEqual([path, true]);
    }
  });

  it("names its own services, and no other, as hosts that are reached unencrypted", () => {
    const hosts = services["api"]?.environment?.["PRIVATE_HOSTS"]?.split(",") ?? [];
    expect(hosts.filter((host) => services[host] === undefined)).toEqual([]);
    for (const setting of ["DATABASE_URL", "REDIS_URL"]) {
      const address = (services["api"]?.environment?.[setting] ?? "").replace(/\$\{[^}]*\}/g, "x");
      expect(hosts).toContain(new URL(address).hostname);
    }
    expect(hosts).toContain("temporal");
  });

  it("runs existing entry files", () => {
    for (const { command = [] } of Object.values(services)) {
      const entry = command.find((word) => word.startsWith("backend/dist/"));
      if (entry === undefined) continue;
      const [, name] = /^backend\/dist\/bundle\/([\w-]+)\.js$/.exec(entry) ?? [];
      // The decoder has no settings to start with.
      const starts = name === "decoder-server" ? /serveDecoder/ : /\bstart(?:Process|Command)\(/;
      expect(read(`backend/src/main.${name}.ts`)).toMatch(starts);
    }
  });

  it("publishes only the proxy to other machines", () => {
    for (const [name, { ports = [] }] of Object.entries(services)) {
      if (name === "proxy") {
        // Over IPv6 every visitor would have the engine's address.
        for (const port of ports) expect(port).toMatch(/^0\.0\.0\.0:/);
        continue;
      }
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it("takes every setting from .env, as documented in .env.example, and contains no secret", () => {
    const used = names(/\$\{([A-Z_]+)/g, text);
    expect(exampleNames).toEqual(expect.arrayContaining(used));
    expect(exampleNames.filter((name) => !notPassedThrough.includes(name) && !used.includes(name))).toEqual([]);
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/SECRET|PASSWORD|PWD|TOKEN|CLIENT_ID|API_KEY/.test(name))
          expect(value).toMatch(/^\$\{[A-Z_]+(:[-?][^}]*)?\}$/);
      }
    }
  });
});

describe("docker-compose.yml: hardening", () => {
  it("connects processes as the plain role, migrations as the owner, Temporal as its own role, and none as superuser", () => {
    const user = (name: string, setting: string): string =>
      new URL((services[name]?.environment?.[setting] ?? "").replace(/\$\{[^}]*\}/g, "x")).username;
    for (const name of ["api", "orchestrator", "jobs", "migrate", "backup"])
      expect([name, user(name, "DATABASE_URL")]).toEqual([name, "sakhi_app"]);
    for (const name of ["migrate", "backup"]) expect(user(name, "MIGRATION_DATABASE_URL")).toBe("sakhi_owner");
    for (const name of ["api", "orchestrator", "jobs"])
      expect(services[name]?.environment).not.toHaveProperty("MIGRATION_DATABASE_URL");
    expect(services["temporal"]?.environment).toMatchObject({ POSTGRES_USER: "temporal" });
    const users = Object.entries(services).filter(([, { environment = {} }]) =>
      Object.values(environment).some((value) => value.includes("POSTGRES_PASSWORD")),
    );
    expect(users.map(([name]) => name)).toEqual(["postgres"]);
    expect(text).not.toMatch(/postgres:\/\/postgres/);
  });

  it("has no default mail server, and starts the mail catcher only in the trial profile", () => {
    expect(services["jobs"]?.environment?.["SMTP_URL"]).toBe("${SMTP_URL:?set it in .env}");
    expect(services["mail"]?.profiles).toEqual(["trial"]);
    for (const { depends_on: others = {} } of Object.values(services)) expect(others).not.toHaveProperty("mail");
  });

  it("passes the Redis password on stdin, hidden from process lists, through the entrypoint that drops root", () => {
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

  it("lets only the product reach Redis, with a password", () => {
    expect(services["api"]?.environment?.["REDIS_URL"]).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
    const members = (network: string): string[] =>
      Object.entries(services)
        .filter(([, service]) => service.networks?.includes(network))
        .map(([name]) => name)
        .sort();
    expect(members("queue")).toEqual(["api", "backup", "jobs", "orchestrator", "redis"]);
    expect(members("data")).toEqual(
      ["api", "backup", "jobs", "migrate", "orchestrator", "postgres", "temporal", "temporal-schema"].sort(),
    );
    expect(members("archive")).toEqual(["archive", "postgres"]);
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

  it("builds on a patched Node, runs no install scripts, and defaults to production", () => {
    const dockerfile = read("Dockerfile");
    expect(dockerfile).toMatch(/^ENV .*\bAPP_ENV=production$/m);
    expect(services["api"]?.environment?.["APP_ENV"]).toBe("${APP_ENV:-production}");
    expect(names(/^FROM (node:\S+)/gm, dockerfile)).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-/)]);
    for (const line of dockerfile.split("\n").filter((each) => each.includes("npm ci")))
      expect(line).toContain("--ignore-scripts");
  });

  it("compiles every workspace that the bundles contain", () => {
    const dockerfile = read("Dockerfile");
    const compiled = /tsc -b ([\w ]+) &&/.exec(dockerfile)?.[1]?.split(" ") ?? [];
    const [, bundled = ""] = /const files = \[(.+?)\]/.exec(read("backend/scripts/bundle.mjs")) ?? [];
    expect(compiled.toSorted()).toEqual(names(/"(\w+)"/g, bundled).sort());
    for (const folder of compiled) expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
  });
});

describe("deploy/alertmanager/start.sh", () => {
  interface Alertmanager {
    route: { receiver: string; routes: { matchers: string[]; receiver: string; repeat_interval: string }[] };
    receivers: { name: string; webhook_configs?: { url: string }[]; email_configs?: Record<string, unknown>[] }[];
  }
  const written = (env: Readonly<Record<string, string>>): Alertmanager => {
    const folder = mkdtempSync(join(tmpdir(), "sakhi-alerts-"));
    const file = join(folder, "alertmanager.yml");
    const script = fileURLToPath(new URL("../../../deploy/alertmanager/start.sh", import.meta.url));
    const all = { PATH: process.env["PATH"] ?? "", ALERTMANAGER_CONFIG: file, SMTP_URL: "smtp://mail:1025", ...env };
    try {
      execFileSync("sh", [script], { env: all });
      return parse(readFileSync(file, "utf8")) as Alertmanager;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const receiver = (env: Readonly<Record<string, string>>, name = "person") =>
    written(env).receivers.find((each) => each.name === name);

  it("sends nowhere by default", () => {
    expect(written({}).receivers).toEqual([{ name: "heartbeat" }, { name: "person" }]);
  });

  it("sends to a webhook, by mail, and a call each minute while everything works", () => {
    const env = { ALERT_WEBHOOK_URL: "https://chat.in/x?a='1'", ALERT_HEARTBEAT_URL: "https://alive.in/1" };
    expect(receiver(env)?.webhook_configs).toEqual([{ url: "https://chat.in/x?a='1'" }]);
    expect(receiver(env, "heartbeat")?.webhook_configs).toEqual([{ url: "https://alive.in/1", send_resolved: false }]);
    const [first] = written(env).route.routes;
    expect(first).toMatchObject({ matchers: ['severity="heartbeat"'], receiver: "heartbeat", repeat_interval: "1m" });
  });

  it.each([
    [
      "smtp://mela%40x.in:p%3Aa'b%25@mail.x.in",
      { smarthost: "mail.x.in:587", auth_username: "mela@x.in", auth_password: "p:a'b%" },
    ],
    ["smtps://u:p@mail.x.in/?pool=true", { smarthost: "mail.x.in:465", auth_username: "u", auth_password: "p" }],
    ["smtp://mail:1025", { smarthost: "mail:1025", require_tls: false }],
  ])("reads %s", (SMTP_URL, expected) => {
    const env = { SMTP_URL, ALERT_MAIL_TO: "ops@x.in", MAIL_FROM: "Mela <mela@x.in>" };
    expect(receiver(env)?.email_configs).toEqual([
      { to: "ops@x.in", from: "Mela <mela@x.in>", send_resolved: true, ...expected },
    ]);
  });
});

describe("deploy/scale.yml", () => {
  const { services: scaled } = parse(read("deploy/scale.yml"), { merge: true }) as {
    services: Record<string, Service>;
  };
  const settings = (name: string): Record<string, string> => scaled[name]?.environment ?? {};
  const pooled = ["api", "orchestrator", "jobs"];
  const ini = read("deploy/pgbouncer/pgbouncer.ini");

  it("pools the processes' connections, with a direct address for those that keep a state", () => {
    for (const name of pooled) {
      expect(settings(name)["DATABASE_URL"]).toContain("@pgbouncer:6432/");
      expect(settings(name)["DATABASE_DIRECT_URL"]).toBe(services[name]?.environment?.["DATABASE_URL"]);
      expect(settings(name)["PRIVATE_HOSTS"]?.split(",")).toEqual(expect.arrayContaining(["postgres", "pgbouncer"]));
    }
    // A backup's and a migration's statements are longer than any other's.
    for (const name of ["backup", "migrate"]) expect(scaled).not.toHaveProperty(name);
  });

  it("limits and checks PgBouncer as every other service", () => {
    const { image, healthcheck, cpus, mem_limit: memory, memswap_limit: swap, logging } = scaled["pgbouncer"] ?? {};
    expect({ image, cpus, memory, swap }).toMatchObject({ cpus: 1, memory: "128m", swap: memory });
    expect(healthcheck?.test.length).toBeGreaterThan(1);
    expect(logging?.options).toEqual({ "max-size": "10m", "max-file": "5" });
    const base = (folder: string) => /^FROM (\S+)$/m.exec(read(`deploy/${folder}/Dockerfile`))?.[1];
    expect(base("pgbouncer")).toBe(base("archive"));
  });

  it("sets for each connection what a process would, and accepts that processes ask for it", () => {
    const { extra } = dataSourceOptions("", []) as { extra: Record<string, unknown> };
    const asked = ["statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout"];
    for (const name of asked) expect(ini).toContain(`SET ${name} = ${String(extra[name])}`);
    expect(extra["options"]).toBe("-c default_transaction_isolation=read\\ committed -c sakhi.notify=off");
    expect(ini).toContain("SET sakhi.notify = off");
    const ignored = /^ignore_startup_parameters = (.*)$/m.exec(ini)?.[1]?.split(", ");
    expect(ignored).toEqual(expect.arrayContaining(["options", ...asked]));
  });
});

describe(".env.example", () => {
  it("contains every documented setting and no other", () => {
    expect(exampleNames.filter((name) => !composeOnly.includes(name)).sort()).toEqual([...documentedNames].sort());
  });

  it("contains only settings that the product reads", () => {
    const files = ["config.ts", "whatsapp-settings.ts"];
    const config = files.map((file) => read(`backend/src/platform/config/${file}`)).join("");
    const readNames = names(/"([A-Z][A-Z_]+)"/g, config);
    const elsewhere = ["DATA_DIR", "WHATSAPP_SIMULATOR", ...composeOnly];
    expect(exampleNames.filter((name) => !readNames.includes(name) && !elsewhere.includes(name))).toEqual([]);
  });

  it("sets nothing when copied", () => {
    expect(read(".env.example")).not.toMatch(/^[A-Z_]+=.+$/m);
  });
});

describe("the checkout", () => {
  it.each([".gitignore", ".dockerignore"])("keeps the secret keys of backups out of history and image: %s", (name) => {
    expect(read(name).split("\n")).toEqual(expect.arrayContaining(["*.key"]));
  });
});
