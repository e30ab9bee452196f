/** Reads and writes the product's database. */
interface Queryable {
  query(sql: string, parameters: unknown[]): Promise<readonly object[]>;
}

/** The oldest event: the one that the migrations insert. Its days follow from the day on which the database was made. */
export interface FirstEvent {
  readonly id: number;
  readonly slug: string;
  readonly edition: string;
  /** YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
}

/** The event that every database of a test has. */
export async function firstEvent(database: Queryable): Promise<FirstEvent> {
  const [found] = (await database.query(
    `SELECT id, slug, edition, days -> 0 ->> 'date' AS start, days -> -1 ->> 'date' AS "end" FROM events ORDER BY id LIMIT 1`,
    [],
  )) as FirstEvent[];
  if (found === undefined) throw new Error("there is no event");
  return found;
}

/**
 * Publishes another event with the oldest one's plan and venue. Its sales are open; it takes place in 2099, so that the
 * current event stays current.
 *
 * @returns its id
 */
export async function addEvent(
  database: Queryable,
  { slug, name }: { readonly slug: string; readonly name: string },
): Promise<number> {
  const [added] = (await database.query(
    `INSERT INTO events (slug, status, version, name, edition, days, venue_name, venue_description, street, locality, city,
                         pin, state_code, map_url)
     SELECT $1, 'published', 1, $2, '2099', '[{"date": "2099-03-01", "opens": "10:00", "closes": "20:00"}]', venue_name,
            venue_description, street, locality, city, pin, state_code, map_url
       FROM events ORDER BY id LIMIT 1 RETURNING id`,
    [slug, name],
  )) as { id: number }[];
  if (added === undefined) throw new Error("there is no event");
  const oldest = "(SELECT min(id) FROM events)";
  await database.query(
    `INSERT INTO stall_types (event_id, key, label, price_paise, width_feet, depth_feet, look, position)
     SELECT $1, key, label, price_paise, width_feet, depth_feet, look, position FROM stall_types WHERE event_id = ${oldest}`,
    [added.id],
  );
  await database.query(
    `INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y)
     SELECT $1, stall_id, type, price_paise, x, y FROM stalls WHERE event_id = ${oldest}`,
    [added.id],
  );
  await database.query(
    `INSERT INTO plan_publications (event_id, number, content, standard_ground)
     SELECT $1, 1, content, standard_ground FROM plan_publications WHERE event_id = ${oldest} AND number = 1`,
    [added.id],
  );
  return added.id;
}
