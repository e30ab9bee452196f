import { Logger } from "@nestjs/common";
import { describeError } from "../platform/log/log.js";
import type { RecoveredItem } from "./recovery.types.js";

/** What one reading of everything outside collects. */
export class Reading {
  private readonly logger = new Logger("Recovery");
  readonly items: RecoveredItem[] = [];
  /** What gave no answer, or failed: sales stay paused. */
  readonly unanswered: string[] = [];
  /** Known orders that were settled again. */
  settled = 0;

  /** One that fails must not stop the others; it counts as unanswered. */
  async guarded(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error(`${id} could not be recovered: ${describeError(error)}`);
      this.unanswered.push(id);
    }
  }
}
