import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Injectable } from "@nestjs/common";
import { databaseNow } from "../database/columns.js";
import { Database } from "../database/database.js";
import { DiskSpaceEntity } from "../database/platform.entities.js";

/** What our processes write to; where they stand on the database's disk, its space is theirs. */
const DISK_PLACES = ["pictures", "record", "backups"] as const;
export type DiskPlace = (typeof DISK_PLACES)[number];

/** Measures the free space of the disks that a process writes to, for metrics and alarms. */
@Injectable()
export class DiskSpaceService {
  constructor(private readonly database: Database) {}

  /** Measures each place once. @param folders need not exist yet: the nearest one above is measured */
  async measure(folders: Readonly<Partial<Record<DiskPlace, string>>>): Promise<void> {
    for (const place of DISK_PLACES) {
      const folder = folders[place];
      if (folder === undefined) continue;
      const { bavail, blocks, bsize } = await spaceAt(resolve(folder));
      await this.database
        .repository(DiskSpaceEntity)
        .upsert(
          { place, freeBytes: bavail * bsize, totalBytes: Math.max(1, blocks * bsize), measuredAt: databaseNow },
          ["place"],
        );
    }
  }
}

async function spaceAt(folder: string): Promise<{ bavail: number; blocks: number; bsize: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { bavail, blocks, bsize };
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || above === folder) throw error;
    return spaceAt(above);
  }
}
