import { plainCharacters } from "../fields/characters.js";

/** Words that end all messages to a number when they are the whole answer, in the languages of India. */
const STOP_WORDS: readonly string[] = [
  ...["stop", "stop all", "stop it", "please stop", "unsubscribe", "opt out", "optout", "no more", "end", "quit"],
  // Hindi, also in Latin letters
  ...["रोकें", "रोको", "रोक दो", "बंद", "बंद करो", "बंद करें", "मत भेजो", "roko", "band karo", "band karen", "mat bhejo"],
  // Marathi, Bengali, Gujarati, Punjabi, Odia, Assamese
  ...["थांबा", "थांबवा", "বন্ধ", "বন্ধ করুন", "থামান", "બંધ", "બંધ કરો", "ਬੰਦ", "ਬੰਦ ਕਰੋ", "ବନ୍ଦ କରନ୍ତୁ", "বন্ধ কৰক"],
  // Tamil, Telugu, Kannada, Malayalam, Urdu
  ...["நிறுத்து", "நிறுத்தவும்", "ఆపు", "ఆపండి", "ನಿಲ್ಲಿಸಿ", "ನಿಲ್ಲಿಸು", "നിർത്തുക", "നിർത്തൂ", "روکو", "بند کرو"],
];

/** One spelling of a text: letters, marks and single blanks, without case. */
const spelled = (text: string): string =>
  plainCharacters(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

const SPELLED: ReadonlySet<string> = new Set(STOP_WORDS.map(spelled));

/** Longest answer that is looked at. */
const LONGEST = 60;

/** Whether an answer asks for no more messages. Only the whole answer counts: "don't stop" does not. */
export function isStopWord(text: string): boolean {
  return text.length <= LONGEST && SPELLED.has(spelled(text));
}
