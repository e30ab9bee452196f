import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "@jest/globals";
import type { DataSource } from "typeorm";
import { BookingEntity, VisitorEntity } from "../../src/bookings/bookings.entities.js";
import { InvoiceEntity } from "../../src/invoices/invoices.entities.js";
import { MailEntity } from "../../src/mail/mail.entities.js";
import { columnsOf } from "../../src/platform/database/columns.js";
import { readIn } from "../../src/platform/database/database.js";
import { StallEntity } from "../../src/stalls/stalls.entities.js";
import { createTestDatabase } from "../support/database.js";

/** Tables of packages: TypeORM's migrations and rate-limiter-flexible's counters. */
const PACKAGE_TABLES = ["migrations", "rate_limits"];
/** TypeORM has no xid8; it is read as text. */
const TYPES: Readonly<Record<string, string>> = { xid8: "text" };

const db = await createTestDatabase(2);
afterAll(async () => {
  await db.close();
});

/** "table.column type not null primary generated" of every column that the entities declare. */
function declaredColumns(source: DataSource): string[] {
  return source.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.map((column) =>
      [
        `${tableName}.${column.databaseName}`,
        source.driver.normalizeType(column) + (column.isArray ? "[]" : ""),
        column.isNullable ? "" : "not null",
        column.isPrimary ? "primary" : "",
        column.isInsert ? "" : "generated",
      ].join(" "),
    ),
  );
}

/** The same of every migrated column. */
async function migratedColumns(source: DataSource): Promise<string[]> {
  const columns = await source.query<
    { table: string; name: string; type: string; required: boolean; key: boolean; generated: boolean }[]
  >(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
            EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey))
              AS key,
            a.attgenerated <> '' OR pg_get_expr(d.adbin, d.adrelid) = 'pg_current_xact_id()' AS generated
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)`,
    [PACKAGE_TABLES],
  );
  return columns.map(({ table, name, type, required, key, generated }) =>
    [
      `${table}.${name}`,
      TYPES[type] ?? type,
      required ? "not null" : "",
      key ? "primary" : "",
      generated ? "generated" : "",
    ].join(" "),
  );
}

describe("entities and migrated schema", () => {
  it("have the same tables and columns, of the same types", async () => {
    const declared = declaredColumns(db.source);
    const migrated = await migratedColumns(db.source);
    expect(declared.filter((column) => !migrated.includes(column))).toEqual([]);
    expect(migrated.filter((column) => !declared.includes(column))).toEqual([]);
  });
});

describe("columnsOf, readIn and Database.read", () => {
  it("builds a select list without columns that are read only on request", () => {
    expect(columnsOf(VisitorEntity)).toBe("id, created_at, seen_at");
    expect(columnsOf(VisitorEntity, "v", ["id", "seenAt"])).toBe("v.id, v.seen_at");
    expect(columnsOf(InvoiceEntity, "i")).not.toContain("pdf");
  });

  it("maps rows of raw SQL like the repository, and adds computed columns", async () => {
    const stall = { eventId: 1, stallId: "T1", type: "Premium", pricePaise: 1_200_000, x: 1, y: 1 } as const;
    const { identifiers } = await db.database.repository(StallEntity).insert(stall);
    const stallKey = Number(identifiers[0]?.["stallKey"]);
    const id = randomUUID();
    await db.database.repository(VisitorEntity).insert({ id });
    const heldAt = new Date("2026-11-01T00:00:00Z");
    const held = { stallKey, visitorId: id, state: "held", pricePaise: 1_200_000 } as const;
    await db.database.repository(BookingEntity).insert({ id, ...held, heldAt, holdExpiresAt: heldAt });

    const booking = await db.database.repository(BookingEntity).findOneByOrFail({ id });
    expect(booking).toMatchObject({ pricePaise: 1_200_000, heldAt, finalPaise: null, discountPercentage: 0 });
    const read = await db.database.transaction((tx) =>
      readIn<BookingEntity & { stallType: string; expired: boolean }>(
        tx,
        BookingEntity,
        `SELECT ${columnsOf(BookingEntity, "b")}, s.type AS stall_type, b.hold_expires_at < now() AS expired
           FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.id = $1`,
        [id],
      ),
    );
    expect(read).toEqual([Object.assign(booking, { stallType: "Premium", expired: true })]);
  });

  it("returns the rows of an update, with typed JSON", async () => {
    const mail = { id: randomUUID(), dedupeKey: "k", template: "booking-confirmed" as const, toAddress: "a@b.in" };
    await db.database.repository(MailEntity).insert({ ...mail, data: { seller: "S" } });
    const claimed = await db.database.read<Pick<MailEntity, "id" | "data" | "attempts">>(
      MailEntity,
      "UPDATE mails SET attempts = attempts + 1 WHERE id = $1 RETURNING id, data, attempts",
      [mail.id],
    );
    expect(claimed).toEqual([{ id: mail.id, data: { seller: "S" }, attempts: 1 }]);
  });
});
