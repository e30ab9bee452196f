/** The address of a drawing. */
declare module "*.svg" {
  const address: string;
  export default address;
}

declare module "*.md" {
  import type { TextDocument } from "./document";

  const document: TextDocument;
  export default document;
}
