import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import {
  AddEditionDto,
  ChangeEventDto,
  ChangeOrganisationDto,
  NotifyHoldersDto,
} from "@sakhi/domain/operator/event-facts.dto";
import { BellOff, CalendarPlus, Mail, PencilLine, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import { Link } from "react-router-dom";
import {
  type ManagedFacts,
  useAddEditionMutation,
  useChangeEditionMutation,
  useChangeEventMutation,
  useChangeOrganisationMutation,
  useGetManagedFactsQuery,
  useRemoveEditionMutation,
  useNotifyHoldersMutation,
} from "../../../api/admin-api";
import { ActionDialog, type ActionField, toIndianTime, ReasonDialog, reasonField } from "../parts/action-dialog";
import { toFieldValue, momentOf } from "../parts/labels";
import { Facts, Loaded, Panel } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./event.strings";

type FieldName = keyof typeof strings.fields;
/** A row, or the form's values for it, with the version. */
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

/** Formats a value for display; empty values as "none". */
function formatValue(name: FieldName, value: Values[string]): string {
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

/** Initial form values of a row. */
function initialOf(names: readonly FieldName[], row: Values): Record<string, string | number> {
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? "";
      return [name, MOMENTS.has(name) && value !== "" ? toFieldValue(String(value)) : value];
    }),
  );
}

