import { Injectable } from "@nestjs/common";
import type { PlacePicturesDto } from "@sakhi/domain/brands/placed-pictures.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { isCentre, objectPosition } from "@sakhi/domain/pictures/picture-focus";
import type { PictureSubject } from "@sakhi/domain/pictures/picture.rules";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { type BrandPicturePlace, CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { CatalogueProductsService } from "../catalogue/catalogue-products.service.js";
import { PictureUploadsService } from "../pictures/picture-uploads.service.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { lockBrand, lockProduct, rejectField } from "./brand-locks.js";
import type { BrandChangedResponse, ProductChangedResponse, UploadTicketResponse } from "./curation.response.js";

/** How long pictures can be uploaded after the dialog asked, in seconds; it asks again. */
const TICKET_SECONDS = 2 * 60 * 60;

/** Puts a brand's pictures in their places, and removes them. Uploading is the pictures' own API. */
@Injectable()
export class BrandPicturesService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly pictures: PicturesService,
    private readonly pictureUploads: PictureUploadsService,
    private readonly catalogueBrands: CatalogueBrandsService,
    private readonly catalogueProducts: CatalogueProductsService,
  ) {}

  /** @throws DomainError brand_not_found */
  async ticket(brandId: string): Promise<UploadTicketResponse> {
    const found = await this.database.query("SELECT FROM brands WHERE id = $1", [brandId]);
    if (found.length === 0) throw new DomainError("brand_not_found");
    return { ticket: this.pictureUploads.issueTicket({ type: "brand", id: brandId }, TICKET_SECONDS) };
  }

  /** @throws DomainError brand_not_found; picture_not_found for a picture that is not ready or another brand's */
  placeOfBrand(
    administrator: Administrator,
    brandId: string,
    place: BrandPicturePlace,
    dto: PlacePicturesDto,
  ): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const brand = await lockBrand(tx, brandId);
      if (dto.pictures.length > 1) rejectField("pictures", "Only one picture fits here");
      await assertReady(tx, brandId, dto);
      const [picture] = dto.pictures;
      await this.catalogueBrands.placePicture(tx, brandId, place, picture?.id ?? null);
      await this.pictures.describeEach(tx, subjectOf(brandId), dto.pictures);
      return {
        response: { brandId },
        audit: {
          action: "brand_picture_placed",
          subjectType: "brand",
          subjectId: brandId,
          reason: dto.reason,
          before: { [place]: place === "logo" ? brand.logoPictureId : brand.coverPictureId },
          after: { [place]: picture?.id ?? null, ...seenOf(dto) },
        },
      };
    });
  }

  /** @throws DomainError product_not_found; picture_not_found for a picture that is not ready or another brand's */
  placeOfProduct(
    administrator: Administrator,
    productId: string,
    dto: PlacePicturesDto,
  ): Promise<ProductChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { brand } = await lockProduct(tx, productId);
      await assertReady(tx, brand.id, dto);
      const before = await rows<{ id: string }>(
        tx,
        "SELECT picture_id AS id FROM product_images WHERE listing_id = $1 AND picture_id IS NOT NULL ORDER BY position",
        [productId],
      );
      await this.catalogueProducts.placePictures(tx, productId, dto.pictures);
      await this.pictures.describeEach(tx, subjectOf(brand.id), dto.pictures);
      await this.catalogueBrands.touch(tx, brand.id);
      return {
        response: { productId, brandId: brand.id },
        audit: {
          action: "product_pictures_placed",
          subjectType: "product",
          subjectId: productId,
          reason: dto.reason,
          before: { pictures: before.map(({ id }) => id).join(" ") },
          after: { pictures: dto.pictures.map(({ id }) => id).join(" "), ...seenOf(dto) },
        },
      };
    });
  }

  /** Deletes a picture, from every place that it has. @throws DomainError brand_not_found; picture_not_found */
  remove(
    administrator: Administrator,
    brandId: string,
    pictureId: string,
    reason: string,
  ): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      await lockBrand(tx, brandId);
      const products = await this.catalogueBrands.takePicture(tx, brandId, pictureId);
      await this.pictures.remove(tx, subjectOf(brandId), pictureId);
      return {
        response: { brandId },
        audit: {
          action: "brand_picture_removed",
          subjectType: "brand",
          subjectId: brandId,
          reason,
          before: { picture: pictureId, products },
        },
      };
    });
  }
}

const subjectOf = (id: string): PictureSubject => ({ type: "brand", id });

/** What frames keep in view, for the audit log; nothing if no picture has another point than the middle. */
function seenOf({ pictures }: PlacePicturesDto): { readonly seen?: string } {
  if (pictures.every(({ focus }) => isCentre(focus))) return {};
  return { seen: pictures.map(({ focus }) => objectPosition(focus)).join(", ") };
}

/** Locks the pictures. @throws DomainError picture_not_found if one is not ready, or another subject's */
async function assertReady(tx: Tx, brandId: string, { pictures }: PlacePicturesDto): Promise<void> {
  const ids = pictures.map(({ id }) => id);
  if (new Set(ids).size < ids.length) rejectField("pictures", "Each picture counts once");
  const ready = await rows(
    tx,
    `SELECT id FROM pictures WHERE id = ANY($1::uuid[]) AND subject_type = 'brand' AND subject_id = $2 AND state = 'ready'
      FOR SHARE`,
    [ids, brandId],
  );
  if (ready.length < ids.length) throw new DomainError("picture_not_found");
}
