import { Inject, Injectable } from "@nestjs/common";
import { DataSource } from "typeorm";
import { Database } from "../platform/database/database.js";
import { countStatement, registrationsStatement } from "./registrations.sql.js";
import type { RawRegistration, RegistrationsFilter } from "./registrations.sql.js";
import { PaymentLabels } from "./payment-labels.service.js";
import type { Labelled } from "./payment-labels.service.js";

/** How many rows of an export are in memory at once. */
const BATCH = 200;
/** Longest a slow reader may leave an export standing, in ms; after that its connection is taken back. */
const IDLE_MS = 60_000;

/** Registrations: bookings whose form was filled in, however they ended. */
@Injectable()
export class RegistrationsRepository {
  constructor(
    private readonly database: Database,
    @Inject(DataSource) private readonly source: DataSource,
    private readonly labels: PaymentLabels,
  ) {}

  async page(
    filter: RegistrationsFilter,
    limit: number,
    offset: number,
  ): Promise<Labelled<RawRegistration>[]> {
    const { sql, parameters } = registrationsStatement(filter);
    const found = await this.database.query<RawRegistration>(
      `${sql} LIMIT $${parameters.length + 1} OFFSET $${parameters.length + 2}`,
      [...parameters, limit, offset],
    );
    return this.labels.of(found);
  }

  async count(filter: RegistrationsFilter): Promise<number> {
    const { sql, parameters } = countStatement(filter);
    const [found] = await this.database.query<{ count: string }>(sql, parameters);
    return Number(found?.count ?? 0);
  }

  /**
   * All registrations of a filter as they are at one moment, a batch at a time: a cursor in the database, so that
   * memory does not grow with their number. The connection is given back when the reader ends or goes away.
   */
  async *all(filter: RegistrationsFilter): AsyncGenerator<Labelled<RawRegistration>[], void, undefined> {
    const { sql, parameters } = registrationsStatement(filter);
    const connection = this.source.createQueryRunner();
    try {
      await connection.startTransaction("REPEATABLE READ");
      await connection.query(`SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`);
      await connection.query("SET TRANSACTION READ ONLY");
      await connection.query(`DECLARE registrations NO SCROLL CURSOR FOR ${sql}`, parameters);
      for (;;) {
        const rows = (await connection.query(`FETCH ${BATCH} FROM registrations`)) as RawRegistration[];
        if (rows.length > 0) yield await this.labels.of(rows);
        if (rows.length < BATCH) break;
      }
    } finally {
      // It only read. Where the connection is lost, there is nothing to take back.
      if (connection.isTransactionActive) await connection.rollbackTransaction().catch(() => undefined);
      await connection.release();
    }
  }
}
