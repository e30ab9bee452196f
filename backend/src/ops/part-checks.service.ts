import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import { SmtpCheckService } from "../mail/smtp-check.service.js";
import { PaymentProvider } from "../payments/provider/payment-provider.js";
import { Database } from "../platform/database/database.js";
import { BackgroundLoop } from "../platform/loops/background-loop.js";

/** Interval of the checks, in ms. */
const CHECK_EVERY_MS = 30_000;
/** A well-formed order number that no browser chooses: the provider answers that it is unknown. */
const UNKNOWN_ORDER = "MELA0000000000000t0000";

/**
 * Checks the parts outside PostgreSQL that only jobs and visitors' payments use, whether or not somebody uses them now: the
 * mail server (connects and logs in, sends nothing) and the payment provider (reads an unknown order). Runs in jobs, which
 * sends the mails; the api reports the results.
 */
@Injectable()
export class PartChecksService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    name: "part checks",
    everyMs: CHECK_EVERY_MS,
    turn: () => this.check(),
  });

  constructor(
    private readonly smtpCheck: SmtpCheckService,
    private readonly provider: PaymentProvider,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Checks every part now and stores the results. */
  async check(): Promise<void> {
    const problems = await Promise.all([
      this.smtpCheck.problem().then((problem) => ["smtp", problem] as const),
      this.providerProblem().then((problem) => ["payments", problem] as const),
    ]);
    for (const [part, problem] of problems) {
      await this.database.query(
        `INSERT INTO part_checks (part, up, problem) VALUES ($1, $2, $3)
         ON CONFLICT (part) DO UPDATE SET up = EXCLUDED.up, problem = EXCLUDED.problem, checked_at = clock_timestamp()`,
        [part, problem === undefined, problem ?? null],
      );
    }
  }

  private async providerProblem(): Promise<string | undefined> {
    const { kind } = await this.provider.readOrderWithPayments(UNKNOWN_ORDER, false);
    return kind === "unreachable" ? "no answer" : undefined;
  }
}
