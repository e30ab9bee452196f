import { ALL_UPLOADS, type UploadTables } from "../uploads/upload-tables.js";
import { ago, type DatabaseRule, type OutsideRule, type Violation } from "./rule.js";

/** A check is repeated after 20 minutes, and an upload that nobody continues is deleted after a day. */
const CHECK_SECONDS = 3600;
const UPLOAD_SECONDS = 26 * 3600;
/** The hourly comparison removes a file without a picture once it is an hour old. */
const LEFT_OVER_MS = 3 * 3_600_000;

/** Uploads of pictures, papers and events' files that neither move nor end, in a table of them. */
const unmoved = (table: UploadTables["uploads"], graceSeconds: number): string => `
      SELECT id::text, format('%s since %s', state, updated_at) AS detail FROM ${table}
       WHERE (state = 'checking' AND updated_at < ${ago(graceSeconds + CHECK_SECONDS)})
          OR (state = 'uploading' AND updated_at < ${ago(graceSeconds + UPLOAD_SECONDS)})`;

/** Pictures of brands, and uploads of papers: the database alone. */
export const PICTURE_RULES: readonly DatabaseRule[] = [
  {
    name: "pictures-move",
    description: "Every upload is continued or deleted, and every picture and paper is checked.",
    resolution: "Is jobs running, and does the pictures' store respond? The sweep of jobs repeats the check.",
    moving: true,
    sql: ({ graceSeconds }) => ALL_UPLOADS.map(({ uploads }) => unmoved(uploads, graceSeconds)).join(" UNION ALL "),
  },
  {
    name: "pictures-complete",
    description:
      "A ready picture has files of every format; no other picture has them, and only unfinished ones have pieces.",
    resolution: "Delete the picture on the brand's page; its owner can upload it again. Find out what wrote the rows.",
    sql: ({ graceSeconds }) => `
      SELECT p.id::text, format('%s with %s formats', p.state, count(DISTINCT f.format)) AS detail
        FROM pictures p LEFT JOIN picture_files f ON f.picture_id = p.id
       WHERE p.state = 'ready' GROUP BY p.id, p.state HAVING count(DISTINCT f.format) < 2
      UNION ALL
      SELECT p.id::text, format('%s since %s, and still has files', p.state, p.ended_at) FROM pictures p
       WHERE p.state IN ('refused', 'deleted') AND p.ended_at < ${ago(graceSeconds + CHECK_SECONDS)}
         AND EXISTS (SELECT FROM picture_files f WHERE f.picture_id = p.id)
      UNION ALL
      SELECT p.id::text, format('%s, and still has pieces of its upload', p.state) FROM pictures p
       WHERE p.state NOT IN ('uploading', 'checking')
         AND EXISTS (SELECT FROM picture_chunks c WHERE c.picture_id = p.id)
      UNION ALL
      SELECT u.id::text, format('%s, and still has pieces of its upload', u.state) FROM paper_uploads u
       WHERE u.state NOT IN ('uploading', 'checking')
         AND EXISTS (SELECT FROM paper_chunks c WHERE c.upload_id = u.id)
      UNION ALL
      SELECT u.id::text, format('%s, and still has pieces of its upload', u.state) FROM event_file_uploads u
       WHERE u.state NOT IN ('uploading', 'checking')
         AND EXISTS (SELECT FROM event_file_chunks c WHERE c.upload_id = u.id)`,
  },
];

/** Pictures of brands: the database and the store. */
export const PICTURE_STORE_RULES: readonly OutsideRule[] = [
  {
    name: "picture-files-stored",
    description: "The store has every file of every ready picture, and no file that no picture has.",
    resolution:
      "Missing: copy the file back from a backup of the store under its name. Left over: jobs removes it within hours.",
    over: "pictures",
    moving: true,
    async find({ database, pictures }) {
      const stored = await pictures.list();
      const known = await database.query<{ name: string; ready: boolean }>(
        `SELECT f.name, bool_or(p.state = 'ready') AS ready FROM picture_files f JOIN pictures p ON p.id = f.picture_id
          GROUP BY f.name`,
      );
      const names = new Set(stored.map(({ name }) => name));
      const rows = new Set(known.map(({ name }) => name));
      const before = Date.now() - LEFT_OVER_MS;
      const found: Violation[] = [];
      for (const { name, ready } of known) {
        // Stored after the list was read, or removed with its picture after the snapshot.
        if (ready && !names.has(name) && (await pictures.get(name)) === undefined)
          found.push({ id: name, detail: "a picture has it, the store does not" });
      }
      for (const { name, storedAt } of stored) {
        if (!rows.has(name) && storedAt.getTime() < before)
          found.push({ id: name, detail: "the store has it, no picture does" });
      }
      return found;
    },
  },
];
