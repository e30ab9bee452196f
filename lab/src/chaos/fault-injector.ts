import { execFile } from "node:child_process";
import { rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { LinkFault } from "@sakhi/testkit/tcp-proxy";
import type { ChaosProduct } from "./chaos-product.js";
import type { ChaosLog } from "./log.js";
import { OWN_PARTS } from "./schedule.js";
import type { LinkName, PlannedFault } from "./schedule.js";

const run = promisify(execFile);
/** Timeout for all parts to be ready after the last fault, in ms. */
const RETURN_MS = 120_000;

type Heal = () => Promise<void> | void;

/** Injects the scheduled faults, and heals them. */
export class FaultInjector {
  constructor(
    private readonly product: ChaosProduct,
    private readonly log: ChaosLog,
  ) {}

  /** Runs the schedule until its end or until stopped; all faults are healed when it resolves. */
  async run(faults: readonly PlannedFault[], stopped: AbortSignal): Promise<void> {
    const wait = (ms: number) => delay(Math.max(0, ms), undefined, { signal: stopped }).catch(() => undefined);
    await Promise.all(
      faults.map(async (fault) => {
        await wait(fault.at - this.log.now());
        if (stopped.aborted) return;
        const record = this.log.began(fault);
        const heal = await this.begin(fault);
        await wait(fault.lasts);
        await heal();
        record.ended = this.log.now();
      }),
    );
  }

  /** Waits until every part is ready. @returns names of the parts that are not after two minutes */
  async untilAllReturned(): Promise<string[]> {
    const parts = [...this.product.parts.values()];
    const deadline = performance.now() + RETURN_MS;
    for (;;) {
      const ready = await Promise.all(parts.map((part) => part.isReady()));
      const missing = parts.filter((_, index) => ready[index] !== true);
      if (missing.length === 0 || performance.now() > deadline) return missing.map(({ name }) => name);
      await delay(100);
    }
  }

  private async begin(fault: PlannedFault): Promise<Heal> {
    const { product } = this;
    const { kind, target, how } = fault;
    const part = product.part(target);
    switch (kind) {
      case "kill":
        await part?.kill();
        return () => part?.startAgain(kind);
      case "pause":
        part?.pause();
        return () => part?.resume(kind);
      case "killAll":
        await Promise.all([...product.parts.values()].map((each) => each.kill()));
        return () => {
          for (const each of product.parts.values()) each.startAgain("the death of everything");
        };
      case "wipeTemporal":
        await part?.kill();
        product.temporal.wipe();
        return () => part?.startAgain("a wipe");
      case "rollingRestart":
        return () => this.restartOneByOne();
      case "link":
        return this.breakLink(target as LinkName, how as unknown as LinkFault & { fault: LinkFault["kind"] });
      case "smtp":
        return this.refuseMail(String(how["line"]));
      case "provider":
        return this.breakProvider(String(how["endpoint"]), String(how["fault"]));
      case "webhooks":
        await this.control(() => product.payments.control("PUT", "/webhooks", { ...how }));
        return () =>
          this.control(() =>
            product.payments.control("PUT", "/webhooks", { drop: false, delayMs: 0, duplicates: 0, reorder: false }),
          );
      case "fullDisk":
        return target === "mail" ? this.fillMailDisk() : this.fillDisk();
      case "clock": {
        const name = target.replace("clock of ", "");
        product.setClock(name, Number(how["seconds"]));
        return () => product.setClock(name, 0);
      }
    }
  }

  private breakLink(name: LinkName, { fault, ...how }: { fault: LinkFault["kind"] }): Heal {
    const link = this.product.links.get(name);
    link?.break({ kind: fault, ...how } as LinkFault);
    return () => {
      link?.heal();
      // Only apis have a readiness check.
      if (name.startsWith("api")) this.product.part(name.split(">")[0] ?? "")?.recovers(`a ${fault} link`);
    };
  }

  private refuseMail(line: string): Heal {
    const links = ["jobs1>mail", "jobs2>mail"].flatMap((name) => this.product.links.get(name as LinkName) ?? []);
    for (const link of links) link.break({ kind: "refused", line });
    return () => {
      for (const link of links) link.heal();
    };
  }

  private async breakProvider(endpoint: string, fault: string): Promise<Heal> {
    const { payments } = this.product;
    const status = /^status(\d+)$/.exec(fault)?.[1];
    const how = status === undefined ? { kind: fault } : { kind: "status", status: Number(status) };
    await this.control(() => payments.control("PUT", "/faults", { endpoint, ...how, times: null }));
    return () => this.control(() => payments.noFaults());
  }

  /** Calls the simulator's control API; ignores a dead simulator, which loses its faults anyway. */
  private async control(call: () => Promise<unknown>): Promise<void> {
    await Promise.race([call().catch(() => undefined), delay(1_000, undefined, { ref: false })]);
  }

  /** Prevents the mail catcher's files from growing: it must refuse mails that it cannot store. */
  private async fillMailDisk(): Promise<Heal> {
    const limit = async (bytes: string): Promise<void> => {
      const pid = this.product.part("mail")?.pid;
      if (pid !== undefined)
        await run("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]).catch(() => undefined);
    };
    await limit("0");
    return () => limit("unlimited");
  }

  /** Fills PostgreSQL's disk. */
  private async fillDisk(): Promise<Heal> {
    const { disk } = this.product;
    if (disk === undefined) return () => undefined;
    const ballast = join(disk, "ballast");
    const { bavail, bsize } = statfsSync(disk);
    await run("fallocate", ["--length", String(bavail * bsize), ballast]).catch(() => undefined);
    return () => {
      rmSync(ballast, { force: true });
      this.product.part("postgres")?.recovers("a full disk");
    };
  }

  private async restartOneByOne(): Promise<void> {
    for (const name of OWN_PARTS) {
      const part = this.product.part(name);
      await part?.terminate();
      part?.startAgain("an upgrade");
      const deadline = performance.now() + RETURN_MS;
      while (part?.wasStarted === true && !(await part.isReady()) && performance.now() < deadline) await delay(100);
    }
  }
}
