import { Box, chakra, Text } from "@chakra-ui/react";
import { EVENT_FIELDS, factsOf, WHEN_AND_WHERE, type WhenAndWhere } from "@sakhi/domain/events/event.fields";
import { RescheduleEventDto } from "@sakhi/domain/operator/event-facts.dto";
import {
  type ManagedEvent,
  type ReschedulePreviewResponse,
  useGetManagedFactsQuery,
  usePreviewRescheduleMutation,
  useRescheduleEventMutation,
} from "../../../api/admin-api";
import { ActionDialog, type ActionField, reasonField, type SubjectProps } from "../parts/action-dialog";
import { Loaded, RecordDialog } from "../parts/panel";
import { strings } from "./event-changes.strings";
import { strings as eventStrings } from "./event.strings";
import { fieldsOf } from "./facts-form";
import { usePreview } from "./use-preview";

const texts = strings.reschedule;

type Facts = Readonly<Record<WhenAndWhere, string>> & { readonly version: number };

const FIELDS: readonly ActionField<RescheduleEventDto>[] = [
  ...fieldsOf<RescheduleEventDto>(factsOf(EVENT_FIELDS, WHEN_AND_WHERE)),
  reasonField(),
];

/** The mail as the first holder would get it. */
function Mail({ mail }: { readonly mail: NonNullable<ReschedulePreviewResponse["mail"]> }) {
  return (
    <Box mt="3">
      <strong>{texts.mail}</strong>
      <Text>{`${texts.subject}: ${mail.subject}`}</Text>
      <chakra.pre
        tabIndex={0}
        role="region"
        aria-label={texts.mail}
        mt="2"
        p="3"
        maxHeight="18rem"
        overflow="auto"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        bg="card"
        borderRadius="card"
        textStyle="small"
        fontFamily="inherit"
      >
        {mail.text}
      </chakra.pre>
    </Box>
  );
}

/** What the current input would do, as it is known so far. */
function ReschedulePreview({
  title,
  values,
  before,
  ask,
}: {
  /** The event's. */
  readonly title: string;
  readonly values: Partial<RescheduleEventDto>;
  readonly before: Facts;
  readonly ask: (values: RescheduleEventDto) => Promise<ReschedulePreviewResponse>;
}) {
  const isSame = WHEN_AND_WHERE.every((name) => (values[name] ?? "").trim() === before[name].trim());
  const isComplete = WHEN_AND_WHERE.every((name) => (values[name] ?? "").trim() !== "");
  const input = { ...Object.fromEntries(WHEN_AND_WHERE.map((name) => [name, values[name]])), version: before.version };
  const { result, problem } = usePreview(isSame || !isComplete ? undefined : JSON.stringify(input), (key) =>
    // The reason is not needed to look.
    ask(Object.assign(JSON.parse(key) as RescheduleEventDto, { reason: "preview" })),
  );
  if (isSame) return <>{texts.unchanged}</>;
  if (!isComplete) return <>{texts.invalid}</>;
  if (problem !== undefined) return <span>{problem}</span>;
  if (result === undefined) return <>{texts.loading}</>;
  return (
    <>
      {texts.consequence(title, result.what, result.holders)}
      {result.mail !== undefined && <Mail mail={result.mail} />}
    </>
  );
}

/** Gives an event other days or another venue, with the mail that its holders get. */
export function Reschedule({ subject: { slug, title }, onClose }: SubjectProps<ManagedEvent>) {
  const query = useGetManagedFactsQuery(slug);
  const [preview] = usePreviewRescheduleMutation();
  const [reschedule] = useRescheduleEventMutation();
  const facts = query.currentData?.event;
  if (facts === undefined) {
    return (
      <RecordDialog title={texts.dialog(title)} actions={null} onClose={onClose}>
        <Loaded query={{ ...query, data: facts }} loading={eventStrings.loading} failed={eventStrings.failed}>
          {() => null}
        </Loaded>
      </RecordDialog>
    );
  }
  const before = factsOf(facts, [...WHEN_AND_WHERE, "version"]);
  return (
    <ActionDialog<RescheduleEventDto>
      wide
      title={texts.dialog(title)}
      lead={texts.lead}
      dto={RescheduleEventDto}
      initial={{ ...before, reason: "" }}
      fields={() => FIELDS}
      consequence={(values) => (
        <ReschedulePreview
          title={title}
          values={values}
          before={before}
          ask={(rescheduleEventDto) => preview({ slug, rescheduleEventDto }).unwrap()}
        />
      )}
      texts={texts}
      run={async (rescheduleEventDto) => {
        const { notified } = await reschedule({ slug, rescheduleEventDto }).unwrap();
        return texts.done(notified);
      }}
      onClose={onClose}
    />
  );
}
