import { Injectable } from "@nestjs/common";
import type { WithdrawApplicationDto } from "@sakhi/domain/listings/review.dto";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationRejection } from "./application-rejection.service.js";
import { ListingRefunds } from "./listing-refunds.service.js";
import { ListingWithdrawal } from "./listing-withdrawal.service.js";
import type { Withdrawn } from "./listing-withdrawal.service.js";

/** The ways in which an operator ends an application. */
@Injectable()
export class ApplicationDecisions {
  constructor(
    private readonly rejection: ApplicationRejection,
    private readonly withdrawal: ListingWithdrawal,
    private readonly refunds: ListingRefunds,
  ) {}

  reject(tx: Tx, application: ApplicationRow, reason: string): Promise<void> {
    return this.rejection.reject(tx, application, reason);
  }

  /**
   * @returns undefined when it is in no state to be withdrawn from
   * @throws DomainError invalid_request for the refund
   */
  async withdraw(
    tx: Tx,
    application: ApplicationRow,
    params: WithdrawApplicationDto,
  ): Promise<Withdrawn | undefined> {
    const refund = await this.refunds.chosen(tx, application, params);
    return this.withdrawal.withdraw(tx, application, params.reason, refund);
  }
}
