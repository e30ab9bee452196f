import { Injectable, Logger } from "@nestjs/common";
import { ensureNamespace, TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { RecoveryService } from "./recovery.service.js";

/**
 * Notices that Temporal has lost its data, by the id that it gives its namespace, and has every missing run started
 * again. The sweep alone would need up to two minutes for it: it comes once a minute and leaves alone what has changed
 * within one.
 */
@Injectable()
export class TemporalWatchService {
  private readonly log = new Logger("TemporalWatch");
  /** The namespace whose runs are known to be complete. */
  private known: string | undefined;

  constructor(
    private readonly temporal: TemporalConnection,
    private readonly recovery: RecoveryService,
  ) {}

  /**
   * Compares the namespace with the one seen last; the first one of a process is new to it.
   *
   * @throws gRPC's errors while Temporal is away
   */
  async check(): Promise<void> {
    const id = await this.namespaceId();
    if (id === this.known) return;
    const restarted = await this.recovery.restartWorkflows();
    if (restarted > 0) this.log.warn(`Temporal had lost its data: ${restarted} workflows are started again`);
    // While it does not answer, nothing counts as missing: only an answer afterwards makes the result sure.
    if ((await this.namespaceId()) === id) this.known = id;
  }

  private async namespaceId(): Promise<string> {
    const { connection, config } = this.temporal;
    const { namespace } = config.temporal;
    const describe = () =>
      this.temporal.call(() => connection.workflowService.describeNamespace({ namespace }));
    const found = await describe().catch(async (error: unknown) => {
      if (this.known === undefined) throw error;
      // A server that lost its data may not have it yet.
      await this.temporal.call(() => ensureNamespace(connection, namespace));
      return describe();
    });
    return found.namespaceInfo?.id ?? "";
  }
}
