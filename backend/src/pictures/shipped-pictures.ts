import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pictureFormatOf } from "@sakhi/domain/pictures/picture.rules";
import { BACKEND } from "../platform/folders.js";
import { PictureStore, type StoredFile } from "./picture-store.js";

/** Files of the demonstration's pictures, which ship with the product (decision 63). */
export const SHIPPED_PICTURES = fileURLToPath(new URL("assets/demonstration/pictures", BACKEND));

/**
 * A store that also has the pictures that ship with the product. They are read like all others, but are never stored,
 * listed or removed: there is nothing to back up or sweep.
 */
export class WithShippedPictures extends PictureStore {
  /** @param folder of the shipped files */
  constructor(
    private readonly store: PictureStore,
    private readonly folder: string = SHIPPED_PICTURES,
  ) {
    super();
  }

  override put(name: string, bytes: Buffer): Promise<void> {
    return this.store.put(name, bytes);
  }

  override async get(name: string): Promise<Buffer | undefined> {
    // Only names of pictures: no other path can be read.
    const shipped =
      pictureFormatOf(name) === undefined ? undefined : await readFile(join(this.folder, name)).catch(() => undefined);
    return shipped ?? (await this.store.get(name));
  }

  override remove(name: string): Promise<void> {
    return this.store.remove(name);
  }

  override list(): Promise<readonly StoredFile[]> {
    return this.store.list();
  }

  override removeParts(before: Date): Promise<number> {
    return this.store.removeParts(before);
  }
}
