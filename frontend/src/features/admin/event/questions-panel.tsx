import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { FOOD_QUESTION } from "@sakhi/domain/papers/food.rules";
import { QuestionDto, RemoveQuestionDto } from "@sakhi/domain/papers/question.dto";
import { MAX_QUESTIONS, QUESTION_AUDIENCES, QUESTION_KINDS, QUESTION_TIMES } from "@sakhi/domain/papers/question.rules";
import { SUGGESTED_QUESTIONS } from "@sakhi/domain/papers/suggested-questions";
import { PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type EventQuestion,
  type ManagedEvent,
  useAddQuestionMutation,
  useChangeQuestionMutation,
  useListQuestionsQuery,
  useRemoveQuestionMutation,
} from "../../../api/admin-api";
import { guideAddress } from "../addresses";
import { ActionButtons, ActionDialog, type ActionField, reasonField, type SubjectProps } from "../parts/action-dialog";
import { Loaded, Panel, ToolLink } from "../parts/panel";
import { strings } from "./questions.strings";

const { fields: names } = strings;
type Types = ManagedEvent["types"];

/** Fields that a question keeps whose answer says who sells food. */
const KEPT_OF_FOOD: readonly string[] = ["kind", "choices", "audience"];

/** The dialog's fields; those that the kind or the audience does not need are left out. @param key of a question that is changed */
function fieldsFor(
  values: Partial<QuestionDto>,
  types: Types,
  count: number,
  key?: string,
): ActionField<QuestionDto>[] {
  const fields = allFieldsFor(values, types, count);
  return key === FOOD_QUESTION.key ? fields.filter(({ name }) => !KEPT_OF_FOOD.includes(name)) : fields;
}

function allFieldsFor(
  { kind, audience }: Partial<QuestionDto>,
  types: Types,
  count: number,
): ActionField<QuestionDto>[] {
  const options = <Key extends string>(keys: readonly Key[], labels: Readonly<Record<Key, string>>) =>
    keys.map((key) => [key, labels[key]] as const);
  return [
    { name: "label", label: names.label },
    { name: "help", label: names.help },
    { name: "kind", label: names.kind, options: options(QUESTION_KINDS, strings.kinds) },
    ...(kind === "choice" ? [{ name: "choices", label: names.choices, lines: 4 } as const] : []),
    {
      name: "required",
      label: names.required,
      options: [
        ["true", strings.yes],
        ["false", strings.no],
      ],
      flag: true,
    },
    {
      name: "asked",
      label: names.asked,
      options: options(QUESTION_TIMES, strings.times),
      ...(kind === "file" ? { help: strings.fileHelp } : {}),
    },
    {
      name: "audience",
      label: names.audience,
      options: options(QUESTION_AUDIENCES, strings.audiences),
      ...(audience === "food_stalls" ? { help: strings.foodHelp } : {}),
    },
    ...(audience === "stall_types"
      ? [
          {
            name: "stallTypes",
            label: names.stallTypes,
            several: true,
            options: types.map(({ key, label }) => [key, label] as const),
          } as const,
        ]
      : []),
    {
      name: "position",
      label: names.position,
      number: true,
      options: Array.from({ length: count }, (_, index) => [String(index + 1), String(index + 1)] as const),
    },
    reasonField(),
  ];
}

const EMPTY = {
  ...{ label: "", help: "", kind: "text", choices: "", required: true, asked: "form_or_later" },
  ...{ audience: "every_stall", stallTypes: [], reason: "" },
} as const satisfies Partial<QuestionDto>;

/** An event with its questions. */
interface Asking {
  readonly event: ManagedEvent;
  readonly questions: readonly EventQuestion[];
}
type QuestionProps = SubjectProps<Asking & { readonly question: EventQuestion }>;

function AddQuestion({
  event: { slug, types },
  questions,
  start,
  onClose,
}: Asking & { readonly start: Partial<QuestionDto>; readonly onClose: () => void }) {
  const [add] = useAddQuestionMutation();
  const count = questions.length + 1;
  return (
    <ActionDialog
      title={strings.add.dialog}
      dto={QuestionDto}
      initial={{ ...EMPTY, stallTypes: [], ...start, position: count }}
      fields={(values) => fieldsFor(values, types, count)}
      consequence={({ asked }) => strings.add.consequence(asked !== "later")}
      texts={strings.add}
      run={async (questionDto) => {
        await add({ slug, questionDto: readyFor(questionDto) }).unwrap();
        return strings.add.done(questionDto.label);
      }}
      onClose={onClose}
    />
  );
}

function ChangeQuestion({ subject: { event, questions, question }, onClose }: QuestionProps) {
  const { slug, types } = event;
  const [change] = useChangeQuestionMutation();
  const { key, answers, choices, label, help, kind, required, asked, audience, stallTypes, position } = question;
  return (
    <ActionDialog
      title={strings.change.dialog(label)}
      dto={QuestionDto}
      initial={{
        ...{ label, help, kind, required, asked, audience, stallTypes, position },
        ...{ choices: choices.join("\n"), reason: "" },
      }}
      fields={(values) => fieldsFor(values, types, questions.length, key)}
      consequence={() => strings.change.consequence(answers)}
      texts={strings.change}
      run={async (questionDto) => {
        await change({ slug, key, questionDto: readyFor(questionDto) }).unwrap();
        return strings.change.done(questionDto.label);
      }}
      onClose={onClose}
    />
  );
}

