import { Injectable } from "@nestjs/common";
import { imageAddress } from "@sakhi/domain/catalogue/drive-images";
import { API_PATHS } from "@sakhi/domain/site/routes";
import { Database } from "../platform/database/database.js";

const VERSION = "SELECT version FROM catalogue_version";
/** Every picture's address; only those of a shared drive are fetched through us. */
const PICTURES = `
  SELECT logo AS image FROM brands WHERE logo LIKE 'http%google%'
  UNION SELECT image FROM listings WHERE image LIKE 'http%google%'
  UNION SELECT image_url FROM product_images WHERE image_url LIKE 'http%google%'
  UNION SELECT image FROM showcase_events WHERE image LIKE 'http%google%'`;

/**
 * The pictures that our pages load through the image proxy: it fetches no other, or anyone could show any file of the drive
 * under our address. Kept in memory until the catalogue's version changes.
 */
@Injectable()
export class KnownPicturesService {
  private known: { readonly version: string; readonly addresses: ReadonlySet<string> } | undefined;

  constructor(private readonly database: Database) {}

  /** @param picture the address that the proxy is asked for */
  async includes(picture: string): Promise<boolean> {
    const [row] = await this.database.query<{ version: string }>(VERSION);
    const version = row?.version ?? "";
    if (this.known?.version !== version) this.known = { version, addresses: await this.read() };
    return this.known.addresses.has(picture);
  }

  private async read(): Promise<ReadonlySet<string>> {
    const found = await this.database.query<{ image: string }>(PICTURES);
    const prefix = `${API_PATHS.imageProxy}?url=`;
    return new Set(
      found.flatMap(({ image }) => {
        const shown = imageAddress(image);
        return shown.startsWith(prefix) ? [decodeURIComponent(shown.slice(prefix.length))] : [];
      }),
    );
  }
}
