import { PICTURE_TYPES, pictureFormatOf } from "@sakhi/domain/pictures/picture.rules";
import { S3mini } from "s3mini";
import { installationLabel } from "../platform/database/installation.js";
import { outsideFailure } from "../platform/outside/outside-failure.js";
import { PictureStore, PictureStoreError, type StoredFile } from "./picture-store.js";

/** Timeout of one call, in ms; a file has at most a few megabytes. */
const TIMEOUT_MS = 10_000;

/** How to reach a bucket. */
export interface S3Settings {
  /** Address of the bucket, with its name as path: https://s3.example.com/pictures. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Pictures in a bucket of an S3-compatible store. A put is atomic there and leaves no parts. Each installation has a folder
 * of its own: pictures/<label>/. The bucket may have other things, such as backups or another installation's pictures.
 */
export class S3Store extends PictureStore {
  private readonly bucket: S3mini;
  private label: string | undefined;

  /** @param installation resolves to the installation's mark */
  constructor(
    { url, region, keyId, secret }: S3Settings,
    private readonly installation: () => Promise<string>,
  ) {
    super();
    this.bucket = new S3mini({
      endpoint: url,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
      requestAbortTimeout: TIMEOUT_MS,
    });
  }

  override put(name: string, bytes: Buffer): Promise<void> {
    return tried("store a file", async () => {
      const format = pictureFormatOf(name);
      if (format === undefined) throw new PictureStoreError("store a file", "no name of a picture");
      const { ok, status } = await this.bucket.putObject((await this.folder()) + name, bytes, PICTURE_TYPES[format]);
      if (!ok) throw new PictureStoreError("store a file", `status ${status}`);
    });
  }

  override get(name: string): Promise<Buffer | undefined> {
    return tried("read a file", async () => {
      const bytes = await this.bucket.getObjectArrayBuffer((await this.folder()) + name);
      return bytes === null ? undefined : Buffer.from(bytes);
    });
  }

  override remove(name: string): Promise<void> {
    return tried("remove a file", async () => {
      await this.bucket.deleteObject((await this.folder()) + name);
    });
  }

  override list(): Promise<readonly StoredFile[]> {
    return tried("list its files", async () => {
      const folder = await this.folder();
      const objects = await this.bucket.listObjects("/", folder);
      // Null: there is no such bucket. An empty list would look as if every picture were missing.
      if (objects === null) throw new PictureStoreError("list its files", "there is no such bucket");
      return objects.flatMap(({ Key, LastModified }) => {
        const name = Key.slice(folder.length);
        return pictureFormatOf(name) === undefined ? [] : [{ name, storedAt: new Date(LastModified) }];
      });
    });
  }

  override removeParts(): Promise<number> {
    return Promise.resolve(0);
  }

  private async folder(): Promise<string> {
    this.label ??= installationLabel(await this.installation());
    return `pictures/${this.label}/`;
  }
}

async function tried<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Without the client's message, which has the address.
    throw error instanceof PictureStoreError ? error : new PictureStoreError(action, outsideFailure(error));
  }
}
