import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pictureFormatOf } from "@sakhi/domain/pictures/picture.rules";
import { outsideFailure } from "../platform/outside/outside-failure.js";
import { PictureStore, PictureStoreError, type StoredFile } from "./picture-store.js";

/** Folder of files that are being written; renamed when they are whole. */
const PARTS = "parts";

/** Pictures in a local folder, which all api and jobs processes share. */
export class FolderStore extends PictureStore {
  /** @param folder its absolute path; created when the first picture is stored */
  constructor(private readonly folder: string) {
    super();
  }

  override put(name: string, bytes: Buffer): Promise<void> {
    return tried("store a file", async () => {
      const parts = join(this.folder, PARTS);
      const shelf = this.shelfOf(name);
      await Promise.all([mkdir(parts, { recursive: true }), mkdir(shelf, { recursive: true })]);
      const part = join(parts, `${name}.${randomUUID()}`);
      try {
        const file = await open(part, "wx", 0o644);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, join(shelf, name));
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
      // The names survive a power failure only once their folders are synchronized.
      for (const folder of [shelf, this.folder]) await syncFolder(folder);
    });
  }

  override get(name: string): Promise<Buffer | undefined> {
    return tried("read a file", () => orUndefined(readFile(this.pathOf(name))));
  }

  override remove(name: string): Promise<void> {
    return tried("remove a file", async () => {
      await rm(this.pathOf(name), { force: true });
    });
  }

  override list(): Promise<readonly StoredFile[]> {
    return tried("list its files", async () => {
      const files: StoredFile[] = [];
      for (const shelf of (await entriesOf(this.folder)).filter((each) => /^[0-9a-f]{2}$/.test(each))) {
        for (const name of await entriesOf(join(this.folder, shelf))) {
          if (pictureFormatOf(name) === undefined || !name.startsWith(shelf)) continue;
          const found = await orUndefined(stat(join(this.folder, shelf, name)));
          if (found !== undefined) files.push({ name, storedAt: found.mtime });
        }
      }
      return files;
    });
  }

  override removeParts(before: Date): Promise<number> {
    return tried("clean up", async () => {
      let removed = 0;
      for (const part of await entriesOf(join(this.folder, PARTS))) {
        const path = join(this.folder, PARTS, part);
        const found = await orUndefined(stat(path));
        if (found === undefined || found.mtime >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    });
  }

  /** Many files in one folder are slow on some file systems: 256 folders by the name's first digits. */
  private shelfOf(name: string): string {
    // Names come from the database, whose constraint allows digits, hyphens and the two endings only. A traversal would
    // need a second mistake.
    if (pictureFormatOf(name) === undefined) throw new PictureStoreError("find a file", "no name of a picture");
    return join(this.folder, name.slice(0, 2));
  }

  private pathOf(name: string): string {
    return join(this.shelfOf(name), name);
  }
}

async function tried<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PictureStoreError ? error : new PictureStoreError(action, outsideFailure(error));
  }
}

/** Undefined if the file or folder does not exist. */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return (await orUndefined(readdir(folder))) ?? [];
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
