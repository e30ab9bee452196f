import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { parse } from "yaml";
import { FIGURES } from "../../src/ops/metrics.gauges.js";
import { ProcessReports } from "../../src/platform/metrics/process-reports.js";
import { ACTIVITY_FAILURES, JOB_FAILURES, PROVIDER_CALLS, Counters } from "../../src/platform/metrics/counters.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { scrapeWhole, startOperations, type Sample } from "./operations-app.js";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const file = (path: string) => readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");

let db: TestDatabase;
let app: NestFastifyApplication;
let samples: Sample[];
let rules: readonly Rule[];
let panels: readonly Panel[];
let runbook: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const config = testConfig({ DATABASE_URL: db.url, REDIS_URL: "" });
  app = await startOperations(db, config);
  // Something of everything has happened once.
  const counters = new Counters();
  counters.time(PROVIDER_CALLS, { call: "readOrder", outcome: "done" }, 0.1);
  counters.count(ACTIVITY_FAILURES, { activity: "lookUpBooking" });
  counters.count(JOB_FAILURES, { queue: "mails" });
  await new ProcessReports("jobs", db.database, counters).report();
  await app.inject({ url: "/metrics" });
  samples = await scrapeWhole(app, config.metricsToken);

  const alerts = parse(await file("deploy/prometheus/alerts.yml")) as { groups: { rules: Rule[] }[] };
  rules = alerts.groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(await file("deploy/grafana/sakhi-bazaar.dashboard.json")) as { panels: Panel[] };
  panels = dashboard.panels;
  runbook = await file("docs/operations.md");
});
afterAll(async () => {
  await app.close();
  await db.close();
});

/** Metrics of an expression, each with the labels it is filtered by. `up` is Prometheus' own. */
function metricsOf(expr: string): { readonly name: string; readonly labels: string[] }[] {
  const bare = expr.replace(/"[^"]*"/g, '""').replace(/\b(by|without)\s*\([^)]*\)/g, " ");
  return [...bare.matchAll(/\b([a-z_:][a-z0-9_:]*)(?:\{([^}]*)\})?(?!\w|\s*\()/gi)]
    .map(([, name = "", filter = ""]) => ({
      name,
      labels: filter === "" ? [] : [...filter.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
    }))
    .filter(({ name }) => /_/.test(name) && !/^\d/.test(name));
}

/** Labels an expression groups by, or a legend shows. */
function namedLabels(expr: string, words: string): string[] {
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(","));
  const shown = [...words.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = ""]) => label);
  return [...grouped, ...shown].map((label) => label.trim());
}

/** Prometheus adds these to whatever it scrapes. */
const ITS_OWN = ["instance", "job", "le"];

function problemsOf(where: string, expr: string, words: string): string[] {
  const used = metricsOf(expr);
  const known = (name: string) => samples.filter((sample) => sample.name === name);
  const labelsOf = (name: string) => known(name).flatMap(({ labels }) => Object.keys(labels));
  const all = [...ITS_OWN, ...used.flatMap(({ name }) => labelsOf(name))];
  return [
    ...used.filter(({ name }) => known(name).length === 0).map(({ name }) => `${where}: no metric ${name}`),
    ...used.flatMap(({ name, labels }) =>
      labels
        .filter((label) => !labelsOf(name).includes(label) && !ITS_OWN.includes(label))
        .map((label) => `${where}: ${name} has no label ${label}`),
    ),
    ...namedLabels(expr, words)
      .filter((label) => !all.includes(label))
      .map((label) => `${where}: no label ${label}`),
  ];
}

const targetsOf = () => panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

describe("the alarms", () => {
  it("use metrics and labels of a real scrape", () => {
    expect(rules.length).toBeGreaterThan(20);
    expect(rules.flatMap(({ alert, expr, annotations }) => problemsOf(alert, expr, annotations.summary))).toEqual([]);
  });

  it("each state their severity, and have a section in the runbook: meaning, look, action", () => {
    for (const { alert, labels, annotations } of rules) {
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.summary).not.toBe("");
      const section = runbook.split(`\n### ${alert}\n`)[1]?.split("\n### ")[0] ?? "";
      expect(`${alert}: ${/\*\*Means/.test(section)} ${/\*\*Look/.test(section)} ${/\*\*Do/.test(section)}`).toBe(
        `${alert}: true true true`,
      );
    }
  });

  it("of the runbook are all there", () => {
    const [, alarms = ""] = runbook.split("\n## Alarms\n");
    const sections = [...(alarms.split("\n## ")[0] ?? "").matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});

describe("the dashboard", () => {
  it("uses metrics and labels of a real scrape", () => {
    const problems = targetsOf().flatMap(({ title, expr, legendFormat }) => problemsOf(title, expr, legendFormat));
    expect(problems).toEqual([]);
  });

  it("shows every figure there is", () => {
    const shown = new Set(targetsOf().flatMap(({ expr }) => metricsOf(expr).map(({ name }) => name)));
    const ours = new Set(samples.map(({ name }) => name).filter((name) => name.startsWith("sakhi_")));
    const hidden = [...ours].filter((name) => !shown.has(name) && !/_(bucket|sum|count)$/.test(name));
    expect(hidden).toEqual([]);
    expect(FIGURES.length).toBeGreaterThan(15);
  });
});

describe("the reader of expressions", () => {
  it("would find a metric or a label that isn't there", () => {
    expect(problemsOf("x", 'max by (state) (sakhi_bookngs{state="sold"})', "")).toContain("x: no metric sakhi_bookngs");
    expect(problemsOf("x", 'sakhi_bookings{status="sold"} > 1', "")).toEqual(["x: sakhi_bookings has no label status"]);
    expect(problemsOf("x", "max by (colour) (sakhi_bookings)", "")).toEqual(["x: no label colour"]);
    expect(problemsOf("x", "sakhi_bookings", "{{ $labels.colour }}")).toEqual(["x: no label colour"]);
  });
});
