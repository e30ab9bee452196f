import { Injectable } from "@nestjs/common";
import { OPEN_BRAND_CHANGES } from "@sakhi/domain/brands/brand-change.states";
import { type BrandLink, readBrandLink } from "@sakhi/domain/brands/brand-links";
import { type BrandPage, wholePage } from "@sakhi/domain/brands/brand-page.rules";
import { PUBLIC_CONTACTS, type PublicContact } from "@sakhi/domain/brands/public-contacts";
import { CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";

/** Contacts that a brand's page showed; absent for none. */
export type WithdrawnContacts = Partial<Record<PublicContact | Extract<BrandLink, "whatsappUrl">, string>>;

const FIELDS = [...PUBLIC_CONTACTS, "whatsappUrl"] as const;

const WITHDRAWN = `
  SELECT partner_name AS "partnerName", contact_email AS "contactEmail", contact_phone AS "contactPhone",
         whatsapp_url AS "whatsappUrl" FROM withdrawn_contacts WHERE brand_id = $1`;

/**
 * Contacts that earlier releases copied from an application to its brand's page (decision 93). A migration withdrew them:
 * the owner sees what was shown, and shows it again with one press, or gives it up.
 */
@Injectable()
export class PublicContactsService {
  constructor(
    private readonly database: Database,
    private readonly catalogueBrands: CatalogueBrandsService,
  ) {}

  /** @returns undefined if nothing was withdrawn, or she has answered */
  async withdrawn(brandId: string | null): Promise<WithdrawnContacts | undefined> {
    if (brandId === null) return undefined;
    const [found] = await this.database.query<Record<keyof WithdrawnContacts, string | null>>(WITHDRAWN, [brandId]);
    return found === undefined ? undefined : given(found);
  }

  /**
   * Shows what was withdrawn again, where the page says nothing else meanwhile; also in the change that she works on, which
   * would take it away again. No-op if she has answered. Its writes lock the catalogue's version until `tx` ends.
   */
  async show(tx: Tx, brandId: string): Promise<void> {
    const [found] = await rows<Record<keyof WithdrawnContacts, string | null>>(tx, `${WITHDRAWN} FOR UPDATE`, [
      brandId,
    ]);
    if (found === undefined) return;
    const shown = given(found);
    const open = await rows<{ id: string; content: BrandPage; base: BrandPage }>(
      tx,
      `SELECT id, content, base FROM brand_changes WHERE brand_id = $1 AND state = ANY($2) FOR UPDATE`,
      [brandId, OPEN_BRAND_CHANGES],
    );
    for (const { id, content, base } of open) {
      await tx.query(
        `UPDATE brand_changes SET content = $2, base = $3, version = version + 1, updated_at = clock_timestamp() WHERE id = $1`,
        [id, JSON.stringify(filled(content, shown)), JSON.stringify(filled(base, shown))],
      );
    }
    await tx.query("DELETE FROM withdrawn_contacts WHERE brand_id = $1", [brandId]);
    await this.catalogueBrands.showContacts(tx, brandId, found);
  }

  /** Gives up what was withdrawn: it stays off the page. */
  async leaveOut(tx: Tx, brandId: string): Promise<void> {
    await tx.query("DELETE FROM withdrawn_contacts WHERE brand_id = $1", [brandId]);
  }
}

function given(found: Readonly<Record<keyof WithdrawnContacts, string | null>>): WithdrawnContacts {
  return Object.fromEntries(FIELDS.flatMap((field) => (found[field] === null ? [] : [[field, found[field]]])));
}

/** A page with contacts where it has none. */
function filled(stored: BrandPage, shown: WithdrawnContacts): BrandPage {
  const page = wholePage(stored);
  const missing = FIELDS.filter((field) => page[field] === "" && shown[field] !== undefined);
  return {
    ...page,
    ...Object.fromEntries(
      missing.map((field) => {
        const value = shown[field] ?? "";
        return [field, field === "whatsappUrl" ? readBrandLink(field, value) : value];
      }),
    ),
  };
}
