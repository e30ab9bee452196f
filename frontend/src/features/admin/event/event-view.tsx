import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { AddEditionDto, ChangeEventDto, ChangeOrganisationDto } from "@sakhi/domain/operator/event-facts.dto";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { CalendarPlus, PencilLine, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import {
  type ManagedFacts,
  useAddEditionMutation,
  useChangeEditionMutation,
  useChangeEventMutation,
  useChangeOrganisationMutation,
  useGetManagedFactsQuery,
  useRemoveEditionMutation,
} from "../../../api/admin-api";
import { ActionDialog, type ActionField, reasonField } from "../parts/action-dialog";
import { momentOf } from "../parts/labels";
import { Facts, Loaded, Panel } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./event.strings";

type FieldName = keyof typeof strings.fields;
/** A row, or what is typed of it: texts, and the version beside them. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

const EVENT_FIELDS = [
  ...["name", "edition", "days", "venueName", "venueDescription", "street", "locality", "city", "pin"],
  ...["stateCode", "mapUrl", "salesOpenAt", "salesCloseAt"],
] as readonly FieldName[];
const ORGANISATION_FIELDS = [
  ...["name", "supportEmail", "phone", "street", "locality", "city", "pin", "region"],
  ...["legalName", "legalAddress", "gstin"],
] as readonly FieldName[];
const OPTIONAL: ReadonlySet<FieldName> = new Set<FieldName>(["salesOpenAt", "salesCloseAt", "phone"]);
const MOMENTS: ReadonlySet<FieldName> = new Set<FieldName>(["salesOpenAt", "salesCloseAt"]);
const HELP: Readonly<Partial<Record<FieldName, string>>> = strings.help;

/** A moment as a date and time field holds it, in India's time: 2026-12-01T00:00. */
function fieldMoment(at: string): string {
  return new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(0, 16);
}

/** What a field shows: moments as people read them, nothing as "none". */
function shown(name: FieldName, value: Values[string]): string {
  if (value === undefined || value === null || value === "") return strings.none;
  if (!MOMENTS.has(name)) return String(value);
  const at = Date.parse(String(value));
  return Number.isNaN(at) ? String(value) : momentOf(at);
}

function fieldsOf<Dto extends Values>(names: readonly FieldName[]): readonly ActionField<Dto>[] {
  return names.map((name) => ({
    name: name as never,
    label: strings.fields[name],
    ...(HELP[name] === undefined ? {} : { help: HELP[name] }),
    optional: OPTIONAL.has(name),
    moment: MOMENTS.has(name),
    ...(name === "days" ? { lines: 3 } : {}),
  }));
}

/** A row as the form begins with it. */
function initialOf(names: readonly FieldName[], row: Values): Record<string, string | number> {
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? "";
      return [name, MOMENTS.has(name) && value !== "" ? fieldMoment(String(value)) : value];
    }),
  );
}