/** Without what the kind and the audience do not have. */
function readyFor({ choices, stallTypes, ...question }: QuestionDto) {
  return {
    ...question,
    choices: question.kind === "choice" ? choices : "",
    ...(question.audience === "stall_types" ? { stallTypes: stallTypes ?? [] } : {}),
  };
}

function RemoveQuestion({ subject: { event, question }, onClose }: QuestionProps) {
  const { slug } = event;
  const { key, label, answers } = question;
  const [remove] = useRemoveQuestionMutation();
  return (
    <ActionDialog
      danger
      title={strings.remove.dialog(label)}
      dto={RemoveQuestionDto}
      initial={{ reason: "", answers }}
      fields={() => [reasonField()]}
      consequence={() => strings.remove.consequence(answers)}
      texts={strings.remove}
      run={async ({ reason }) => {
        await remove({ slug, key, removeQuestionDto: { reason, answers } }).unwrap();
        return strings.remove.done(label);
      }}
      onClose={onClose}
    />
  );
}

/** A question's kind, time and audience in a line. */
function inWords(
  { key: own, kind, required, asked, audience, stallTypes, answers }: EventQuestion,
  types: Types,
): string {
  const whom =
    audience === "stall_types"
      ? stallTypes.map((key) => types.find((type) => type.key === key)?.label ?? key).join(", ")
      : strings.audiences[audience];
  return [
    strings.kinds[kind],
    required ? strings.required : strings.optional,
    strings.times[asked],
    own === FOOD_QUESTION.key ? strings.decidesFood : whom,
    strings.answers(answers),
  ].join(" · ");
}

/** Actions that an operator has on a question. */
function actionsOf({ label }: EventQuestion) {
  const change = { label: strings.change.button, accessibleName: strings.change.label(label), Icon: PencilLine };
  const remove = { label: strings.remove.button, accessibleName: strings.remove.label(label), Icon: Trash2 };
  return [
    { ...change, Dialog: ChangeQuestion },
    { ...remove, Dialog: RemoveQuestion },
  ];
}

/** What an event asks of those who book its stalls, which operators change. */
export function QuestionsPanel({ event, canEdit }: { readonly event: ManagedEvent; readonly canEdit: boolean }) {
  const query = useListQuestionsQuery(event.slug);
  const [adding, setAdding] = useState<Partial<QuestionDto>>();
  const questions = query.currentData ?? [];
  const isFull = questions.length >= MAX_QUESTIONS;
  const usual = SUGGESTED_QUESTIONS.filter(({ label }) => !questions.some((question) => question.label === label));
  return (
    <Panel
      title={strings.title}
      aside={
        canEdit &&
        !isFull && (
          <Button size="sm" variant="outline" onClick={() => setAdding({})}>
            <Plus aria-hidden />
            {strings.add.button}
          </Button>
        )
      }
    >
      <Text color="muted" mb="2">
        {strings.lead}
      </Text>
      <Box mb="3">
        <ToolLink href={guideAddress("papers")}>{strings.guide}</ToolLink>
      </Box>
      <Loaded query={{ ...query, data: query.currentData }} loading={strings.loading} failed={strings.failed}>
        {(found) => (
          <Flex as="ol" direction="column" gap="4" listStyleType="none">
            {found.length === 0 && <li>{strings.none}</li>}
            {found.map((question) => (
              <Flex as="li" key={question.key} gap="3" wrap="wrap" align="center" justify="space-between">
                <Box flex="1" minWidth="12rem" overflowWrap="anywhere">
                  <Text fontWeight="600">{`${question.position}. ${question.label}`}</Text>
                  <Text color="muted" textStyle="small">
                    {inWords(question, event.types)}
                  </Text>
                </Box>
                {canEdit && (
                  <Flex gap="3">
                    <ActionButtons size="sm" subject={{ event, questions, question }} actions={actionsOf(question)} />
                  </Flex>
                )}
              </Flex>
            ))}
          </Flex>
        )}
      </Loaded>
      {canEdit && !isFull && usual.length > 0 && query.currentData !== undefined && (
        <Flex gap="3" wrap="wrap" align="center" mt="5">
          <Text color="muted">{strings.add.suggested}</Text>
          {usual.map((start) => (
            <Button key={start.label} size="sm" variant="outline" onClick={() => setAdding(start)}>
              <Plus aria-hidden />
              {/* It becomes the event's text, which is English (docs/decisions/0138). */}
              <span lang="en">{start.label}</span>
            </Button>
          ))}
        </Flex>
      )}
      {adding !== undefined && (
        <AddQuestion {...{ event, questions }} start={adding} onClose={() => setAdding(undefined)} />
      )}
    </Panel>
  );
}
