import { imageAddress } from "@sakhi/domain/catalogue/drive-images";

/**
 * A picture of the catalogue as an absolute address, as visitors are shown it; undefined for what is none. Brands
 * write these addresses: one that cannot be read must not take the page with it.
 */
export function pictureAddress(image: string | null | undefined, publicUrl: string): string | undefined {
  const given = image?.trim() ?? "";
  if (given === "") return undefined;
  const shown = imageAddress(given);
  if (!URL.canParse(shown, publicUrl)) return undefined;
  const { protocol, href } = new URL(shown, publicUrl);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** A picture for a link that is shared; undefined for drawings, which no messenger and no network shows. */
export function sharedPicture(image: string | null | undefined, publicUrl: string): string | undefined {
  const address = pictureAddress(image, publicUrl);
  return address !== undefined && /\.svg$/i.test(new URL(address).pathname) ? undefined : address;
}
