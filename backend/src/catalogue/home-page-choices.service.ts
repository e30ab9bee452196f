import { Injectable } from "@nestjs/common";
import type { HighlightKind } from "@sakhi/domain/brands/curation.rules";
import type { Tx } from "../platform/database/database.js";

/** The spotlight is of brands, the other lists are of products. */
const columnOf = (kind: HighlightKind) => (kind === "spotlight" ? "brand_id" : "listing_id");

/** Writes what the home page shows of the catalogue. */
@Injectable()
export class HomePageChoicesService {
  /** Replaces a list. @param ids of brands or products, as {@link columnOf} says; they must exist */
  async choose(tx: Tx, kind: HighlightKind, ids: readonly string[]): Promise<void> {
    await tx.query("DELETE FROM highlights WHERE kind = $1", [kind]);
    await tx.query(
      `INSERT INTO highlights (kind, position, ${columnOf(kind)})
       SELECT $1, chosen.place - 1, chosen.id FROM unnest($2::uuid[]) WITH ORDINALITY AS chosen (id, place)`,
      [kind, ids],
    );
  }

  /** Gives a brand the places of another one, unless it has its own. */
  async moveToBrand(tx: Tx, fromId: string, intoId: string): Promise<void> {
    await tx.query(
      `DELETE FROM highlights h WHERE h.brand_id = $1
          AND EXISTS (SELECT FROM highlights o WHERE o.kind = h.kind AND o.brand_id = $2)`,
      [fromId, intoId],
    );
    await tx.query("UPDATE highlights SET brand_id = $2 WHERE brand_id = $1", [fromId, intoId]);
  }
}
