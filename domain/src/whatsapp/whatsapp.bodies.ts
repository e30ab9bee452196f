import en from "../generated/messages/en/whatsapp-messages.js";
import hi from "../generated/messages/hi/whatsapp-messages.js";
import { FIRST_LANGUAGE, type LanguageCode } from "../languages/language-paths.js";
import { registeredName, WHATSAPP_TEXTS, type WhatsappTemplate } from "./whatsapp.templates.js";

/** A text with its parameters by their names. */
type Body = (values: Readonly<Record<string, string>>) => string;

/** The texts of each language that has some; Meta approves each. */
const BODIES: Readonly<Partial<Record<LanguageCode, Readonly<Record<WhatsappTemplate, Body>>>>> = {
  // A text names just the parameters of its template, which a spec compares.
  en: en as Readonly<Record<WhatsappTemplate, Body>>,
  hi: hi as Readonly<Record<WhatsappTemplate, Body>>,
};

/** Languages in which templates are registered; a person of another one gets English. */
export const WHATSAPP_LANGUAGES: readonly LanguageCode[] = ["en", "hi"];

/** The language of a person's messages. */
export const whatsappLanguage = (language: LanguageCode): LanguageCode =>
  WHATSAPP_LANGUAGES.includes(language) ? language : FIRST_LANGUAGE;

/** A template's text with {{1}}, {{2}} …, in order; never at the start or the end. */
export function whatsappBody(template: WhatsappTemplate, language: LanguageCode = FIRST_LANGUAGE): string {
  const body = BODIES[language]?.[template] ?? en[template];
  return filledIn(
    body as Body,
    template,
    WHATSAPP_TEXTS[template].parameters.map((_, index) => `{{${index + 1}}}`),
  );
}

/** The text as its reader sees it. */
export function filledBody(
  template: WhatsappTemplate,
  values: readonly string[],
  language: LanguageCode = FIRST_LANGUAGE,
): string {
  return filledIn((BODIES[language]?.[template] ?? en[template]) as Body, template, values);
}

function filledIn(body: Body, template: WhatsappTemplate, values: readonly string[]): string {
  return body(
    Object.fromEntries(WHATSAPP_TEXTS[template].parameters.map(({ name }, index) => [name, values[index] ?? ""])),
  );
}

/** What a template is registered with (POST /{business account}/message_templates). */
export interface TemplateDefinition {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: readonly {
    readonly type: "BODY";
    readonly text: string;
    readonly example: { readonly body_text: readonly (readonly string[])[] };
  }[];
}

/** A template in a language: the same name for all of them. */
export function templateDefinition(
  template: WhatsappTemplate,
  language: LanguageCode = FIRST_LANGUAGE,
): TemplateDefinition {
  const { category, parameters } = WHATSAPP_TEXTS[template];
  const text = whatsappBody(template, language);
  return {
    name: registeredName(template),
    language,
    category: category.toUpperCase(),
    components: [{ type: "BODY", text, example: { body_text: [parameters.map(({ example }) => example)] } }],
  };
}
