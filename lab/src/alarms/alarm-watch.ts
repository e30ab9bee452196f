import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { freePorts } from "@sakhi/testkit/ports";
import { TestProcess } from "@sakhi/testkit/processes";
import { until } from "@sakhi/testkit/until";
import { shortened } from "./short-rules.js";

/** What Prometheus and Alertmanager need. */
export interface WatchOptions {
  readonly folder: string;
  /** Folder `deploy` of the product. */
  readonly deploy: string;
  readonly prometheus: string;
  readonly alertmanager: string;
  /** Base URLs of the apis. */
  readonly sites: readonly string[];
  readonly metricsToken: string;
  readonly smtpUrl: string;
}

/** An alarm as Alertmanager sends it to a webhook. */
interface Alert {
  readonly status: "firing" | "resolved";
  readonly labels: Readonly<Record<string, string>>;
  readonly fingerprint: string;
}

/** A change of an alarm, in ms of `performance.now()`. */
interface AlarmChange {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly at: number;
}

const SECONDS_BETWEEN_SCRAPES = 4;
const MAIL_TO = "on-call@example.com";

/**
 * Prometheus with the shortened rules, Alertmanager with the configuration that `deploy/alertmanager/start.sh` writes, and a
 * receiver of its calls.
 */
export class AlarmWatch {
  /** Firing alarms, as last notified. */
  private readonly firing = new Map<string, Alert>();
  private readonly fired: AlarmChange[] = [];
  /** When the heartbeat was called, in ms. */
  readonly heartbeats: number[] = [];

  private constructor(
    readonly prometheus: TestProcess,
    private readonly alertmanager: TestProcess,
    private readonly receiver: Server,
  ) {}

  static async start(options: WatchOptions): Promise<AlarmWatch> {
    const { folder, deploy, sites, metricsToken } = options;
    const [receiverPort = 0, prometheusPort = 0, managerPort = 0] = await freePorts(3);
    mkdirSync(join(folder, "rules"), { recursive: true });
    for (const name of ["alerts.yml", "objectives.yml"]) {
      writeFileSync(join(folder, "rules", name), shortened(readFileSync(join(deploy, "prometheus", name), "utf8")));
    }
    writeFileSync(join(folder, "rules/token"), metricsToken);
    const targets = sites.map((site) => `"${new URL(site).host}"`).join(", ");
    const config = join(folder, "rules/prometheus.yml");
    // The shipped file, with addresses of this machine and a shorter interval.
    writeFileSync(
      config,
      `global: { scrape_interval: ${SECONDS_BETWEEN_SCRAPES}s, scrape_timeout: ${SECONDS_BETWEEN_SCRAPES}s, evaluation_interval: 2s }
rule_files: [alerts.yml, objectives.yml]
alerting: { alertmanagers: [{ static_configs: [{ targets: ["127.0.0.1:${managerPort}"] }] }] }
scrape_configs:
  - job_name: sakhi-api
    authorization: { credentials_file: token }
    static_configs: [{ targets: [${targets}] }]
`,
    );
    const managerConfig = join(folder, "rules/alertmanager.yml");
    execFileSync("sh", [join(deploy, "alertmanager/start.sh")], {
      env: {
        ...process.env,
        ALERTMANAGER_CONFIG: managerConfig,
        ALERT_WEBHOOK_URL: `http://127.0.0.1:${receiverPort}/alarms`,
        ALERT_HEARTBEAT_URL: `http://127.0.0.1:${receiverPort}/heartbeat`,
        ALERT_MAIL_TO: MAIL_TO,
        SMTP_URL: options.smtpUrl,
      },
    });
    const shorter = readFileSync(managerConfig, "utf8")
      .replaceAll("group_wait: 30s", "group_wait: 1s")
      .replaceAll(/group_interval: \w+/g, "group_interval: 2s")
      .replaceAll("repeat_interval: 1m", "repeat_interval: 4s");
    writeFileSync(managerConfig, shorter);
    const own = (name: string, command: string, args: readonly string[], port: number): TestProcess =>
      new TestProcess({
        name,
        command,
        args,
        env: { PATH: process.env["PATH"] ?? "", HOME: folder },
        log: join(folder, "logs", `${name}.log`),
        isReady: async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok,
      });
    const prometheus = own(
      "prometheus",
      options.prometheus,
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, "tsdb")}`,
        `--web.listen-address=127.0.0.1:${prometheusPort}`,
        // Shorter too: by default an alarm that Alertmanager missed is sent again after a minute.
        `--rules.alert.resend-delay=${SECONDS_BETWEEN_SCRAPES}s`,
      ],
      prometheusPort,
    );
    const alertmanager = own(
      "alertmanager",
      options.alertmanager,
      [
        `--config.file=${managerConfig}`,
        `--storage.path=${join(folder, "alertmanager")}`,
        `--web.listen-address=127.0.0.1:${managerPort}`,
        "--cluster.listen-address=",
      ],
      managerPort,
    );
    const receiver = createServer();
    const watch = new AlarmWatch(prometheus, alertmanager, receiver);
    receiver.on("request", (request, response) => {
      void textOf(request).then((text) => {
        response.end();
        watch.received(request.url ?? "", JSON.parse(text) as { alerts: Alert[] });
      });
    });
    await new Promise<void>((resolve) => receiver.listen(receiverPort, "127.0.0.1", resolve));
    await Promise.all([prometheus.start(), alertmanager.start()]);
    return watch;
  }

  /** Waits until the alarm is called after `since`. @returns ms from `since` */
  async untilFired(name: string, labels: Readonly<Record<string, string>>, since: number, limitMs: number) {
    const found = () =>
      this.fired.find((change) => change.name === name && change.at >= since && matches(change.labels, labels));
    await until(`${name} to fire`, () => Promise.resolve(found() !== undefined), limitMs);
    return (found()?.at ?? since) - since;
  }

  /** Waits until no alarm of this name is firing. */
  async untilResolved(name: string, labels: Readonly<Record<string, string>>, limitMs: number): Promise<void> {
    const isFiring = () =>
      [...this.firing.values()].some((alert) => alert.labels["alertname"] === name && matches(alert.labels, labels));
    await until(`${name} to be resolved`, () => Promise.resolve(!isFiring()), limitMs);
  }

  async stop(): Promise<void> {
    await Promise.all([this.prometheus.stop(), this.alertmanager.stop()]);
    await new Promise((resolve) => {
      this.receiver.close(resolve);
      this.receiver.closeAllConnections();
    });
  }

  private received(url: string, { alerts }: { readonly alerts: readonly Alert[] }): void {
    const at = performance.now();
    if (url === "/heartbeat") {
      this.heartbeats.push(at);
      return;
    }
    for (const alert of alerts) {
      const { fingerprint, labels } = alert;
      if (alert.status === "resolved") this.firing.delete(fingerprint);
      else {
        if (!this.firing.has(fingerprint)) this.fired.push({ name: labels["alertname"] ?? "", labels, at });
        this.firing.set(fingerprint, alert);
      }
    }
  }
}

function matches(labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
