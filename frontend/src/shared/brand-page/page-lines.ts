import type { InputProps } from "@chakra-ui/react";
import { BRAND_PAGE_FIELDS, type BrandPageField, type BrandPageText } from "@sakhi/domain/brands/brand-page.fields";
import type { DeclaredField } from "@sakhi/domain/fields/declared-fields";

/** No autocomplete: the browser would fill in the private ones. */
const OFF = { autoComplete: "off" } as const;
const UNCORRECTED = { autoCapitalize: "none", spellCheck: false, ...OFF } as const;

/** How what is typed looks to a keyboard. */
export const INPUTS = {
  name: OFF,
  line: OFF,
  email: { type: "email", inputMode: "email", ...UNCORRECTED },
  phone: { type: "tel", inputMode: "tel", ...OFF },
  // No `type`: a browser would refuse an address without https://.
  link: { type: "text", inputMode: "url", ...UNCORRECTED },
} as const satisfies Readonly<Partial<Record<DeclaredField["kind"], InputProps>>>;
const INPUT_OF: Readonly<Partial<Record<DeclaredField["kind"], InputProps>>> = INPUTS;

/** A text of a brand's page as a form draws it, the owner's and the operators' alike. */
export interface PageLine<Name extends BrandPageText = BrandPageText> {
  readonly name: Name;
  readonly field: BrandPageField;
  readonly input: InputProps | undefined;
  /** Of a text of several lines: how many are seen at first. */
  readonly lines?: number;
}

/** How these texts of a page are typed, in the order given. */
export function pageLines<Name extends BrandPageText>(names: readonly Name[]): PageLine<Name>[] {
  return names.map((name) => {
    const field: BrandPageField = BRAND_PAGE_FIELDS[name];
    return { name, field, input: INPUT_OF[field.kind], ...(field.kind === "lines" ? { lines: 7 } : {}) };
  });
}
