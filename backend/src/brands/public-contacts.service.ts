import { Injectable } from "@nestjs/common";
import { OPEN_BRAND_CHANGES } from "@sakhi/domain/brands/brand-change.states";
import { readBrandLink } from "@sakhi/domain/brands/brand-links";
import { WITHDRAWABLE_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import { type BrandPage, wholePage } from "@sakhi/domain/brands/brand-page.rules";
import { type FieldName, fieldNames, type SentRowOf } from "@sakhi/domain/fields/declared-fields";
import { CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { selected, sql } from "../platform/database/statements.js";
import { WithdrawnContactsEntity } from "./brands.entities.js";

/** Contacts that a brand's page showed; absent for none. */
export type WithdrawnContacts = Partial<Record<FieldName<typeof WITHDRAWABLE_FIELDS>, string>>;

const FIELDS = fieldNames(WITHDRAWABLE_FIELDS);

const WITHDRAWN = sql`SELECT ${selected(WithdrawnContactsEntity, "w", FIELDS)} FROM withdrawn_contacts w WHERE w.brand_id = :brandId`;
const WITHDRAWN_FOR_UPDATE = sql`${WITHDRAWN} FOR UPDATE`;

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
    const [found] = await this.database.select(WITHDRAWN, { brandId });
    return found === undefined ? undefined : given(found);
  }

  /**
   * Shows what was withdrawn again, where the page says nothing else meanwhile; also in the change that she works on, which
   * would take it away again. No-op if she has answered. Its writes lock the catalogue's version until `tx` ends.
   */
  async show(tx: Tx, brandId: string): Promise<void> {
    const [found] = await this.database.select(WITHDRAWN_FOR_UPDATE, { brandId }, tx);
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

function given(found: SentRowOf<typeof WITHDRAWABLE_FIELDS>): WithdrawnContacts {
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
