import { ApiProperty } from "@nestjs/swagger";

/** Sold stalls of an event that lack papers. */
export class LackingPapersResponse {
  /** The event's slug. */
  event!: string;
  stalls!: number;
}

/** Who waits for stalls of an event. */
export class WaitingListCountsResponse {
  /** The event's slug. */
  event!: string;
  /** Without an offer. */
  waiting!: number;
  /** To whom a stall is offered, or who holds the one that she was offered. */
  offered!: number;
}

/** How many things wait for an administrator, besides the issues. No personal data. */
export class AwaitedWorkResponse {
  /** Applications to be listed that await review. */
  applications!: number;
  /** Changes of brands' pages that await review. */
  pageChanges!: number;
  /** Enquiries that are held back until somebody lets them through. */
  enquiries!: number;
  /** Requests of payers that await an answer. */
  requests!: number;
  /** Refunds that are not with the payer yet, and their sum in rupees. */
  refunds!: number;
  refundsAmount!: number;
  /** Sold stalls that lack required papers, by event. */
  @ApiProperty({ type: [LackingPapersResponse] })
  papers!: LackingPapersResponse[];
  /** Waiting lists that somebody stands on, by event. */
  @ApiProperty({ type: [WaitingListCountsResponse] })
  waitingLists!: WaitingListCountsResponse[];
}
