/** One headed part of a legal page: paragraphs, and points where a list reads better. */
export interface LegalSection {
  /** The part's anchor in the address, kept when the heading changes: links to it may be out in the world. */
  readonly id: string;
  readonly heading: string;
  readonly text?: readonly string[];
  readonly points?: readonly string[];
  /** The part ends with a link to write to this address. */
  readonly email?: string;
}

/** A legal page, written out in full. */
export interface LegalDocument {
  readonly title: string;
  readonly lead: string;
  /** When it came into force: `date` for machines (ISO 8601), `text` as the specification words it. */
  readonly effective?: { readonly date: string; readonly text: string };
  /** What matters most, for those who read no further. */
  readonly gist: readonly string[];
  /** Sections are numbered where others refer to them by number. */
  readonly numbered: boolean;
  readonly sections: readonly LegalSection[];
}

/** Texts that all legal pages share. */
export const legalStrings = {
  effective: "Effective",
  gist: "The short version",
  contents: "Contents",
  print: "Print this page",
  write: "Write to",
} as const;
