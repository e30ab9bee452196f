/** The URL of an image. */
declare module "*.svg" {
  const address: string;
  export default address;
}

declare module "*.md" {
  const document: TextDocument;
  export default document;
}

/** A section of a document: paragraphs, then list items. */
interface DocumentSection {
  /** URL fragment. Does not follow changes of the heading, since others may link to it. */
  readonly id: string;
  readonly heading: string;
  readonly text?: readonly string[];
  readonly points?: readonly string[];
  /** E-mail address linked at the end of the section. */
  readonly email?: string;
}

/** A Markdown file of assets/documents, parsed at build time by scripts/documents.mjs. */
interface TextDocument {
  readonly title: string;
  readonly lead?: string;
  /** Effective date: `date` in ISO 8601, `text` as in the specification. */
  readonly effective?: { readonly date: string; readonly text: string };
  /** Summary: the key points. */
  readonly gist: readonly string[];
  /** True if every heading begins with its number, because other texts refer to it. */
  readonly numbered: boolean;
  readonly sections: readonly DocumentSection[];
}
