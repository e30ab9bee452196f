import { Injectable } from "@nestjs/common";
import type { DigestFigure, DigestWindow } from "@sakhi/domain/digest/digest.kinds";
import { digestFigures, saidAfter, windowUntil } from "@sakhi/domain/digest/digest.rules";
import type { MailData } from "../mail/mail.types.js";
import { columnsOf } from "../platform/database/columns.js";
import { readClock, readIn, rows, type Tx } from "../platform/database/database.js";
import { type DigestReader, DigestReadingService, linesOf } from "./digest-reading.service.js";
import { AdministratorMailsEntity } from "./digest.entities.js";

/** A person's settings, with who she is. */
export type OwnMails = AdministratorMailsEntity &
  Pick<DigestReader, "role" | "eventIds"> & { readonly username: string };

const OWN_MAILS = `
  SELECT ${columnsOf(AdministratorMailsEntity, "m")}, a.team_role AS role, a.event_ids, a.username
    FROM administrator_mails m JOIN administrators a ON a.id = m.administrator_id`;

/** Settings of those who can get mails: their address is confirmed, and neither they nor their account are turned off. */
export const GET_MAILS = `${OWN_MAILS}
   WHERE m.email IS NOT NULL AND m.off_at IS NULL AND a.disabled_at IS NULL`;

/** What a digest says at a moment. */
export interface MadeDigest {
  readonly window: DigestWindow;
  readonly said: readonly DigestFigure[];
  readonly data: MailData["administrator-digest"];
}

/** Makes digests: for the jobs that send them, and for the person who reads hers now. */
@Injectable()
export class DigestsService {
  constructor(private readonly reading: DigestReadingService) {}

  /** A person's settings; undefined before she has any. */
  async of(tx: Tx, administratorId: string): Promise<OwnMails | undefined> {
    return (
      await readIn<OwnMails>(tx, AdministratorMailsEntity, `${OWN_MAILS} WHERE a.id = :id`, { id: administratorId })
    )[0];
  }

  /** Settings of a person who can get mails, locked; undefined if she can't, or another process is at them. */
  async locked(tx: Tx, administratorId: string): Promise<OwnMails | undefined> {
    const sql = `${GET_MAILS} AND a.id = :id FOR UPDATE OF m SKIP LOCKED`;
    return (await readIn<OwnMails>(tx, AdministratorMailsEntity, sql, { id: administratorId }))[0];
  }

  /** A person's digest of a time; undefined if there is nothing to say. Also what is to be remembered of it. */
  async make(
    tx: Tx,
    mails: OwnMails,
    window: DigestWindow,
  ): Promise<{ readonly digest: MadeDigest | undefined; readonly remembered: OwnMails["said"] }> {
    const reader = { id: mails.administratorId, role: mails.role, eventIds: mails.eventIds };
    const figures = await this.reading.figures(tx, reader, mails.kinds, window);
    const said = digestFigures(figures, mails.said);
    const remembered = saidAfter(mails.said, figures, said);
    if (said.length === 0) return { digest: undefined, remembered };
    const data = {
      ...{ name: "" as const, username: mails.username, administratorId: mails.administratorId },
      ...{ since: window.from.toISOString(), until: window.until.toISOString(), groups: linesOf(said, window) },
    };
    return { digest: { window, said, data }, remembered };
  }

  /** What her next digest would say if it went out now. */
  async now(tx: Tx, mails: OwnMails): Promise<MadeDigest | undefined> {
    return (await this.make(tx, mails, windowUntil(await readClock(tx), mails))).digest;
  }

  /** Remembers that her digests have said everything until a moment. */
  async advance(
    tx: Tx,
    administratorId: string,
    { until, day, said }: { readonly until: Date; readonly day: string; readonly said: OwnMails["said"] },
  ): Promise<void> {
    await rows(
      tx,
      `UPDATE administrator_mails SET covered_until = :until, last_day = :day, said = :said WHERE administrator_id = :id`,
      { id: administratorId, until, day, said: JSON.stringify(said) },
    );
  }
}
