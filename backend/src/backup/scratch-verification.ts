import type { EntityClass } from "../platform/database/columns.js";
import type { VerificationReport } from "../verify/verify.service.js";

/** Runs the rules over a database alone. */
export abstract class ScratchVerification {
  /** Entities of the product's tables. */
  abstract readonly entities: readonly EntityClass[];
  /**
   * Checks the rules over a database alone, as of the backup's time.
   *
   * @param url of the scratch database's owner
   */
  abstract verify(url: string, at: Date): Promise<VerificationReport>;
}
