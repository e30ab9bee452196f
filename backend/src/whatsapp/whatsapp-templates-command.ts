import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { WhatsappProblem } from "@sakhi/domain/whatsapp/whatsapp-errors";
import { templateDefinition, WHATSAPP_LANGUAGES, whatsappBody } from "@sakhi/domain/whatsapp/whatsapp.bodies";
import { registeredName, WHATSAPP_TEMPLATES } from "@sakhi/domain/whatsapp/whatsapp.templates";
import { SentenceError } from "../platform/commands/sentence-error.js";
import type { CloudApiClient, ListedTemplate } from "./cloud-api.client.js";

const USAGE = "npm run whatsapp -- templates           registers what is missing, and says the state of each template";

/** A usage error or a problem of Meta's, shown to the person at the terminal. */
export class WhatsappCommandError extends SentenceError {}

const STATES: Readonly<Record<string, string>> = {
  APPROVED: "approved",
  PENDING: "pending: Meta reviews it, usually within minutes",
  IN_APPEAL: "pending: Meta reviews the appeal",
  REJECTED: "rejected",
  PAUSED: "paused by Meta, because readers reported it",
  DISABLED: "disabled by Meta",
  PENDING_DELETION: "being deleted",
};

/**
 * Runs `npm run whatsapp`: registers the templates that the account lacks. Running it again registers nothing twice.
 *
 * @param api undefined while WhatsApp is off
 * @param print prints one line
 * @returns the exit code: 0 if every template can be sent
 * @throws WhatsappCommandError
 */
export async function runWhatsappCommand(
  args: readonly string[],
  api: Pick<CloudApiClient, "templates" | "register"> | undefined,
  print: (line: string) => void,
): Promise<number> {
  if (args.length !== 1 || args[0] !== "templates") throw new WhatsappCommandError(USAGE);
  if (api === undefined) throw new WhatsappCommandError("WhatsApp is off: set WHATSAPP_TOKEN and what belongs to it.");
  const known = await api.templates();
  if ("problem" in known) throw new WhatsappCommandError(`The templates could not be read: ${inWords(known.problem)}.`);
  let exitCode = 0;
  const wanted = WHATSAPP_LANGUAGES.flatMap((language) =>
    WHATSAPP_TEMPLATES.map((template) => ({ template, language })),
  );
  for (const { template, language } of wanted) {
    const name = registeredName(template);
    const found = known.value.find((each) => each.name === name && each.language === language);
    const state =
      found === undefined ? await register(template, language, api) : stateOf(found, whatsappBody(template, language));
    if (state !== STATES["APPROVED"]) exitCode = 1;
    print(`${name}${language === FIRST_LANGUAGE ? "" : `, ${language}`}: ${state}`);
  }
  return exitCode;
}

async function register(
  template: (typeof WHATSAPP_TEMPLATES)[number],
  language: LanguageCode,
  api: Pick<CloudApiClient, "register">,
): Promise<string> {
  const registered = await api.register(templateDefinition(template, language));
  if ("problem" in registered) return `not registered: ${inWords(registered.problem)}`;
  return STATES[registered.value] === STATES["APPROVED"] ? "approved" : `registered now, ${inState(registered.value)}`;
}

function stateOf({ status, rejectedReason, body, category }: ListedTemplate, text: string): string {
  if (body !== undefined && body !== text) return "another text is registered under this name: raise its version";
  const reason = rejectedReason === undefined || rejectedReason === "NONE" ? "" : ` (${plain(rejectedReason)})`;
  // Meta may decide that a template is advertising, which costs more.
  const moved = category === "" || category === "UTILITY" ? "" : `, as ${plain(category)}, which costs more`;
  return `${inState(status)}${reason}${moved}`;
}

const inState = (status: string): string => STATES[status] ?? plain(status);
const plain = (code: string): string => code.toLowerCase().replaceAll("_", " ");
const inWords = ({ words, code }: WhatsappProblem): string => (code === null ? words : `${words} (${code})`);
