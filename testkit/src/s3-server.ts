import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "./ports.js";
import { TestProcess } from "./processes.js";

/** How to reach a bucket of an S3-compatible server. */
export interface TestBucket {
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** SeaweedFS, a real S3-compatible server, with its own folder. It can be killed and restarted with its data. */
export class S3Server {
  private constructor(
    readonly process: TestProcess,
    readonly bucket: TestBucket,
    private readonly folder: string,
  ) {}

  /** Starts it. @param command path of `weed` (WEED_COMMAND) */
  static async start(command: string): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), "sakhi-s3-"));
    const [s3 = 0, ...others] = await freePorts(8);
    const bucket = {
      url: `http://127.0.0.1:${s3}/pictures`,
      region: "auto",
      keyId: "tests-only-key",
      secret: "tests-only-secret-of-the-bucket",
    };
    const { keyId: accessKey, secret: secretKey } = bucket;
    const identity = { name: "tests", credentials: [{ accessKey, secretKey }], actions: ["Admin"] };
    writeFileSync(join(folder, "s3.json"), JSON.stringify({ identities: [identity] }));
    const names = ["s3.port.grpc", "master.port", "master.port.grpc", "volume.port", "volume.port.grpc"];
    const ports = [...names, "filer.port", "filer.port.grpc"].map((name, nth) => `-${name}=${others[nth] ?? 0}`);
    const process = new TestProcess({
      name: "SeaweedFS",
      command,
      args: [
        ...["server", `-dir=${folder}`, "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.volumeSizeLimitMB=64"],
        // Its data is small, and the disk of the tests may be nearly full.
        ...["-volume.max=32", "-volume.minFreeSpace=1MiB"],
        ...[
          "-s3",
          `-s3.port=${s3}`,
          `-s3.config=${join(folder, "s3.json")}`,
          "-s3.port.iceberg=0",
          "-s3.port.lance=0",
          ...ports,
        ],
      ],
      env: { HOME: folder },
      cwd: folder,
      isReady: async () => (await fetch(`http://127.0.0.1:${s3}/healthz`)).ok,
    });
    await process.start();
    return new S3Server(process, bucket, folder);
  }

  /** Stops it and deletes its data. */
  async remove(): Promise<void> {
    await this.process.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
