import { Injectable } from "@nestjs/common";
import type { Access } from "@sakhi/domain/access/rights";
import { INVITATION_HOURS } from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { databaseNow } from "../platform/database/columns.js";
import { Database, isUniqueViolation, readIn, rows, type Tx } from "../platform/database/database.js";
import { InvitationEntity } from "./accounts.entities.js";
import { accessColumns } from "./administrator-sessions.service.js";

/** Neither used nor withdrawn, and in time. */
const OPEN = "i.ended_at IS NULL AND i.expires_at > clock_timestamp()";

/** With what it gives. */
export type InvitationRow = Omit<InvitationEntity, "role" | "eventId"> & Access;

const COLUMNS = `i.id, i.digest, i.username, i.team_role, i.event_ids, i.administrator_id, i.invited_by, i.created_at, i.expires_at,
  i.ended_at, ${accessColumns("i")}`;

type NewInvitation = Pick<
  InvitationEntity,
  "id" | "digest" | "username" | "teamRole" | "eventIds" | "administratorId" | "invitedBy"
>;

/** Invitations of administrators, for new accounts and for new passwords; at most one of a name is open. */
@Injectable()
export class AdministratorInvitationsService {
  constructor(private readonly database: Database) {}

  /** Open ones, newest first. */
  open(): Promise<InvitationRow[]> {
    return this.database.read<InvitationRow>(
      InvitationEntity,
      `SELECT ${COLUMNS} FROM administrator_invitations i WHERE ${OPEN} ORDER BY i.created_at DESC, i.id`,
    );
  }

  /** Undefined if it was used, withdrawn or is late. */
  async findOpen(id: string): Promise<InvitationRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM administrator_invitations i WHERE i.id = $1 AND ${OPEN}`;
    return (await this.database.read<InvitationRow>(InvitationEntity, sql, [id]))[0];
  }

  /**
   * Adds an invitation that can be used for a day, in the place of an open one of the same name.
   *
   * @throws DomainError username_taken if another operator invites the same name at this moment
   */
  async add(tx: Tx, invitation: NewInvitation): Promise<void> {
    const { id, digest, username, teamRole, eventIds, administratorId, invitedBy } = invitation;
    await tx.query(
      "UPDATE administrator_invitations SET ended_at = clock_timestamp() WHERE lower(username) = lower($1) AND ended_at IS NULL",
      [username],
    );
    try {
      await rows(
        tx,
        `INSERT INTO administrator_invitations
           (id, digest, username, team_role, event_ids, administrator_id, invited_by, expires_at)
         VALUES (:id, :digest, :username, :teamRole, :eventIds::integer[], :administratorId, :invitedBy,
                 clock_timestamp() + make_interval(hours => :hours))`,
        { id, digest, username, teamRole, eventIds, administratorId, invitedBy, hours: INVITATION_HOURS },
      );
    } catch (error) {
      if (isUniqueViolation(error, "administrator_invitations_one_open")) throw new DomainError("username_taken");
      throw error;
    }
  }

  /** Ends an open invitation, because it is used or withdrawn. @throws DomainError invitation_over */
  async end(tx: Tx, id: string): Promise<InvitationRow> {
    const [found] = await readIn<InvitationRow>(
      tx,
      InvitationEntity,
      `SELECT ${COLUMNS} FROM administrator_invitations i WHERE i.id = $1 AND ${OPEN} FOR UPDATE`,
      [id],
    );
    if (found === undefined) throw new DomainError("invitation_over");
    await tx.update(InvitationEntity, { id }, { endedAt: databaseNow });
    return found;
  }
}
