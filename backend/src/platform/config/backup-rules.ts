import type { ProductionRule } from "./production-rules.js";

/** Where backups are kept, unless in a bucket. */
export const backupFolder: ProductionRule = {
  problem: (value, others) =>
    others("BACKUP_BUCKET_URL") !== undefined || others("BACKUP_DIR") === undefined || value.startsWith("/")
      ? undefined
      : "must be an absolute path, as /backups.",
  assumption: (value, others) => {
    if (others("BACKUP_BUCKET_URL") !== undefined) return undefined;
    return others("BACKUP_DIR") === undefined
      ? "is not set, nor BACKUP_BUCKET_URL: somebody else backs up the database"
      : `(${value}) is not lost together with this machine`;
  },
};

/**
 * The key for which backups are encrypted: never left out in silence.
 *
 * @param none what says that they are not encrypted
 */
export const backupRecipient = (none: string): ProductionRule => ({
  needs: `the public key of age for which backups are encrypted (age-keygen), or ${none} if nobody else can read their store`,
  assumption: (value) =>
    value === none
      ? `is ${none}: anyone who can read the store of the backups can read every name, contact and tax number in them`
      : undefined,
});
