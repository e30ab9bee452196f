// @ts-check
/**
 * A compiled process of the specs that can be killed: `api` serves uploads and files, `checks` checks pictures. Sends its
 * address or "ready", and what it is asked for:
 *
 * - "delay": how long the event loop was blocked since the last question
 * - { check, stallAfter }: checks a picture, and stops for good once the decoder has started or so many files are stored;
 *   says how that ended, or with which error
 */
import "reflect-metadata";
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Logger, Module } from "@nestjs/common";
import { DataSource } from "typeorm";
import { ENTITIES } from "../../dist/entities.js";
import { IssuesService } from "../../dist/issues/issues.service.js";
import { FolderStore } from "../../dist/pictures/folder-store.js";
import { PictureChecksService } from "../../dist/pictures/picture-checks.service.js";
import { PictureDecoderService } from "../../dist/pictures/picture-decoder.service.js";
import { PictureFilesService } from "../../dist/pictures/picture-files.service.js";
import { PicturesApiModule } from "../../dist/pictures/pictures.module.js";
import { S3Store } from "../../dist/pictures/s3-store.js";
import { readConfig } from "../../dist/platform/config/config.js";
import { dataSourceOptions } from "../../dist/platform/database/data-source.js";
import { Database } from "../../dist/platform/database/database.js";
import { installationOf } from "../../dist/platform/database/installation.js";
import { createHttpApp } from "../../dist/platform/http/http-app.js";
import { Counters } from "../../dist/platform/metrics/counters.js";
import { PlatformModule } from "../../dist/platform/platform.module.js";
import { DecoderCommand } from "../../dist/uploads/decoder-command.js";
import { DecoderService } from "../../dist/uploads/decoder.service.js";

// The checks log what each decoding took.
Logger.overrideLogger(false);

const config = readConfig(process.env);

/** @param {unknown} message */
const report = (message) => {
  process.send?.(message);
};

/** Never settles: the process waits to be killed, alive. @returns {Promise<never>} */
const stalled = () => new Promise(() => setInterval(() => undefined, 1_000));

/** CPU time of the main thread, in ms. Where the system does not report it, of the whole process. */
function mainThreadMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

async function api() {
  class UploadsApi {}
  Module({ imports: [PlatformModule.with(config, ENTITIES), PicturesApiModule] })(UploadsApi);
  const app = await createHttpApp(UploadsApi, config, false);
  await app.listen(0, "127.0.0.1");
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // CPU time between two turns of the loop: unlike the delay, it does not grow while others use the machine.
  let longestCpu = 0;
  let last = mainThreadMs();
  const turn = () => {
    const now = mainThreadMs();
    longestCpu = Math.max(longestCpu, now - last);
    last = now;
    setTimeout(turn, 1).unref();
  };
  turn();
  process.on("message", () => {
    report({ max: delay.max / 1e6, p99: delay.percentile(99) / 1e6, longestCpu });
    delay.reset();
    longestCpu = 0;
  });
  report({ port: app.getHttpServer().address().port });
}

async function checks() {
  const source = await new DataSource(dataSourceOptions(config.databaseUrl, ENTITIES, 3)).initialize();
  const database = new Database(source);
  const { s3, folder } = config.pictures;
  const store = s3 === undefined ? new FolderStore(folder) : new S3Store(s3, () => installationOf(database));
  process.on("message", (/** @type {{ check: string, stallAfter: number | "decoding" }} */ { check, stallAfter }) => {
    let stored = 0;
    const stalling = Object.create(store, {
      put: {
        value: async (/** @type {string} */ name, /** @type {Buffer} */ bytes) => {
          if (stored === stallAfter) {
            report("stalled");
            await stalled();
          }
          await store.put(name, bytes);
          stored += 1;
        },
      },
    });
    const decoder = new PictureDecoderService(new DecoderService(DecoderCommand.ofBuild()));
    const decoding = Object.create(decoder, {
      decode: {
        value: (/** @type {Buffer} */ bytes) => {
          const decoded = decoder.decode(bytes);
          if (stallAfter !== "decoding") return decoded;
          report("stalled");
          return stalled();
        },
      },
    });
    const files = new PictureFilesService(database, stalling, new IssuesService(database));
    void new PictureChecksService(database, decoding, stalling, files, new Counters())
      .check(check)
      .then(report, (error) => report(error.message));
  });
  report("ready");
}

void (process.argv[2] === "api" ? api() : checks());
