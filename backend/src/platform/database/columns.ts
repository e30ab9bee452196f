import { DefaultNamingStrategy, getMetadataArgsStorage } from "typeorm";
import type { DataSource, ValueTransformer } from "typeorm";

/** An entity class: the mapping between a table's columns and properties. */
export type EntityClass<E extends object = object> = new () => E;

/** Converts bigint, which pg returns as a string, to a number: exact for every amount of money here. */
export const asNumber: ValueTransformer = {
  from: (value: string | null) => (value === null ? null : Number(value)),
  to: (value: unknown) => value,
};

/** Column options of a generated column: never written, selected only on request. */
export const GENERATED = { insert: false, update: false, select: false, nullable: true } as const;

/** The database clock as a value for an insert or update: `{ endedAt: databaseNow }`. */
export const databaseNow = (): string => "clock_timestamp()";

/** Column names are the properties' names in snake_case. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

/**
 * The select list of an entity: `columnsOf(BookingEntity, "b")` is "b.id, b.stall_id, …".
 *
 * @param alias the table's alias in the statement; "" for none
 * @param properties defaults to all but those with `select: false`
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
 * Maps rows of a raw statement to the entity's property names and values. Other columns keep their value and get a
 * camelCase name; without an entity, all do.
 */
export function entityRows<Row>(source: DataSource, entity: EntityClass | undefined, raw: readonly object[]): Row[] {
  const mapped = entity === undefined ? [] : source.getMetadata(entity).columns;
  const columns = new Map(mapped.map((column) => [column.databaseName, column]));
  // All rows have the same columns: resolve each once, not per value.
  const found = Object.keys(raw[0] ?? {}).map((name) => {
    const column = columns.get(name);
    return { name, column, property: column?.propertyName ?? camelCase(name) };
  });
  return raw.map((row) => {
    const values = row as Readonly<Record<string, unknown>>;
    const result: Record<string, unknown> = {};
    for (const { name, column, property } of found)
      result[property] = column === undefined ? values[name] : source.driver.prepareHydratedValue(values[name], column);
    return result as Row;
  });
}

/** The column name of a property. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
