import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { PLACEHOLDER_NAMES } from "@sakhi/domain/messages/message-text.rules";
import { ChangeMessageDto, MessageDto } from "@sakhi/domain/messages/message.dto";
import { MESSAGE_AUDIENCES, MESSAGE_TIMINGS } from "@sakhi/domain/messages/message.rules";
import { type MessageTemplate, templateText } from "@sakhi/domain/messages/message.templates";
import { Link } from "react-router-dom";
import {
  type EventFile,
  type HolderMessage,
  type ManagedEvent,
  type MessageHolderResponse,
  useChangeMessageMutation,
  useListEventFilesQuery,
  useListHoldersQuery,
  useListRecipientsQuery,
  useStepMessageMutation,
  useWriteMessageMutation,
} from "../../../api/admin-api";
import { bookingAddress } from "../addresses";
import { ActionDialog, type ActionField, ConfirmDialog, type SubjectProps } from "../parts/action-dialog";
import { momentOf, toFieldValue } from "../parts/labels";
import { Loaded, RecordDialog } from "../parts/panel";
import { RowsTable } from "../parts/rows-table";
import { MessagePreview, previewKey } from "./message-preview";
import { strings } from "./messages.strings";

const texts = strings.form;

/** What a new message begins with. */
export type Start = Partial<Omit<MessageDto, "template">> & { readonly template?: MessageTemplate };

/** A template as the beginning of a message. */
export function startOf(template: MessageTemplate, language: LanguageCode = "en"): Start {
  const { subject, text, audience, timing, days } = templateText(template, language);
  return { template, subject, text, audience, timing, ...(days === null ? {} : { days }) };
}

function fieldsFor(
  { audience, timing, fileIds = [] }: Partial<MessageDto>,
  types: ManagedEvent["types"],
  holders: readonly MessageHolderResponse[] = [],
  files: readonly EventFile[] = [],
): ActionField<MessageDto>[] {
  return [
    { name: "audience", label: texts.audience, options: MESSAGE_AUDIENCES.map((key) => [key, strings.audiences[key]]) },
    ...(audience === "stall_types"
      ? [
          {
            ...({ name: "stallTypes", label: texts.stallTypes, several: true } as const),
            options: types.map(({ key, label }) => [key, label] as const),
          },
        ]
      : []),
    ...(audience === "chosen"
      ? [
          {
            ...({ name: "bookingIds", label: texts.bookingIds, several: true } as const),
            options: holders.map(
              ({ bookingId, stallId, businessName }) => [bookingId, texts.previewOf(stallId, businessName)] as const,
            ),
          },
        ]
      : []),
    { name: "subject", label: texts.subject },
    { name: "text", label: texts.text, help: texts.textHelp, lines: 12 },
    ...(files.length === 0
      ? []
      : [
          {
            ...({ name: "fileIds", label: texts.files, several: true } as const),
            ...(fileIds.length === 0 ? {} : { help: texts.passedOn }),
            options: files.map(({ id, name, bytes }) => [id, texts.fileOf(name, strings.files.size(bytes))] as const),
          },
        ]),
    { name: "timing", label: texts.timing, options: MESSAGE_TIMINGS.map((key) => [key, strings.timings[key]]) },
    ...(timing === "days_before" || timing === "days_after"
      ? [{ name: "days", label: texts.days, number: true, input: { inputMode: "numeric" } } as const]
      : []),
    ...(timing === "at" ? [{ name: "sendAt", label: texts.sendAt, moment: true } as const] : []),
    {
      ...({ name: "draft", label: texts.draft, flag: true } as const),
      options: [
        ["false", texts.drafts.false],
        ["true", texts.drafts.true],
      ],
    },
  ];
}

/** Without what the audience and the timing do not have. */
function readyFor<Dto extends MessageDto>({ stallTypes, bookingIds, fileIds, days, sendAt, ...message }: Dto) {
  const { audience, timing } = message;
  return {
    ...message,
    ...(fileIds === undefined || fileIds.length === 0 ? {} : { fileIds }),
    ...(audience === "stall_types" ? { stallTypes: stallTypes ?? [] } : {}),
    ...(audience === "chosen" ? { bookingIds: bookingIds ?? [] } : {}),
    ...((timing === "days_before" || timing === "days_after") && days !== undefined ? { days } : {}),
    ...(timing === "at" && sendAt !== undefined ? { sendAt } : {}),
  };
}