/** What saving changes: each fact with what it is and what it becomes. */
function Differences({
  names,
  row,
  values,
}: {
  readonly names: readonly FieldName[];
  readonly row: Values;
  readonly values: Values;
}) {
  const before = initialOf(names, row);
  const asTyped = (name: FieldName, value: Values[string]): string =>
    MOMENTS.has(name) && typeof value === "string" && value !== "" ? value.slice(0, 16) : String(value ?? "");
  const different = names.filter((name) => asTyped(name, values[name]).trim() !== asTyped(name, before[name]).trim());
  if (different.length === 0) return <>{strings.unchanged}</>;
  const spoken = (name: FieldName, value: Values[string]): string => {
    const typed = asTyped(name, value);
    return shown(name, MOMENTS.has(name) && typed !== "" ? `${typed}:00+05:30` : typed);
  };
  return (
    <>
      {strings.willChange}
      <chakra.ul mt="1" listStyleType="disc" ps="5">
        {different.map((name) => (
          <chakra.li key={name} whiteSpace="pre-line">
            <strong>{strings.fields[name]}:</strong>{" "}
            {strings.from(spoken(name, before[name]), spoken(name, values[name]))}
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

/** Empty is nothing: the row then has none. */
function sent<Dto extends object>(names: readonly FieldName[], values: Dto): Dto {
  const none = Object.fromEntries(names.filter((name) => OPTIONAL.has(name)).map((name) => [name, null]));
  const given = Object.entries<unknown>(values as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return { ...none, ...Object.fromEntries(given) } as Dto;
}

interface EditorProps {
  readonly facts: ManagedFacts;
  readonly onClose: () => void;
}

function ChangeEvent({ facts: { event }, onClose }: EditorProps) {
  const [change] = useChangeEventMutation();
  const words = strings.event;
  return (
    <ActionDialog<ChangeEventDto>
      wide
      title={words.dialog}
      dto={ChangeEventDto}
      initial={{ ...initialOf(EVENT_FIELDS, { ...event }), version: event.version, reason: "" }}
      fields={() => [...fieldsOf<never>(EVENT_FIELDS), reasonField()]}
      consequence={(values) => <Differences names={EVENT_FIELDS} row={{ ...event }} values={{ ...values }} />}
      words={words}
      run={async (values) => {
        await change(sent(EVENT_FIELDS, values)).unwrap();
        return words.done;
      }}
      onClose={onClose}
    />
  );
}

function ChangeOrganisation({ facts: { organisation }, onClose }: EditorProps) {
  const [change] = useChangeOrganisationMutation();
  const words = strings.organisation;
  return (
    <ActionDialog<ChangeOrganisationDto>
      wide
      title={words.dialog}
      dto={ChangeOrganisationDto}
      initial={{ ...initialOf(ORGANISATION_FIELDS, { ...organisation }), version: organisation.version, reason: "" }}
      fields={() => [...fieldsOf<never>(ORGANISATION_FIELDS), reasonField()]}
      consequence={(values) => (
        <>
          <Differences names={ORGANISATION_FIELDS} row={{ ...organisation }} values={{ ...values }} />
          <Text mt="1">{words.invoices}</Text>
        </>
      )}
      words={words}
      run={async (values) => {
        await change(sent(ORGANISATION_FIELDS, values)).unwrap();
        return words.done;
      }}
      onClose={onClose}
    />
  );
}

type Edition = ManagedFacts["editions"][number];

/** Announces an edition to come; it begins with the present one's name and venue. */
function AddEdition({ facts: { event }, onClose }: EditorProps) {
  const [add] = useAddEditionMutation();
  const words = strings.editions.add;
  const begin = { ...event, edition: "", days: "", salesOpenAt: undefined, salesCloseAt: undefined };
  return (
    <ActionDialog<AddEditionDto>
      wide
      title={words.dialog}
      dto={AddEditionDto}
      initial={{ ...initialOf(EVENT_FIELDS, begin), reason: "" }}
      fields={() => [...fieldsOf<never>(EVENT_FIELDS), reasonField()]}
      consequence={() => words.consequence}
      words={words}
      run={async (values) => {
        await add(sent(EVENT_FIELDS, values)).unwrap();
        return words.done;
      }}
      onClose={onClose}
    />
  );
}

function ChangeEdition({ edition, onClose }: { readonly edition: Edition; readonly onClose: () => void }) {
  const [change] = useChangeEditionMutation();
  const words = strings.editions.change;
  return (
    <ActionDialog<ChangeEventDto>
      wide
      title={words.dialog(edition.edition)}
      dto={ChangeEventDto}
      initial={{ ...initialOf(EVENT_FIELDS, { ...edition }), version: edition.version, reason: "" }}
      fields={() => [...fieldsOf<never>(EVENT_FIELDS), reasonField()]}
      consequence={(values) => <Differences names={EVENT_FIELDS} row={{ ...edition }} values={{ ...values }} />}
      words={words}
      run={async (values) => {
        const { id } = edition;
        await change({ id, changeEventDto: sent(EVENT_FIELDS, values) }).unwrap();
        return words.done;
      }}
      onClose={onClose}
    />
  );
}

function RemoveEdition({ edition, onClose }: { readonly edition: Edition; readonly onClose: () => void }) {
  const [remove] = useRemoveEditionMutation();
  const words = strings.editions.remove;
  return (
    <ActionDialog<ReasonDto>
      danger
      title={words.dialog(edition.edition)}
      dto={ReasonDto}
      initial={{ reason: "" }}
      fields={() => [reasonField()]}
      consequence={() => words.consequence}
      words={words}
      run={async ({ reason }) => {
        await remove({ id: edition.id, reasonDto: { reason } }).unwrap();
        return words.done;
      }}
      onClose={onClose}
    />
  );
}

/** One row with the button that changes it, for operators. */
function FactsPanel({
  title,
  label,
  names,
  row,
  onChange,
  more,
}: {
  readonly title: string;
  readonly label: string;
  readonly names: readonly FieldName[];
  readonly row: Values;
  readonly onChange: (() => void) | undefined;
  /** Stands beside the button that changes it. */
  readonly more?: ReactNode;
}) {
  const facts = names.map((name): readonly [string, ReactNode] => [
    strings.fields[name],
    <chakra.span key={name} whiteSpace="pre-line">
      {shown(name, row[name])}
    </chakra.span>,
  ]);
  return (
    <Panel
      title={title}
      aside={
        onChange !== undefined && (
          <Flex gap="2" wrap="wrap">
            <Button size="sm" variant="outline" aria-label={label} onClick={onChange}>
              <PencilLine aria-hidden />
              {strings.change}
            </Button>
            {more}
          </Flex>
        )
      }
    >
      <Facts facts={facts} minWidth="15rem" />
    </Panel>
  );
}

type Changing =
  | { readonly what: "event" | "organisation" | "add" }
  | { readonly what: "edition" | "remove"; readonly edition: Edition };

/** The editions to come, each as the Mela itself. */
function Editions({
  facts,
  onChange,
}: {
  readonly facts: ManagedFacts;
  readonly onChange: ((changing: Changing) => void) | undefined;
}) {
  const words = strings.editions;
  return (
    <>
      <Panel
        title={words.title}
        aside={
          onChange !== undefined && (
            <Button size="sm" variant="outline" onClick={() => onChange({ what: "add" })}>
              <CalendarPlus aria-hidden />
              {words.add.label}
            </Button>
          )
        }
      >
        <Text>{facts.editions.length === 0 ? words.none : words.lead}</Text>
      </Panel>
      {facts.editions.map((edition) => (
        <FactsPanel
          key={edition.id}
          title={words.name(edition.name, edition.edition)}
          label={words.change.dialog(edition.edition)}
          names={EVENT_FIELDS}
          row={{ ...edition }}
          onChange={onChange === undefined ? undefined : () => onChange({ what: "edition", edition })}
          more={
            <>
              <Button asChild size="sm" variant="outline">
                <Link to={edition.path} aria-label={words.pageLabel(edition.edition)}>
                  {words.page}
                </Link>
              </Button>
              <Button
                size="sm"
                variant="outline"
                aria-label={words.remove.label(edition.edition)}
                onClick={() => onChange?.({ what: "remove", edition })}
              >
                <Trash2 aria-hidden />
                {words.remove.button}
              </Button>
            </>
          }
        />
      ))}
    </>
  );
}

/** The dialog of what is being changed. */
function Editor({ facts, changing, onClose }: EditorProps & { readonly changing: Changing | undefined }) {
  switch (changing?.what) {
    case undefined:
      return null;
    case "event":
      return <ChangeEvent facts={facts} onClose={onClose} />;
    case "organisation":
      return <ChangeOrganisation facts={facts} onClose={onClose} />;
    case "add":
      return <AddEdition facts={facts} onClose={onClose} />;
    case "edition":
      return <ChangeEdition edition={changing.edition} onClose={onClose} />;
    case "remove":
      return <RemoveEdition edition={changing.edition} onClose={onClose} />;
  }
}

/** ?view=event: what stands about the Mela and who runs it everywhere; operators change it. */
export function EventView() {
  const { mayChange } = useSession();
  const query = useGetManagedFactsQuery();
  const [changing, setChanging] = useState<Changing>();
  return (
    <Loaded query={query} loading={strings.loading} failed={strings.failed}>
      {(facts) => (
        <Flex direction="column" gap="5">
          <Box maxWidth="text">{strings.lead}</Box>
          <FactsPanel
            title={strings.event.title}
            label={strings.event.label}
            names={EVENT_FIELDS}
            row={{ ...facts.event }}
            onChange={mayChange ? () => setChanging({ what: "event" }) : undefined}
          />
          <FactsPanel
            title={strings.organisation.title}
            label={strings.organisation.label}
            names={ORGANISATION_FIELDS}
            row={{ ...facts.organisation }}
            onChange={mayChange ? () => setChanging({ what: "organisation" }) : undefined}
          />
          <Editions facts={facts} onChange={mayChange ? setChanging : undefined} />
          <Editor facts={facts} changing={changing} onClose={() => setChanging(undefined)} />
        </Flex>
      )}
    </Loaded>
  );
}
