import { isolated } from "@sakhi/domain/fields/isolation";
import {
  FIRST_LANGUAGE,
  type LanguageCode,
  languageOfPath,
  pathIn,
  prefixOf,
} from "@sakhi/domain/languages/language-paths";
import type { MailBlock, MailDraft } from "./mail.layout.js";
import type { MailMessage } from "./mail.types.js";

/** The site as a mail links to it: its address, in another language with that language's prefix. */
interface LinkedSite {
  readonly publicUrl: string;
  readonly language?: LanguageCode | undefined;
}

/** A link of ours, to the page in the mail's language; another one as it is. */
export function linkIn(
  link: string | undefined,
  { publicUrl: site, language = FIRST_LANGUAGE }: LinkedSite,
): string | undefined {
  const prefix = prefixOf(language);
  const origin = prefix !== "" && site.endsWith(prefix) ? site.slice(0, -prefix.length) : site;
  if (link === undefined || !link.startsWith(`${origin}/`)) return link;
  const { path } = languageOfPath(link.slice(origin.length));
  return origin + pathIn(language, path);
}

/** The mail without buttons and QR codes, and saying so. */
export function asCopy(draft: MailDraft, copy: string): MailDraft {
  const blocks = draft.blocks.filter(({ kind }) => kind !== "button" && kind !== "qr");
  return { ...draft, blocks: [{ kind: "paragraph", text: copy }, ...blocks] };
}

/** The lists of a digest and of an alert. */
export function listsOf(message: MailMessage, { publicUrl }: LinkedSite): MailBlock[] {
  if (message.template === "administrator-digest") {
    return message.data.groups.map(({ event, lines }) => ({
      kind: "links",
      title: isolated(event ?? "The site"),
      items: lines.map(({ text, path }) => ({ text, url: publicUrl + path })),
    }));
  }
  if (message.template !== "administrator-alert") return [];
  const items = message.data.lines.map(({ title, about, path }) => ({
    text: about === undefined ? title : `${title}: ${isolated(about)}`,
    url: publicUrl + path,
  }));
  return [{ kind: "links", title: "What it is", items }];
}
