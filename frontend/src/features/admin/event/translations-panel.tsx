import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { TRANSLATED_FACTS, TRANSLATED_TEXTS, type TranslatedText } from "@sakhi/domain/events/event-translations";
import { TranslationFormDto } from "@sakhi/domain/events/event-translations.dto";
import { EVENT_FIELDS } from "@sakhi/domain/events/event.fields";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import { PencilLine } from "lucide-react";
import { useState } from "react";
import { type ManagedFacts, useChangeTranslationMutation } from "../../../api/admin-api";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { Panel } from "../parts/panel";
import { strings } from "./translations.strings";

/** The languages of the site besides English. */
const OTHERS = LANGUAGES.filter(({ code, isComplete }) => isComplete && code !== "en");
type Language = (typeof OTHERS)[number];

interface PanelProps {
  readonly slug: string;
  readonly facts: Pick<ManagedFacts, "event" | "arrival" | "translations">;
  readonly canEdit: boolean;
}

/** What is said of an event in English: there may be no gate yet. */
const englishOf = ({ event, arrival }: PanelProps["facts"], text: TranslatedText): string =>
  text === "gate" ? arrival.gate : event[text];

const saidOf = (facts: PanelProps["facts"]): readonly TranslatedText[] =>
  englishOf(facts, "gate") === "" ? TRANSLATED_FACTS : TRANSLATED_TEXTS;

const labelOf = (text: TranslatedText): string => (text === "gate" ? strings.gate : EVENT_FIELDS[text].label);

/** The event's name, venue, city and gate in the other languages of the site. */
export function TranslationsPanel({ slug, facts, canEdit }: PanelProps) {
  const [opened, setOpened] = useState<Language>();
  return (
    <Panel title={strings.title}>
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      {OTHERS.map((language) => (
        <section key={language.code} aria-label={language.name}>
          <Flex gap="3" wrap="wrap" align="center" justify="space-between" mb="3">
            <chakra.h3 fontWeight="700" lang={language.code}>
              {language.name}
            </chakra.h3>
            {canEdit && (
              <Button size="sm" variant="outline" onClick={() => setOpened(language)}>
                <PencilLine aria-hidden />
                {strings.button(language.name)}
              </Button>
            )}
          </Flex>
          <Texts facts={facts} code={language.code} />
        </section>
      ))}
      {opened !== undefined && (
        <ChangeTexts slug={slug} facts={facts} language={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  );
}

const textsIn = ({ translations }: PanelProps["facts"], code: string) =>
  translations.texts.find(({ language }) => language === code);

function Texts({ facts, code }: { readonly facts: PanelProps["facts"]; readonly code: string }) {
  const texts = textsIn(facts, code);
  return (
    <chakra.dl display="grid" gap="3">
      {saidOf(facts).map((fact) => {
        const text = texts?.[fact];
        return (
          <div key={fact}>
            <chakra.dt textStyle="label">{labelOf(fact)}</chakra.dt>
            <chakra.dd overflowWrap="anywhere">
              {text === undefined ? (
                <chakra.span color="muted">{strings.english(englishOf(facts, fact))}</chakra.span>
              ) : (
                <span lang={code}>{text}</span>
              )}
            </chakra.dd>
          </div>
        );
      })}
    </chakra.dl>
  );
}

interface ChangeProps extends Omit<PanelProps, "canEdit"> {
  readonly language: Language;
  readonly onClose: () => void;
}

function ChangeTexts({ slug, facts, language: { code, name }, onClose }: ChangeProps) {
  const [change] = useChangeTranslationMutation();
  const texts = textsIn(facts, code);
  return (
    <ActionDialog<TranslationFormDto>
      title={strings.dialog(name)}
      dto={TranslationFormDto}
      initial={{
        ...{ name: texts?.name ?? "", venueName: texts?.venueName ?? "" },
        ...{ venueDescription: texts?.venueDescription ?? "", city: texts?.city ?? "", gate: texts?.gate ?? "" },
        reason: "",
      }}
      fields={() => [
        ...saidOf(facts).map((fact) => ({
          name: fact,
          label: labelOf(fact),
          help: strings.help(englishOf(facts, fact)),
          optional: true,
        })),
        reasonField(),
      ]}
      consequence={() => strings.consequence(name)}
      texts={strings}
      run={async ({ name: text, venueName, venueDescription, city, gate, reason }) => {
        const { version } = facts.translations;
        const said = { name: text, venueName, venueDescription, city, gate, reason };
        await change({ slug, eventTranslationDto: { ...said, language: code, version } }).unwrap();
        return strings.done(name);
      }}
      onClose={onClose}
    />
  );
}
