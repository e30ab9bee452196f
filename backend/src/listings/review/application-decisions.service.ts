import { Injectable } from "@nestjs/common";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ApplicationRejection } from "./application-rejection.service.js";
import { ListingWithdrawal } from "./listing-withdrawal.service.js";

/** The ways in which an operator ends an application. */
@Injectable()
export class ApplicationDecisions {
  constructor(
    private readonly rejection: ApplicationRejection,
    private readonly withdrawal: ListingWithdrawal,
  ) {}

  reject(tx: Tx, application: ApplicationRow, reason: string): Promise<void> {
    return this.rejection.reject(tx, application, reason);
  }

  /** @returns false when it is in no state to be withdrawn from */
  withdraw(tx: Tx, application: ApplicationRow, reason: string): Promise<boolean> {
    return this.withdrawal.withdraw(tx, application, "operator", reason);
  }
}
