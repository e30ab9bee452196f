/**
 * A process of the specs that can be killed: `api` serves uploads and files, `checks` checks pictures. Sends "ready" or
 * its address, and what it is asked for.
 */
import "reflect-metadata";
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { AddressInfo } from "node:net";
import { Logger, Module } from "@nestjs/common";
import { createHttpApp } from "../../src/platform/http/http-app.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { IssuesService } from "../../src/issues/issues.service.js";
import { PictureChecksService } from "../../src/pictures/picture-checks.service.js";
import { PictureDecoderService } from "../../src/pictures/picture-decoder.service.js";
import { PictureFilesService } from "../../src/pictures/picture-files.service.js";
import type { PictureStore } from "../../src/pictures/picture-store.js";
import { FolderStore } from "../../src/pictures/folder-store.js";
import { PicturesApiModule } from "../../src/pictures/pictures.module.js";
import { S3Store } from "../../src/pictures/s3-store.js";
import { Database } from "../../src/platform/database/database.js";
import { ENTITIES } from "../../src/entities.js";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";
import { testConfig } from "../support/config.js";
import { DataSource } from "typeorm";
import { sourceDecoder } from "./source-decoder.js";

/** What a spec asks of the process. */
export type Ask =
  | "delay"
  /** Check a picture, and stop for good: when the decoder has started, or when `stallAfter` files are stored. */
  | { readonly check: string; readonly stallAfter: number | "decoding" };

// The checks log what each decoding took.
Logger.overrideLogger(false);

const config = testConfig();
const report = (message: unknown): void => {
  process.send?.(message);
};

/** Never settles: the process waits to be killed, alive. */
const stalled = (): Promise<never> => new Promise(() => setInterval(() => undefined, 1_000));

/** CPU time of the main thread, in ms. Where the system does not report it, of the whole process. */
function mainThreadMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

async function api(): Promise<void> {
  @Module({ imports: [PlatformModule.with(config, ENTITIES), PicturesApiModule] })
  class UploadsApi {}
  const app = await createHttpApp(UploadsApi, config, false);
  await app.listen(0, "127.0.0.1");
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // CPU time between two turns of the loop: unlike the delay, it does not grow while others use the machine.
  let longestCpu = 0;
  let last = mainThreadMs();
  const turn = (): void => {
    const now = mainThreadMs();
    longestCpu = Math.max(longestCpu, now - last);
    last = now;
    setTimeout(turn, 1).unref();
  };
  turn();
  process.on("message", (ask: Ask) => {
    if (ask !== "delay") return;
    report({ max: delay.max / 1e6, p99: delay.percentile(99) / 1e6, longestCpu });
    delay.reset();
    longestCpu = 0;
  });
  report({ port: (app.getHttpServer().address() as AddressInfo).port });
}

async function checks(): Promise<void> {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, ENTITIES, 3)).initialize();
  const database = new Database(source);
  const { s3, folder } = config.pictures;
  const store = s3 === undefined ? new FolderStore(folder) : new S3Store(s3);
  process.on("message", (ask: Ask) => {
    if (ask === "delay") return;
    let stored = 0;
    const stalling = Object.create(store, {
      put: {
        value: async (name: string, bytes: Buffer): Promise<void> => {
          if (stored === ask.stallAfter) {
            report("stalled");
            await stalled();
          }
          await store.put(name, bytes);
          stored += 1;
        },
      },
    }) as PictureStore;
    const decoder = new PictureDecoderService(sourceDecoder());
    const decoding: Pick<PictureDecoderService, "decode"> = {
      decode: (bytes) => {
        const decoded = decoder.decode(bytes);
        if (ask.stallAfter !== "decoding") return decoded;
        report("stalled");
        return stalled();
      },
    };
    const files = new PictureFilesService(database, stalling, new IssuesService(database));
    const service = new PictureChecksService(database, decoding as PictureDecoderService, stalling, files);
    void service.check(ask.check).then(report);
  });
  report("ready");
}

void (process.argv[2] === "api" ? api() : checks());