/** What can be used in the text. */
function Placeholders() {
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" minHeight="tap" alignContent="center">
        {texts.placeholders}
      </chakra.summary>
      <chakra.ul display="grid" gridTemplateColumns="repeat(auto-fill, minmax(min(17rem, 100%), 1fr))" columnGap="4">
        {PLACEHOLDER_NAMES.map((name) => (
          <li key={name}>
            <chakra.code fontWeight="600">{`{${name}}`}</chakra.code>
            <span>{` ${texts.means[name]}`}</span>
          </li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}

const EMPTY = {
  ...{ audience: "all", subject: "", text: "", timing: "now", sendAt: "", draft: false },
} as const satisfies Partial<MessageDto>;

/** Writes a message, at best from a template. */
export function WriteMessage({
  event: { slug, types },
  start = {},
  title = texts.write,
  onClose,
}: {
  readonly event: Pick<ManagedEvent, "slug" | "types">;
  readonly start?: Start;
  readonly title?: string;
  readonly onClose: () => void;
}) {
  const [write] = useWriteMessageMutation();
  const { currentData: holders } = useListHoldersQuery(slug);
  const { currentData: files } = useListEventFilesQuery(slug);
  return (
    <ActionDialog<MessageDto>
      wide
      title={title}
      lead={<Placeholders />}
      dto={MessageDto}
      initial={{ ...EMPTY, stallTypes: [], bookingIds: [], fileIds: [], ...start }}
      fields={(values) => fieldsFor(values, types, holders, files)}
      consequence={(values) => <MessagePreview slug={slug} message={previewKey(values)} />}
      texts={texts}
      run={async (messageDto) => {
        await write({ slug, messageDto: readyFor(messageDto) }).unwrap();
        return texts.done(messageDto.subject, messageDto.draft);
      }}
      onClose={onClose}
    />
  );
}

/** A message and its event. */
export interface OfEvent {
  readonly event: Pick<ManagedEvent, "slug" | "types">;
  readonly message: HolderMessage;
}

export function ChangeMessage({ subject: { event, message }, onClose }: SubjectProps<OfEvent>) {
  const { slug, types } = event;
  const { id, version, template, audience, stallTypes, bookingIds, fileIds, subject, text } = message;
  const { timing, days, sendAt, state } = message;
  const [change] = useChangeMessageMutation();
  const { currentData: holders } = useListHoldersQuery(slug);
  const { currentData: files } = useListEventFilesQuery(slug);
  return (
    <ActionDialog<ChangeMessageDto>
      wide
      title={texts.change}
      lead={<Placeholders />}
      dto={ChangeMessageDto}
      initial={{
        ...{ audience, stallTypes, bookingIds, fileIds, subject, text, timing, draft: state === "draft", version },
        ...(template === undefined ? {} : { template }),
        ...(days === undefined ? {} : { days }),
        sendAt: sendAt === undefined ? "" : toFieldValue(sendAt),
      }}
      fields={(values) => fieldsFor(values, types, holders, files)}
      consequence={(values) => <MessagePreview slug={slug} message={previewKey(values)} />}
      texts={texts}
      run={async (changeMessageDto) => {
        await change({ id, changeMessageDto: readyFor(changeMessageDto) }).unwrap();
        return texts.done(changeMessageDto.subject, changeMessageDto.draft);
      }}
      onClose={onClose}
    />
  );
}

/** Pauses, resumes or stops a message. */
function stepDialog(step: keyof typeof strings.steps) {
  return function StepDialog({ subject: { message }, onClose }: SubjectProps<OfEvent>) {
    const { id, subject } = message;
    const [run] = useStepMessageMutation();
    const words = strings.steps[step];
    return (
      <ConfirmDialog
        danger={step === "stop"}
        title={words.dialog(subject)}
        consequence={words.consequence}
        texts={words}
        run={async () => {
          await run({ id, messageStepDto: { step } }).unwrap();
          return words.done;
        }}
        onClose={onClose}
      />
    );
  };
}
export const PauseMessage = stepDialog("pause");
export const ResumeMessage = stepDialog("resume");
export const StopMessage = stepDialog("stop");

/** What became of a message for each holder. */
export function Recipients({ subject: { event, message }, onClose }: SubjectProps<OfEvent>) {
  const { id, subject } = message;
  const query = useListRecipientsQuery(id);
  const words = strings.recipients;
  return (
    <RecordDialog title={words.dialog(subject)} actions={null} onClose={onClose}>
      <Loaded query={query} loading={words.loading} failed={words.failed}>
        {(found) =>
          found.length === 0 ? (
            <Text>{words.none}</Text>
          ) : (
            <Flex direction="column" gap="3">
              {found.length === 1_000 && <Text>{words.most}</Text>}
              <RowsTable
                label={words.table}
                rows={found}
                keyOf={({ bookingId }) => bookingId}
                columns={[
                  {
                    ...{ label: words.columns.stall, heads: true },
                    cell: ({ bookingId, stallId }) => (
                      <Link to={bookingAddress(bookingId, event.slug)} aria-label={words.openBooking(stallId)}>
                        {stallId}
                      </Link>
                    ),
                  },
                  { label: words.columns.business, cell: ({ businessName }) => businessName },
                  {
                    ...{ label: words.columns.outcome, wide: true },
                    cell: ({ outcome, problem }) => (
                      <>
                        <span>{words.outcomes[outcome]}</span>
                        {problem !== undefined && <span data-sub>{problem}</span>}
                      </>
                    ),
                  },
                  { label: words.columns.at, cell: ({ at }) => (at === undefined ? null : <Box>{momentOf(at)}</Box>) },
                ]}
              />
            </Flex>
          )
        }
      </Loaded>
    </RecordDialog>
  );
}
