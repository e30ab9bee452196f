import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { salesEnd, salesWindow } from "@sakhi/domain/events/sales.rules";
import { EventFactsService } from "../events/event-facts.service.js";
import { type Proof, ProofOfWorkService } from "../platform/http/proof-of-work.service.js";
import { RESERVE_PROOFS, Counters } from "../platform/metrics/counters.js";
import { type StallRef, stallRefKey, StallsService } from "../stalls/stalls.service.js";
import { NetworkHoldsService, type NetworkRequest } from "./network-holds.service.js";
import { stallProof } from "./stall-proof.js";
import { SharedReads } from "./stall-turns.js";

/** Explains to visitors whose reserve failed what they can do instead, and reads the proof of work of their next try. */
@Injectable()
export class ReservationErrorsService {
  private readonly similar = new SharedReads((stall: StallRef) => this.stalls.similarTo(stall), stallRefKey);

  constructor(
    private readonly stalls: StallsService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly proofOfWork: ProofOfWorkService,
    private readonly eventFacts: EventFactsService,
    private readonly counters: Counters,
  ) {}

  /**
   * Adds details to an error: similar free stalls if the stall is taken or paused, the challenge if a proof is required, and the
   * time that sales open or closed. Counts proofs that were asked for or refused.
   *
   * @param withProof the request had a proof
   */
  async withDetails(error: unknown, request: NetworkRequest, withProof: boolean): Promise<unknown> {
    if (!(error instanceof DomainError)) return error;
    const { code, details } = error;
    const { stall } = request;
    switch (code) {
      case "stall_sold":
      case "stall_reserved":
      case "stall_paused":
        return new DomainError(code, { ...details, similar: await this.similar.get(stall) }, error.message);
      case "sales_not_open":
        return new DomainError(code, {
          ...details,
          opensAt: (await this.eventFacts.of(stall.eventId)).event.salesOpenAt,
        });
      case "sales_closed":
        return new DomainError(code, { ...details, ...(await this.closedAt(stall)) });
      case "proof_required": {
        if (withProof) this.counters.count(RESERVE_PROOFS, { outcome: "refused" });
        const challenge = await this.proofOfWork.challenge(
          stallProof(stall),
          await this.networkHolds.triesNow(request),
        );
        this.counters.count(RESERVE_PROOFS, { outcome: "asked" });
        return new DomainError(code, { ...details, challenge });
      }
      default:
        return error;
    }
  }

  /** The proof of work that a request brings for a stall; undefined without one, and for one that is not valid. */
  proofOf(text: string | undefined, stall: StallRef): Promise<Proof | undefined> {
    return text === undefined ? Promise.resolve(undefined) : this.proofOfWork.read(text, stallProof(stall));
  }

  /** Counts a proof that was required, and solved. */
  countSolved(): void {
    this.counters.count(RESERVE_PROOFS, { outcome: "solved" });
  }

  /** When the sales of a stall's event ended; not of an archived or cancelled one, which ended otherwise. */
  private async closedAt({ eventId }: StallRef): Promise<{ readonly closedAt?: string }> {
    const { event, status } = await this.eventFacts.of(eventId);
    return status === "published" ? { closedAt: salesEnd(salesWindow(event)).toISOString() } : {};
  }
}
