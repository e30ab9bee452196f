import { Injectable } from "@nestjs/common";
import { NETWORK_BLOCK_HOURS } from "@sakhi/domain/bookings/live-holds.rules";
import { IssuesService } from "../issues/issues.service.js";
import { rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";
import { VisitorsService } from "../visitors/visitors.service.js";
import { BookingsRepository } from "../bookings/bookings.repository.js";
import { HoldRelease } from "../bookings/hold/hold-release.service.js";
import { NetworkHolds } from "../bookings/hold/network-holds.service.js";

/** What came of releasing and blocking a network. */
export interface NetworkReleased {
  /** Stalls that are free again, e.g. B12. */
  readonly stallIds: readonly string[];
  readonly blockedUntil: Date;
}

interface Held {
  readonly id: string;
  readonly stallId: string;
  readonly visitorId: string | null;
}

/** What an operator does about a network that keeps many stalls without registering. */
@Injectable()
export class NetworkHoarding {
  constructor(
    private readonly networks: NetworkHolds,
    private readonly visitors: VisitorsService,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldRelease,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Releases every hold of the network that nobody has registered for, and refuses its reserves for 24 hours. Who has
   * registered or pays keeps the stall. The issue stays open until the network is unblocked or the block has expired.
   *
   * @param network its digest
   */
  async releaseAndBlock(tx: Tx, network: string): Promise<NetworkReleased> {
    await this.networks.lock(tx, network);
    const [block] = await rows<{ until: Date }>(
      tx,
      `INSERT INTO network_blocks (network, expires_at) VALUES ($1, clock_timestamp() + make_interval(hours => $2))
       ON CONFLICT (network) DO UPDATE SET blocked_at = clock_timestamp(), expires_at = EXCLUDED.expires_at
       RETURNING expires_at AS until`,
      [network, NETWORK_BLOCK_HOURS],
    );
    if (block === undefined) throw new Error("the block was not written");
    const stallIds = await this.releaseHeld(tx, network);
    await this.issues.addFacts(tx, "network_hoarding", network, {
      blockedUntil: inIndia.format(block.until),
    });
    return { stallIds, blockedUntil: block.until };
  }

  /** Lets the network reserve again. @returns false when it was not blocked */
  async unblock(tx: Tx, network: string): Promise<boolean> {
    await this.networks.lock(tx, network);
    const ended = await rows(
      tx,
      "DELETE FROM network_blocks WHERE network = $1 AND expires_at > clock_timestamp() RETURNING network",
      [network],
    );
    return ended.length > 0;
  }

  /** Under all locks in their one order: visitors and stalls ascending, then each booking. */
  private async releaseHeld(tx: Tx, network: string): Promise<string[]> {
    const held = await rows<Held>(
      tx,
      `SELECT id, stall_id AS "stallId", visitor_id AS "visitorId" FROM bookings
        WHERE network = $1 AND state = 'held' AND hold_expires_at > clock_timestamp() ORDER BY stall_id`,
      [network],
    );
    for (const visitorId of held.flatMap((each) => each.visitorId ?? []).toSorted()) {
      await this.visitors.lock(tx, visitorId);
    }
    await this.stalls.lock(
      tx,
      held.map(({ stallId }) => stallId),
    );
    const released: string[] = [];
    for (const { id, stallId } of held) {
      // Whoever has registered meanwhile keeps the stall.
      if ((await this.bookings.lock(tx, id))?.state !== "held") continue;
      if (await this.holds.releaseInTx(tx, id, "operator", "operator")) released.push(stallId);
    }
    return released;
  }
}

const inIndia = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});
