import type { Tx } from "../platform/database/database.js";

/** A picture that ships with the product, as if its brand had uploaded it. */
interface ShippedPicture {
  readonly id: string;
  readonly brand_id: string;
  readonly alt: string;
  readonly placeholder: string;
  /** Of the widest file. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly files: readonly object[];
}

/** Records pictures of the demonstration as ready; their files are already there. */
export async function insertShippedPictures(tx: Tx, pictures: readonly ShippedPicture[]): Promise<void> {
  const json = JSON.stringify(pictures);
  await tx.query(
    `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, alt, ended_at)
     SELECT r.id, 'brand', r.brand_id, 'ready', r.bytes, r.bytes, r.width, r.height, r.placeholder, r.alt, clock_timestamp()
       FROM jsonb_to_recordset($1::jsonb)
            AS r(id uuid, brand_id uuid, bytes int, width int, height int, placeholder text, alt text)`,
    [json],
  );
  await tx.query(
    `INSERT INTO picture_files (picture_id, name, format, width, height, bytes)
     SELECT r.id, f.name, f.format, f.width, f.height, f.bytes
       FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, files jsonb),
            jsonb_to_recordset(r.files) AS f(name text, format text, width int, height int, bytes int)`,
    [json],
  );
}

/** Forgets pictures of the demonstration. Their files ship with the product and stay. */
export async function deleteShippedPictures(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query("DELETE FROM picture_files WHERE picture_id = ANY($1::uuid[])", [ids]);
  await tx.query("DELETE FROM pictures WHERE id = ANY($1::uuid[])", [ids]);
}
