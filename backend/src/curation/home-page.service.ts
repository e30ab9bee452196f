import { Injectable } from "@nestjs/common";
import { HIGHLIGHT_KINDS, type HighlightKind, SHOWN_HIGHLIGHTS } from "@sakhi/domain/brands/curation.rules";
import type { ChooseHighlightsDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { HomePageChoicesService } from "../catalogue/home-page-choices.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { rejectField } from "./brand-locks.js";
import type { ChoosableResponse, HighlightListResponse } from "./curation.response.js";
import { BRAND_STATE, containing, PRODUCT_STATE } from "./managed-brands.service.js";

/** Choices offered by a search. */
const MOST_OFFERED = 20;
/** Key of the advisory lock on the choices; must be unique. */
const HOME_PAGE_LOCK = 7_305_011;

const PRODUCT = `SELECT l.id, l.name, b.name AS "brandName", b.id AS "brandId", l.category, ${PRODUCT_STATE} AS state
  FROM listings l JOIN brands b ON b.id = l.brand_id`;
const BRAND = `SELECT b.id, b.name, NULL::text AS "brandName", b.id AS "brandId", b.category, ${BRAND_STATE} AS state
  FROM brands b`;

type Choosable = Omit<ChoosableResponse, "brandName"> & { readonly brandName: string | null };

/** What the home page shows of the catalogue, chosen by operators. */
@Injectable()
export class HomePageService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly homePageChoices: HomePageChoicesService,
  ) {}

  /** The three lists, with choices that are not on the site now. */
  async all(): Promise<HighlightListResponse[]> {
    return Promise.all(HIGHLIGHT_KINDS.map((kind) => this.one(kind)));
  }

  /** Products or brands on the site whose name contains the text, to choose from. */
  async offered(kind: HighlightKind, q: string | undefined): Promise<ChoosableResponse[]> {
    const pattern = containing(q ?? "");
    const found = await this.database.query<Choosable>(
      kind === "spotlight"
        ? `${BRAND} WHERE b.name_key LIKE $1 AND ${BRAND_STATE} = 'shown' ORDER BY b.name_key LIMIT $2`
        : `${PRODUCT} WHERE (l.name_key LIKE $1 OR l.brand_key LIKE $1) AND ${PRODUCT_STATE} = 'shown'
            ORDER BY l.name_key, l.id LIMIT $2`,
      [pattern, MOST_OFFERED],
    );
    return found.map((choice) => toResponse(choice));
  }

  /** Replaces a list. @throws DomainError facts_changed after a concurrent change; invalid_request for an unknown id */
  choose(
    administrator: Administrator,
    kind: HighlightKind,
    { ids, seen, reason }: ChooseHighlightsDto,
  ): Promise<HighlightListResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock($1)", [HOME_PAGE_LOCK]);
      const before = (await this.choices(kind, tx)).map(({ id }) => id);
      if (before.join() !== seen.join()) throw new DomainError("facts_changed");
      const known = await rows(
        tx,
        `SELECT id FROM ${kind === "spotlight" ? "brands" : "listings"} WHERE id = ANY($1::uuid[]) FOR KEY SHARE`,
        [ids],
      );
      if (known.length < ids.length) rejectField("ids", "Something that you chose no longer exists");
      await this.homePageChoices.choose(tx, kind, ids);
      return {
        response: await this.one(kind, tx),
        audit: {
          action: "home_page_changed",
          subjectType: "home_page",
          subjectId: kind,
          reason,
          before: { ids: before.join(" ") },
          after: { ids: ids.join(" ") },
        },
      };
    });
  }

  private async one(kind: HighlightKind, tx?: Tx): Promise<HighlightListResponse> {
    return { kind, shown: SHOWN_HIGHLIGHTS[kind], choices: await this.choices(kind, tx) };
  }

  private async choices(kind: HighlightKind, tx?: Tx): Promise<ChoosableResponse[]> {
    const sql =
      kind === "spotlight"
        ? `${BRAND} JOIN highlights h ON h.brand_id = b.id WHERE h.kind = $1 ORDER BY h.position`
        : `${PRODUCT} JOIN highlights h ON h.listing_id = l.id WHERE h.kind = $1 ORDER BY h.position`;
    const found =
      tx === undefined ? await this.database.query<Choosable>(sql, [kind]) : await rows<Choosable>(tx, sql, [kind]);
    return found.map((choice) => toResponse(choice));
  }
}
