import type { Tx } from "../platform/database/database.js";
import { ERASED, idsOf } from "../platform/database/personal.sql.js";
import type { LinkPurpose } from "./mail.entities.js";
import { LINKS } from "./mailed-links.service.js";

/** Whether mail `m` may be erased: no process will send it. */
export const ERASABLE_MAIL = `m.state IN ('sent', 'failed') AND m.erased_at IS NULL`;

/** Erases those of these mails that may be erased. @returns their ids */
export function eraseMails(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return eraseWhere(tx, "m.id = ANY($1::uuid[])", ids);
}

/** As {@link eraseMails}, of these bookings or applications. */
export async function eraseMailsOf(
  tx: Tx,
  type: "booking" | "application",
  subjects: readonly string[],
): Promise<void> {
  await eraseWhere(tx, `m.${type}_id = ANY($1::uuid[])`, subjects);
}

/** As {@link eraseMails}, whose dedupe keys match one of these patterns of LIKE. */
export async function eraseMailsOfKeys(tx: Tx, patterns: readonly string[]): Promise<void> {
  await eraseWhere(tx, "m.dedupe_key LIKE ANY($1::text[])", patterns);
}

/** Deletes the mailed links of these subjects and what they have opened. */
export async function deleteLinks(tx: Tx, purpose: LinkPurpose, subjects: readonly string[]): Promise<void> {
  await tx.query("DELETE FROM link_sessions WHERE purpose = $2 AND subject_id = ANY($1::uuid[])", [subjects, purpose]);
  await tx.query("DELETE FROM mailed_links WHERE purpose = $2 AND subject_id = ANY($1::uuid[])", [subjects, purpose]);
}

/** Revokes the links of those of these subjects that have another address than this one. */
export async function revokeLinksOfOtherAddresses(
  tx: Tx,
  purpose: LinkPurpose,
  subjects: readonly string[],
  email: string,
): Promise<void> {
  await tx.query(
    `UPDATE mailed_links l SET revoked_at = clock_timestamp() FROM ${LINKS[purpose].table} t
      WHERE l.purpose = $3 AND t.id = l.subject_id AND l.revoked_at IS NULL AND t.id = ANY($1::uuid[])
        AND lower(t.email) <> lower($2)`,
    [subjects, email, purpose],
  );
}

/** Redirects those of these mails that were not sent, mails being sent included: they may be retried. Null stays. */
export async function redirectUnsent(
  tx: Tx,
  ids: readonly string[],
  { address, mailbox }: { readonly address: string | null; readonly mailbox: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE mails SET to_address = coalesce($2, to_address), mailbox = coalesce($3, mailbox)
      WHERE id = ANY($1::uuid[]) AND state <> 'sent'`,
    [ids, address, mailbox],
  );
}

function eraseWhere(tx: Tx, condition: string, values: readonly string[]): Promise<string[]> {
  return idsOf(
    tx,
    `UPDATE mails m SET to_address = '${ERASED.email}', data = '{}', last_error = NULL, mailbox = NULL,
                        erased_at = clock_timestamp()
      WHERE ${condition} AND ${ERASABLE_MAIL} RETURNING m.id`,
    values,
  );
}
