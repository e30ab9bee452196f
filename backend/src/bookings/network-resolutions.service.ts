import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import {
  ResolutionHandlersService,
  type ResolutionRequest,
  type ResolutionResult,
} from "../issues/resolution-handlers.service.js";
import { networkReleasedIn, RESULTS } from "../issues/results.words.js";
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
      release_network: (tx, request) => this.releaseNetwork(tx, request, "network"),
      release_visitors: (tx, request) => this.releaseNetwork(tx, request, "visitors"),
      unblock_network: (tx, request) => this.unblockNetwork(tx, request),
    });
  }

  /** Leaves the issue open, so that the network can be unblocked; it closes automatically when the block expires. */
  private async releaseNetwork(
    tx: Tx,
    { issue: { subject: network }, language }: ResolutionRequest,
    whom: Blocked,
  ): Promise<ResolutionResult> {
    const { released, closing, blockedUntil, browsers } = await this.networkHolds.releaseAndBlock(tx, network, whom);
    return {
      resolved: false,
      message: networkReleasedIn(language, { released: released.length, closing: closing.length }, browsers),
      after: {
        stalls: released.join(", "),
        ...(closing.length === 0 ? {} : { paymentsEnded: closing.join(", ") }),
        blockedUntil: blockedUntil.toISOString(),
        ...(browsers === undefined ? {} : { browsers }),
      },
    };
  }

  private async unblockNetwork(
    tx: Tx,
    { issue: { subject: network }, language }: ResolutionRequest,
  ): Promise<ResolutionResult> {
    if (!(await this.networkHolds.unblock(tx, network))) {
      throw new DomainError("resolution_failed", {}, RESULTS[language].networkNotBlocked);
    }
    return { resolved: true, message: RESULTS[language].networkUnblocked };
  }
}
