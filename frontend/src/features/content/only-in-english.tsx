import { Text } from "@chakra-ui/react";
import language from "@sakhi/domain/generated/messages/en/language";
import messages from "@sakhi/domain/generated/messages/en/legal";

/** The language of the documents, for browsers that read them aloud: they are what a lawyer has read, in one language. */
export const IN_ENGLISH = { lang: "en" } as const;

/** The language of a page's own words between those of a document. */
export const IN_OURS = { lang: language.code } as const;

/** Says on the pages of another language that a document is in English. */
export function OnlyInEnglish() {
  if (language.code === IN_ENGLISH.lang) return null;
  return (
    <Text color="muted" mt="3">
      {messages.onlyInEnglish}
    </Text>
  );
}
