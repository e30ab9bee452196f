import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from "@nestjs/common";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { BackgroundLoop } from "../platform/loops/background-loop.js";
import { certificateEnd, tlsAddress } from "../platform/outside/certificate.js";
import { outsideFailure } from "../platform/outside/outside-failure.js";

/** Interval of the readings, in ms. */
const READ_EVERY_MS = 60 * 60_000;

/**
 * Reads when the certificate at the public address ends, once an hour, as a visitor's browser would meet it: a proxy that no
 * longer renews it is noticed before the site is refused. Runs in jobs; the api reports the end (`sakhi_certificate_end_seconds`).
 */
@Injectable()
export class CertificateWatchService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger("CertificateWatchService");
  private readonly loop = new BackgroundLoop({
    name: "certificate watch",
    everyMs: READ_EVERY_MS,
    turn: () => this.read(),
  });

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Reads it now and stores its end. One that cannot be read keeps the end that was read last, so the alarm still comes. */
  async read(): Promise<void> {
    const address = tlsAddress(this.config.publicUrl);
    // An http address has none, and an https one may have become one.
    if (address === undefined) {
      await this.database.query("DELETE FROM part_checks WHERE part = 'certificate'");
      return;
    }
    const { end, problem } = await certificateEnd({ ...address, verified: false }).then(
      (at) => ({ end: at, problem: undefined }),
      (error: unknown) => ({ end: undefined, problem: outsideFailure(error) }),
    );
    if (problem !== undefined) this.log.warn(`the site's certificate could not be read: ${problem}`);
    await this.database.query(
      `INSERT INTO part_checks (part, up, problem, ends_at) VALUES ('certificate', $1, $2, $3)
       ON CONFLICT (part) DO UPDATE SET up = excluded.up, problem = excluded.problem, checked_at = clock_timestamp(),
                                        ends_at = coalesce(excluded.ends_at, part_checks.ends_at)`,
      [problem === undefined, problem ?? null, end ?? null],
    );
  }
}
