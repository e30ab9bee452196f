/** The address of a drawing. */
declare module "*.svg" {
  const address: string;
  export default address;
}

declare module "*.md" {
  const document: TextDocument;
  export default document;
}

/** One headed part of a document: paragraphs, and points where a list reads better. */
interface DocumentSection {
  /** The part's anchor in the address, kept when the heading changes: links to it may be out in the world. */
  readonly id: string;
  readonly heading: string;
  readonly text?: readonly string[];
  readonly points?: readonly string[];
  /** The part ends with a link to write to this address. */
  readonly email?: string;
}

/** A Markdown file of assets/documents, turned into data at build time by scripts/documents.mjs. */
interface TextDocument {
  readonly title: string;
  readonly lead?: string;
  /** When it came into force: `date` for machines (ISO 8601), `text` as the specification words it. */
  readonly effective?: { readonly date: string; readonly text: string };
  /** The key points, for those who read no further. */
  readonly gist: readonly string[];
  /** The headings begin with their numbers, because others refer to them. */
  readonly numbered: boolean;
  readonly sections: readonly DocumentSection[];
}
