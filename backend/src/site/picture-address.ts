import { imageAddress } from "@sakhi/domain/catalogue/drive-images";

/**
 * Absolute URL of a catalogue picture as visitors load it; undefined if it is no valid URL. Brands enter these
 * addresses: an invalid one must not break the page.
 */
export function pictureAddress(image: string | null | undefined, publicUrl: string): string | undefined {
  const given = image?.trim() ?? "";
  if (given === "") return undefined;
  const shown = imageAddress(given);
  if (!URL.canParse(shown, publicUrl)) return undefined;
  const { protocol, href } = new URL(shown, publicUrl);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** Absolute URL of a link preview's picture; undefined for SVGs, which no messenger or social network shows. */
export function sharedPicture(image: string | null | undefined, publicUrl: string): string | undefined {
  const address = pictureAddress(image, publicUrl);
  return address !== undefined && /\.svg$/i.test(new URL(address).pathname) ? undefined : address;
}
