import { MAX_PRODUCT_PICTURES } from "@sakhi/domain/brands/brand-page.rules";
import { chosenFocus } from "@sakhi/domain/pictures/picture-focus";
import {
  type ManagedBrand,
  type ManagedProduct,
  usePlaceCoverMutation,
  usePlaceLogoMutation,
  usePlaceProductPicturesMutation,
} from "../../../api/admin-api";
import { strings } from "./brands.strings";
import { PicturesDialog } from "./pictures-dialog";

const texts = strings.pictures;

/** What is kept in view of a picture. */
const focusIn = ({ pictures }: ManagedBrand, pictureId: string) =>
  chosenFocus(pictures.find(({ id }) => id === pictureId)?.focus);

/** The pictures of a product. */
export function ProductPicturesDialog({
  brand,
  product,
  onClose,
}: {
  readonly brand: ManagedBrand;
  readonly product: ManagedProduct;
  readonly onClose: () => void;
}) {
  const [place] = usePlaceProductPicturesMutation();
  return (
    <PicturesDialog
      brand={brand}
      what={product.name}
      initial={product.pictures.map((placed) => ({ ...placed, ...focusIn(brand, placed.id) }))}
      frames="product"
      most={MAX_PRODUCT_PICTURES}
      save={(pictures, reason) => place({ id: product.id, placePicturesDto: { pictures, reason } }).unwrap()}
      onClose={onClose}
    />
  );
}

/** A brand's logo or cover. */
export function BrandPicturesDialog({
  brand,
  place,
  onClose,
}: {
  readonly brand: ManagedBrand;
  readonly place: "logo" | "cover";
  readonly onClose: () => void;
}) {
  const [placeLogo] = usePlaceLogoMutation();
  const [placeCover] = usePlaceCoverMutation();
  const id = place === "logo" ? brand.logoId : brand.coverId;
  const alt = brand.pictures.find((picture) => picture.id === id)?.alt ?? "";
  const call = place === "logo" ? placeLogo : placeCover;
  return (
    <PicturesDialog
      brand={brand}
      what={texts[place]}
      initial={id === undefined ? [] : [{ id, alt, ...focusIn(brand, id) }]}
      frames={place}
      most={1}
      save={(pictures, reason) => call({ id: brand.id, placePicturesDto: { pictures, reason } }).unwrap()}
      onClose={onClose}
    />
  );
}
