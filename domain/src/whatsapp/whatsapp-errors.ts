/**
 * Errors of Meta's Cloud API in words, by their code (developers.facebook.com, "WhatsApp Cloud API error codes"). Its own texts
 * are not stored: they may quote a number.
 */
const PERMANENT: Readonly<Record<number, string>> = {
  100: "Meta did not understand the request: a parameter is wrong",
  131_005: "The access token may not send messages",
  131_008: "Meta missed a parameter of the template",
  131_009: "Meta refused a parameter of the template",
  131_021: "The number is the one that we send from",
  131_026: "The number cannot be reached: it has no WhatsApp, an old one, or does not accept messages from businesses",
  131_030: "The number is not among those that a test account may write to",
  131_031: "Meta has locked our account",
  131_042: "Meta's account has no valid way to pay",
  131_045: "Our number is not registered with the Cloud API",
  131_047: "Meta requires a template for this message",
  131_049: "Meta did not deliver it, since the person gets many messages from businesses",
  131_050: "The person has stopped our messages in WhatsApp",
  131_051: "WhatsApp does not know this kind of message",
  132_000: "The template has another number of parameters",
  132_001: "The template is not there or not approved: npm run whatsapp -- templates",
  132_005: "The text is too long with its parameters",
  132_007: "The template is against Meta's rules",
  132_012: "A parameter has a form that the template does not accept",
  132_015: "Meta has paused the template, because readers reported it",
  132_016: "Meta has disabled the template",
  133_010: "Our number is not registered with the Cloud API",
  368: "Meta has blocked our account for a while",
  130_472: "Meta did not deliver it: the number is part of an experiment",
  130_497: "Meta does not deliver messages of our kind in this country",
};

/** Errors that pass. */
const TEMPORARY: Readonly<Record<number, string>> = {
  0: "Meta does not accept our access token",
  1: "Meta had an unknown problem",
  2: "Meta's service was down",
  4: "We have called Meta too often",
  10: "Our access token lacks a permission",
  190: "Our access token has expired",
  80_007: "Our account has sent too much in a short time",
  130_429: "We have sent faster than Meta allows",
  131_000: "Meta had an unknown problem",
  131_016: "Meta's service was down",
  131_048: "Meta slows us down, because readers reported messages",
  131_056: "Too many messages to this number in a short time",
  131_057: "Our account is being maintained",
  133_004: "Meta's service was down",
};

/** An error of Meta as it is kept. */
export interface WhatsappProblem {
  readonly code: number | null;
  /** One sentence without a full stop. */
  readonly words: string;
  /** Trying again may help. */
  readonly temporary: boolean;
}

/** What an error code of Meta means. @param status of the response; undefined if it came by the webhook */
export function whatsappProblem(code: number | undefined, status?: number): WhatsappProblem {
  const known = code === undefined ? undefined : PERMANENT[code];
  if (code !== undefined && known !== undefined) return { code, words: known, temporary: false };
  const passing = code === undefined ? undefined : TEMPORARY[code];
  if (code !== undefined && passing !== undefined) return { code, words: passing, temporary: true };
  // Codes 200 to 299 are permissions of the token, which an operator can give.
  if (code !== undefined && code >= 200 && code < 300)
    return { code, words: "Our access token lacks a permission", temporary: true };
  const isTemporary = status === undefined ? false : status === 429 || status === 408 || status >= 500;
  const said = status === undefined ? "WhatsApp did not deliver it" : `Meta answered with the status ${status}`;
  return { code: code ?? null, words: code === undefined ? said : `${said} (${code})`, temporary: isTemporary };
}