/** Lists each changed fact with its old and new value. */
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
  const normalize = (name: FieldName, value: Values[string]): string => {
    const text = String(value ?? "");
    const at = MOMENTS.has(name) ? Date.parse(toIndianTime(text)) : Number.NaN;
    return Number.isNaN(at) ? text : new Date(at).toISOString();
  };
  const changed = names.filter((name) => normalize(name, values[name]).trim() !== normalize(name, before[name]).trim());
  if (changed.length === 0) return <>{strings.unchanged}</>;
  const display = (name: FieldName, value: Values[string]): string => formatValue(name, normalize(name, value));
  return (
    <>
      {strings.willChange}
      <chakra.ul mt="1" listStyleType="disc" ps="5">
        {changed.map((name) => (
          <chakra.li key={name} whiteSpace="pre-line">
            <strong>{`${strings.fields[name]}:`}</strong>
            <span>{` ${strings.from(display(name, before[name]), display(name, values[name]))}`}</span>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

/** Converts form values to the DTO; empty optional fields become null. */
function toDto<Dto extends object>(names: readonly FieldName[], values: Dto): Dto {
  const none = Object.fromEntries(names.filter((name) => OPTIONAL.has(name)).map((name) => [name, null]));
  const given = Object.entries<unknown>(values as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  return { ...none, ...Object.fromEntries(given) } as Dto;
}

interface FactsDialogProps<Dto extends FieldValues> {
  readonly title: string;
  readonly texts: { readonly confirm: string; readonly pending: string; readonly done: string };
  readonly dto: new () => Dto;
  readonly names: readonly FieldName[];
  /** Initial values. The version is sent along, if any. */
  readonly row: Values;
  /** Description of the effect. Default: the changed facts. */
  readonly consequence?: string;
  /** Rendered below the consequence. */
  readonly note?: string;
  readonly save: (dto: Dto) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Form for all facts of a row, with a reason. */
function FactsDialog<Dto extends FieldValues>({
  title,
  texts,
  dto,
  names,
  row,
  consequence,
  note,
  save,
  onClose,
}: FactsDialogProps<Dto>) {
  const version = row["version"];
  const initial = { ...initialOf(names, row), ...(version === undefined ? {} : { version }), reason: "" };
  return (
    <ActionDialog<Dto>
      wide
      title={title}
      dto={dto}
      initial={initial as DefaultValues<Dto>}
      fields={() => [...fieldsOf<never>(names), reasonField() as ActionField<never>]}
      consequence={(values) => (
        <>
          <div>{consequence ?? <Differences names={names} row={row} values={values} />}</div>
          {note !== undefined && <Text mt="1">{note}</Text>}
        </>
      )}
      texts={texts}
      run={async (values) => {
        await save(toDto(names, values));
        return texts.done;
      }}
      onClose={onClose}
    />
  );
}

type Edition = ManagedFacts["editions"][number];

/** Values that a new edition does not copy from the present one. */
const NOT_COPIED = { edition: "", days: "", salesOpenAt: undefined, salesCloseAt: undefined, version: undefined };

/** A row of facts, with a change button for operators. */
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
  /** Rendered beside the change button. */
  readonly more?: ReactNode;
}) {
  const facts = names.map((name): readonly [string, ReactNode] => [
    strings.fields[name],
    <chakra.span key={name} whiteSpace="pre-line">
      {formatValue(name, row[name])}
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

type Unnotified = NonNullable<ManagedFacts["unnotified"]>;

/** The change that holders of stalls have not been notified, with the decision for operators. */
function UnnotifiedPanel({
  unnotified: { what, since, holders },
  onDecide,
}: {
  readonly unnotified: Unnotified;
  readonly onDecide: ((notify: boolean) => void) | undefined;
}) {
  const texts = strings.unnotified;
  return (
    <Panel title={texts.title}>
      <Text>{texts.lead(what, momentOf(Date.parse(since)), holders)}</Text>
      {onDecide !== undefined && (
        <Flex gap="2" wrap="wrap" mt="3">
          {holders > 0 && (
            <Button size="sm" onClick={() => onDecide(true)}>
              <Mail aria-hidden />
              <span>{texts.notify.button(holders)}</span>
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={() => onDecide(false)}>
            <BellOff aria-hidden />
            {texts.dismiss.button}
          </Button>
        </Flex>
      )}
    </Panel>
  );
}

/** Confirms that the holders are notified, with their number, or that they need not be. */
function NotifyDialog({
  unnotified: { version, what, holders },
  notify,
  onClose,
}: {
  readonly unnotified: Unnotified;
  readonly notify: boolean;
  readonly onClose: () => void;
}) {
  const [notifyHolders] = useNotifyHoldersMutation();
  const texts = notify ? strings.unnotified.notify : strings.unnotified.dismiss;
  return (
    <ActionDialog<NotifyHoldersDto>
      title={texts.dialog}
      dto={NotifyHoldersDto}
      initial={{ version, notify, reason: "" }}
      fields={() => [reasonField()]}
      consequence={() => texts.consequence(what, holders)}
      texts={texts}
      run={async (dto) => {
        const { notified } = await notifyHolders(dto).unwrap();
        return texts.done(notified);
      }}
      onClose={onClose}
    />
  );
}

type Changing =
  | { readonly what: "event" | "organisation" | "add" }
  | { readonly what: "notify"; readonly unnotified: Unnotified; readonly notify: boolean }
  | { readonly what: "edition" | "remove"; readonly edition: Edition };

/** Future editions. */
function Editions({
  facts,
  onChange,
}: {
  readonly facts: ManagedFacts;
  readonly onChange: ((changing: Changing) => void) | undefined;
}) {
  const texts = strings.editions;
  return (
    <>
      <Panel
        title={texts.title}
        aside={
          onChange !== undefined && (
            <Button size="sm" variant="outline" onClick={() => onChange({ what: "add" })}>
              <CalendarPlus aria-hidden />
              {texts.add.label}
            </Button>
          )
        }
      >
        <Text>{facts.editions.length === 0 ? texts.none : texts.lead}</Text>
      </Panel>
      {facts.editions.map((edition) => (
        <FactsPanel
          key={edition.id}
          title={texts.name(edition.name, edition.edition)}
          label={texts.change.dialog(edition.edition)}
          names={EVENT_FIELDS}
          row={{ ...edition }}
          onChange={onChange === undefined ? undefined : () => onChange({ what: "edition", edition })}
          more={
            <>
              <Button asChild size="sm" variant="outline">
                <Link to={edition.path} aria-label={texts.pageLabel(edition.edition)}>
                  {texts.page}
                </Link>
              </Button>
              <Button
                size="sm"
                variant="outline"
                aria-label={texts.remove.label(edition.edition)}
                onClick={() => onChange?.({ what: "remove", edition })}
              >
                <Trash2 aria-hidden />
                {texts.remove.button}
              </Button>
            </>
          }
        />
      ))}
    </>
  );
}

/** The dialog of the current change. */
function Editor({
  facts: { event, organisation },
  changing,
  onClose,
}: {
  readonly facts: ManagedFacts;
  readonly changing: Changing;
  readonly onClose: () => void;
}) {
  const [changeEvent] = useChangeEventMutation();
  const [changeOrganisation] = useChangeOrganisationMutation();
  const [addEdition] = useAddEditionMutation();
  const [changeEdition] = useChangeEditionMutation();
  const [removeEdition] = useRemoveEditionMutation();
  const { add, change, remove } = strings.editions;
  switch (changing.what) {
    case "event":
      return (
        <FactsDialog
          title={strings.event.dialog}
          texts={strings.event}
          dto={ChangeEventDto}
          names={EVENT_FIELDS}
          row={{ ...event }}
          note={strings.event.holders}
          save={(dto) => changeEvent(dto).unwrap()}
          onClose={onClose}
        />
      );
    case "notify":
      return <NotifyDialog unnotified={changing.unnotified} notify={changing.notify} onClose={onClose} />;
    case "organisation":
      return (
        <FactsDialog
          title={strings.organisation.dialog}
          texts={strings.organisation}
          dto={ChangeOrganisationDto}
          names={ORGANISATION_FIELDS}
          row={{ ...organisation }}
          note={strings.organisation.invoices}
          save={(dto) => changeOrganisation(dto).unwrap()}
          onClose={onClose}
        />
      );
    // Prefilled with the present edition's name and venue.
    case "add":
      return (
        <FactsDialog
          title={add.dialog}
          texts={add}
          dto={AddEditionDto}
          names={EVENT_FIELDS}
          row={{ ...event, ...NOT_COPIED }}
          consequence={add.consequence}
          save={(dto) => addEdition(dto).unwrap()}
          onClose={onClose}
        />
      );
    case "edition": {
      const { edition } = changing;
      return (
        <FactsDialog
          title={change.dialog(edition.edition)}
          texts={change}
          dto={ChangeEventDto}
          names={EVENT_FIELDS}
          row={{ ...edition }}
          save={(changeEventDto) => changeEdition({ id: edition.id, changeEventDto }).unwrap()}
          onClose={onClose}
        />
      );
    }
    case "remove":
      return (
        <ReasonDialog
          danger
          title={remove.dialog(changing.edition.edition)}
          consequence={remove.consequence}
          texts={remove}
          run={async (reason) => {
            await removeEdition({ id: changing.edition.id, reasonDto: { reason } }).unwrap();
            return remove.done;
          }}
          onClose={onClose}
        />
      );
  }
}

/** ?view=event: facts of the Mela and its organisation, shown all over the site; operators change them. */
export function EventView() {
  const { canEdit } = useSession();
  const query = useGetManagedFactsQuery();
  const [changing, setChanging] = useState<Changing>();
  const decide = (unnotified: Unnotified) => (notify: boolean) => setChanging({ what: "notify", unnotified, notify });
  return (
    <Loaded query={query} loading={strings.loading} failed={strings.failed}>
      {(facts) => (
        <Flex direction="column" gap="5">
          <Box maxWidth="text">{strings.lead}</Box>
          {facts.unnotified !== undefined && (
            <UnnotifiedPanel unnotified={facts.unnotified} onDecide={canEdit ? decide(facts.unnotified) : undefined} />
          )}
          <FactsPanel
            title={strings.event.title}
            label={strings.event.dialog}
            names={EVENT_FIELDS}
            row={{ ...facts.event }}
            onChange={canEdit ? () => setChanging({ what: "event" }) : undefined}
          />
          <FactsPanel
            title={strings.organisation.title}
            label={strings.organisation.dialog}
            names={ORGANISATION_FIELDS}
            row={{ ...facts.organisation }}
            onChange={canEdit ? () => setChanging({ what: "organisation" }) : undefined}
          />
          <Editions facts={facts} onChange={canEdit ? setChanging : undefined} />
          {changing !== undefined && (
            <Editor facts={facts} changing={changing} onClose={() => setChanging(undefined)} />
          )}
        </Flex>
      )}
    </Loaded>
  );
}
