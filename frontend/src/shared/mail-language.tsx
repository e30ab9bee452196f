import { chakra, Text } from "@chakra-ui/react";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { useId, useState } from "react";
import { userMessage } from "../api/failure";
import { asInput, Select } from "../ui/choice";
import { Part } from "../ui/outcome";
import { strings } from "./mail-language.strings";

/** The languages that a person can choose, by their own names. */
const OPTIONS = LANGUAGES.filter(({ isComplete }) => isComplete).map(({ code, name }) => [code, name] as const);

interface Props<Answer> {
  readonly language: LanguageCode;
  readonly choose: (language: LanguageCode) => Promise<{ readonly data?: Answer; readonly error?: unknown }>;
  readonly onChanged: (answer: Answer) => void;
}

/** The language of a person's mails, calendar and papers, saved as it is chosen. */
export function MailLanguage<Answer>({ language, choose, onChanged }: Props<Answer>) {
  const id = useId();
  // What is being saved.
  const [wanted, setWanted] = useState<LanguageCode>();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const set = async (chosen: LanguageCode): Promise<void> => {
    setWanted(chosen);
    setProblem(undefined);
    setSaid(strings.saving);
    const { data, error } = await choose(chosen);
    setWanted(undefined);
    if (data === undefined) {
      setSaid(undefined);
      setProblem(userMessage(error, strings.failed));
      return;
    }
    setSaid(strings.saved);
    onChanged(data);
  };
  return (
    <Part id="language" title={strings.title}>
      <chakra.label htmlFor={id} fontWeight="600">
        {strings.label}
      </chakra.label>
      <Select
        {...asInput}
        id={id}
        maxWidth="20rem"
        mt="1"
        value={wanted ?? language}
        options={OPTIONS}
        onChange={({ currentTarget: { value } }) => {
          const chosen = OPTIONS.find(([code]) => code === value)?.[0];
          if (chosen !== undefined && wanted === undefined) void set(chosen);
        }}
      />
      <Text mt="2" color="muted">
        {strings.text}
      </Text>
      <Text role="status" mt="2" fontWeight="600">
        {problem === undefined ? said : undefined}
      </Text>
      <Text role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Text>
    </Part>
  );
}
