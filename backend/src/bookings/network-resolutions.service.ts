import { Injectable } from "@nestjs/common";
import { networkReleasedMessage } from "@sakhi/domain/bookings/live-holds.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { ResolutionHandlersService, type ResolutionResult } from "../issues/resolution-handlers.service.js";
import type { Tx } from "../platform/database/database.js";
import { type Blocked, NetworkHoldsService } from "./network-holds.service.js";

/** Resolutions of a network that takes stalls without paying. */
@Injectable()
export class NetworkResolutionsService {
  constructor(
    handlers: ResolutionHandlersService,
    private readonly networkHolds: NetworkHoldsService,
  ) {
    handlers.register({
      release_network: (tx, { issue }) => this.releaseNetwork(tx, issue.subject, "network"),
      release_visitors: (tx, { issue }) => this.releaseNetwork(tx, issue.subject, "visitors"),
      unblock_network: (tx, { issue }) => this.unblockNetwork(tx, issue.subject),
    });
  }

  /** Leaves the issue open, so that the network can be unblocked; it closes automatically when the block expires. */
  private async releaseNetwork(tx: Tx, network: string, whom: Blocked): Promise<ResolutionResult> {
    const { released, closing, blockedUntil, browsers } = await this.networkHolds.releaseAndBlock(tx, network, whom);
    return {
      resolved: false,
      message: networkReleasedMessage(released.length, closing.length, browsers),
      after: {
        stalls: released.join(", "),
        ...(closing.length === 0 ? {} : { paymentsEnded: closing.join(", ") }),
        blockedUntil: blockedUntil.toISOString(),
        ...(browsers === undefined ? {} : { browsers }),
      },
    };
  }

  private async unblockNetwork(tx: Tx, network: string): Promise<ResolutionResult> {
    if (!(await this.networkHolds.unblock(tx, network))) {
      throw new DomainError("resolution_failed", {}, "This network is not blocked.");
    }
    return { resolved: true, message: "The network can reserve and pay again." };
  }
}
