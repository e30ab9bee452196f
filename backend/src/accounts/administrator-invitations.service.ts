import { Injectable } from "@nestjs/common";
import { INVITATION_HOURS } from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { databaseNow } from "../platform/database/columns.js";
import { Database, isUniqueViolation, readIn, rows, type Tx } from "../platform/database/database.js";
import { InvitationEntity } from "./accounts.entities.js";

/** Neither used nor withdrawn, and in time. */
const OPEN = "i.ended_at IS NULL AND i.expires_at > clock_timestamp()";

type NewInvitation = Pick<
  InvitationEntity,
  "id" | "digest" | "username" | "role" | "eventId" | "administratorId" | "invitedBy"
>;

/** Invitations of administrators, for new accounts and for new passwords; at most one of a name is open. */
@Injectable()
export class AdministratorInvitationsService {
  constructor(private readonly database: Database) {}

  /** Open ones, newest first. */
  open(): Promise<InvitationEntity[]> {
    return this.database.read(
      InvitationEntity,
      `SELECT i.* FROM administrator_invitations i WHERE ${OPEN} ORDER BY i.created_at DESC, i.id`,
    );
  }

  /** Undefined if it was used, withdrawn or is late. */
  async findOpen(id: string): Promise<InvitationEntity | undefined> {
    const sql = `SELECT i.* FROM administrator_invitations i WHERE i.id = $1 AND ${OPEN}`;
    return (await this.database.read(InvitationEntity, sql, [id]))[0];
  }

  /**
   * Adds an invitation that can be used for a day, in the place of an open one of the same name.
   *
   * @throws DomainError username_taken if another operator invites the same name at this moment
   */
  async add(tx: Tx, invitation: NewInvitation): Promise<void> {
    const { id, digest, username, role, eventId, administratorId, invitedBy } = invitation;
    await tx.query(
      "UPDATE administrator_invitations SET ended_at = clock_timestamp() WHERE lower(username) = lower($1) AND ended_at IS NULL",
      [username],
    );
    try {
      await rows(
        tx,
        `INSERT INTO administrator_invitations
           (id, digest, username, role, event_id, administrator_id, invited_by, expires_at)
         VALUES (:id, :digest, :username, :role, :eventId, :administratorId, :invitedBy,
                 clock_timestamp() + make_interval(hours => :hours))`,
        { id, digest, username, role, eventId, administratorId, invitedBy, hours: INVITATION_HOURS },
      );
    } catch (error) {
      if (isUniqueViolation(error, "administrator_invitations_one_open")) throw new DomainError("username_taken");
      throw error;
    }
  }

  /** Ends an open invitation, because it is used or withdrawn. @throws DomainError invitation_over */
  async end(tx: Tx, id: string): Promise<InvitationEntity> {
    const [found] = await readIn(
      tx,
      InvitationEntity,
      `SELECT i.* FROM administrator_invitations i WHERE i.id = $1 AND ${OPEN} FOR UPDATE`,
      [id],
    );
    if (found === undefined) throw new DomainError("invitation_over");
    await tx.update(InvitationEntity, { id }, { endedAt: databaseNow });
    return found;
  }
}
