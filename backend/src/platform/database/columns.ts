import { DefaultNamingStrategy, getMetadataArgsStorage } from "typeorm";
import type { DataSource, ValueTransformer } from "typeorm";

/** An entity class: the mapping between a table's columns and properties. */
export type EntityClass<E extends object = object> = new () => E;

/** Reads bigint, which pg returns as a string, as a number: exact for any amount of money here. */
export const asNumber: ValueTransformer = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: unknown) => value,
};

/** A column that PostgreSQL fills: never written, and read only on request. */
export const GENERATED = { insert: false, update: false, select: false, nullable: true } as const;

/** The database's clock as a value of an insert or update: `{ endedAt: databaseNow }`. */
export const databaseNow = (): string => "clock_timestamp()";

/** Column names are the properties' names in snake_case. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

/**
 * The columns of an entity for a select list: `columnsOf(BookingEntity, "b")` is "b.id, b.stall_id, …". Without
 * `properties`, all but those that are only read on request (`select: false`).
 *
 * @param alias the table's alias in the statement; "" for none
 */
export function columnsOf<E extends object>(
  entity: EntityClass<E>,
  alias = "",
  properties?: readonly (keyof E & string)[],
): string {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  const chosen =
    properties ?? columns.filter(({ options }) => options.select !== false).map(({ propertyName }) => propertyName);
  return chosen.map((property) => (alias === "" ? "" : `${alias}.`) + snakeCase(property)).join(", ");
}

/**
 * Rows of a raw statement with the entity's property names and values. A column that is not the entity's keeps its
 * value and gets its name in camelCase.
 */
export function entityRows<Row>(source: DataSource, entity: EntityClass, raw: readonly object[]): Row[] {
  const columns = new Map(source.getMetadata(entity).columns.map((column) => [column.databaseName, column]));
  // Every row has the first one's columns: what becomes of each is found once, not for each value.
  const found = Object.keys(raw[0] ?? {}).map((name) => {
    const column = columns.get(name);
    return { name, column, property: column?.propertyName ?? camelCase(name) };
  });
  return raw.map((row) => {
    const values = row as Readonly<Record<string, unknown>>;
    const mapped: Record<string, unknown> = {};
    for (const { name, column, property } of found)
      mapped[property] = column === undefined ? values[name] : source.driver.prepareHydratedValue(values[name], column);
    return mapped as Row;
  });
}

/** A column's name, from its property's. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
