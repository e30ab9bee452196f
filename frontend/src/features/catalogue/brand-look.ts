import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { chosenFocus, type PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import type { MyBrand, OwnPicture } from "../../api/brand-api";
import type { Listing } from "../../api/catalogue-api";
import type { ShownPicture } from "../../ui/lazy-image";

type Shown = NonNullable<Listing["picture"]>;

/** A picture as visitors get it, once it is checked. */
function shownOf({ id, width = 0, height = 0, placeholder = "", files, alt }: OwnPicture): Shown | undefined {
  return files.length === 0 ? undefined : { id, alt, width, height, placeholder, files };
}

/** Address that stands for a picture. */
const addressOf = (picture: ShownPicture | undefined): string | null => picture?.files[0]?.url ?? null;

/** A brand's page as visitors would get it if what its owner has written were accepted now; without what she hides. */
export function listingsOf(brand: MyBrand): Listing[] {
  const page = (brand.change?.content ?? brand.page) as BrandPage;
  const pictures = new Map(brand.pictures.map((picture) => [picture.id, shownOf(picture)]));
  const stateOf = new Map(brand.notShown.map(({ id, state }) => [id, state]));
  const find = (id: string | null, alt: string, focus?: PictureFocus) => {
    const picture = id === null ? undefined : pictures.get(id);
    return picture === undefined ? undefined : { ...picture, alt, ...chosenFocus(focus) };
  };
  const logoPicture = find(page.logoId, "") ?? null;
  const shared = {
    brand: brand.brandName,
    brandName: brand.brandName,
    module: brand.module,
    location: page.place || null,
    brandDescription: page.story,
    brandLogo: addressOf(logoPicture ?? undefined),
    logoPicture,
    coverPicture: find(page.coverId, page.coverAlt, page.coverFocus) ?? null,
    verified: brand.verified,
    partnerName: page.partnerName || null,
    contactEmail: page.contactEmail || null,
    contactPhone: page.contactPhone || null,
    websiteUrl: page.websiteUrl || null,
    instagramUrl: page.instagramUrl || null,
    whatsappUrl: page.whatsappUrl || null,
    facebookUrl: page.facebookUrl || null,
    linkedinUrl: page.linkedinUrl || null,
    eventName: null,
  };
  const products = page.products.filter(({ id }) => stateOf.get(id) !== "hidden");
  const card = { ...shared, id: "card", name: brand.brandName, description: page.story, category: brand.category };
  if (products.length === 0) {
    const empty = { image: null, productImages: [], picture: null, productPictures: [], price: null, link: null };
    return [{ ...card, ...empty, isCard: true, paused: false }];
  }
  return products.map(({ id, name, text, category, price, link, pictures: placed }) => {
    const productPictures = placed.flatMap((each) => find(each.id, each.alt || name, each.focus) ?? []);
    const [picture] = productPictures;
    return {
      ...shared,
      ...{ id, name, description: text, category, link: link || null, productPictures, picture: picture ?? null },
      image: addressOf(picture),
      productImages: productPictures.map((each) => ({ imageUrl: addressOf(each) ?? "" })),
      price: price.kind === "none" ? null : price,
      ...{ isCard: false, paused: stateOf.get(id) === "paused" },
    };
  });
}
