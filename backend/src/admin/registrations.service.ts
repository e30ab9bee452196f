import { Inject, Injectable } from "@nestjs/common";
import { USUAL_PAGE } from "@sakhi/domain/admin/paging.dto";
import { paymentLabel as labelOf, type PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import type { RegistrationsQueryDto } from "@sakhi/domain/admin/registrations-query.dto";
import { toRupees } from "@sakhi/domain/money/money";
import { DataSource } from "typeorm";
import { BookingEntity } from "../bookings/bookings.entities.js";
import { BookingOutcomes } from "../bookings/booking-outcomes.service.js";
import { entityRows } from "../platform/database/columns.js";
import { Database } from "../platform/database/database.js";
import type { Page } from "./list-response.js";
import {
  countStatement,
  registrationsStatement,
  type RegistrationRow,
  type RegistrationsFilter,
} from "./registrations.sql.js";
import type { RegistrationResponse } from "./registrations.response.js";

/** How many rows of an export are in memory at once. */
const BATCH = 200;
/** Longest a slow reader may leave an export standing, in ms; after that its connection is closed. */
const IDLE_MS = 60_000;

/** A registration with the label of its payment, by the same rules as the payer's own pages. */
export type LabelledRegistration = RegistrationRow & { readonly paymentLabel: PaymentLabel };

/** Registrations: bookings whose form was filled in, however they ended. */
@Injectable()
export class RegistrationsService {
  constructor(
    private readonly database: Database,
    @Inject(DataSource) private readonly source: DataSource,
    private readonly outcomes: BookingOutcomes,
  ) {}

  /** One page of the table, and how many registrations match the filter in all. */
  async page({
    limit = USUAL_PAGE,
    offset = 0,
    ...filter
  }: RegistrationsQueryDto): Promise<Page<RegistrationResponse>> {
    const { sql, parameters } = registrationsStatement(filter);
    const [found, total] = await Promise.all([
      this.database.read<RegistrationRow>(
        BookingEntity,
        `${sql} LIMIT $${parameters.length + 1} OFFSET $${parameters.length + 2}`,
        [...parameters, limit, offset],
      ),
      this.count(filter),
    ]);
    return { rows: (await this.labelled(found)).map(responseOf), total };
  }

  async count(filter: RegistrationsFilter): Promise<number> {
    const { sql, parameters } = countStatement(filter);
    const [found] = await this.database.query<{ count: number }>(sql, parameters);
    return found?.count ?? 0;
  }

  /**
   * All registrations of a filter as they are at one moment, a batch at a time: a cursor in the database, so that
   * memory does not grow with their number. The connection is released when the reader ends or goes away.
   */
  async *all(filter: RegistrationsFilter): AsyncGenerator<LabelledRegistration[], void, undefined> {
    const { sql, parameters } = registrationsStatement(filter);
    const connection = this.source.createQueryRunner();
    try {
      await connection.startTransaction("REPEATABLE READ");
      await connection.query(`SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`);
      await connection.query("SET TRANSACTION READ ONLY");
      await connection.query(`DECLARE registrations NO SCROLL CURSOR FOR ${sql}`, parameters);
      for (;;) {
        const raw = (await connection.query(`FETCH ${BATCH} FROM registrations`)) as object[];
        if (raw.length > 0) {
          yield await this.labelled(entityRows<RegistrationRow>(this.source, BookingEntity, raw));
        }
        if (raw.length < BATCH) break;
      }
    } finally {
      // It only read. Where the connection is lost, there is nothing to roll back.
      if (connection.isTransactionActive) await connection.rollbackTransaction().catch(() => undefined);
      await connection.release();
    }
  }

  /** Two statements, however many rows there are. */
  private async labelled(rows: readonly RegistrationRow[]): Promise<LabelledRegistration[]> {
    const outcomes = await this.outcomes.ofBookings(
      rows.map((row) => ({ ...row, releaseReason: row.releaseReason ?? undefined })),
    );
    return rows.flatMap((row, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [{ ...row, paymentLabel: labelOf(outcome) }];
    });
  }
}

function responseOf(row: LabelledRegistration): RegistrationResponse {
  const { id, orderId, fullName, email, businessName, gstNumber, gstAddress, pincode, stallId, stallType } =
    row;
  const { paymentStatus, paymentLabel, transactionId, paymentMode, linkedApplicationId } = row;
  return {
    ...{ id, orderId, fullName, email, businessName, gstNumber, gstAddress, pincode, stallId, stallType },
    ...{ paymentStatus, paymentLabel, transactionId, paymentMode, linkedApplicationId },
    phoneNumber: row.phone,
    stallPrice: toRupees(row.pricePaise),
    listingOfferStatus: row.listingOffer,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    netAmount: toRupees(Number(row.netPaise)),
  };
}
