import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import {
  ALERT_KIND_NAMES,
  ALERT_KINDS,
  type AlertKind,
  DIGEST_KINDS,
  type DigestKind,
} from "@sakhi/domain/digest/digest.kinds";
import { WEEKDAY_NAMES, WEEKDAYS } from "@sakhi/domain/digest/digest.rules";
import { OwnAddressDto } from "@sakhi/domain/digest/own-mails.dto";
import { Eye, Send } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  type OwnMails as Settings,
  useAskOwnMailAddressMutation,
  useGetOwnMailsQuery,
  useLazyPreviewOwnDigestQuery,
  useRemoveOwnMailAddressMutation,
  useSaveOwnMailsMutation,
  useSendOwnDigestMutation,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { Choice } from "../../../ui/choice";
import { tile } from "../../../ui/options";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { ActionDialog, ConfirmDialog } from "../parts/action-dialog";
import { useAddress } from "../parts/address";
import { doneText } from "../parts/done-text";
import { momentOf } from "../parts/labels";
import { Loaded, Panel } from "../parts/panel";
import { useDraft } from "../parts/session";
import { strings } from "./own-mails.strings";

type Choices = Pick<Settings, "kinds" | "hour" | "weekdays" | "alerts">;

/** Where the mails go. */
function Address({ mails: { email, askedEmail } }: { readonly mails: Settings }) {
  const texts = strings.address;
  const [open, setOpen] = useState<"address" | "remove">();
  const [ask] = useAskOwnMailAddressMutation();
  const [remove] = useRemoveOwnMailAddressMutation();
  return (
    <Box>
      <chakra.h3 textStyle="h3" fontSize="1.0625rem" mb="1">
        {texts.title}
      </chakra.h3>
      <Text overflowWrap="anywhere">{email === undefined ? texts.none : texts.to(email)}</Text>
      {askedEmail !== undefined && (
        <Text mt="1" overflowWrap="anywhere">
          {texts.asked(askedEmail)}
        </Text>
      )}
      <Flex gap="2" wrap="wrap" mt="3">
        <Button size="sm" variant={email === undefined ? "solid" : "outline"} onClick={() => setOpen("address")}>
          {email === undefined ? texts.send : texts.change}
        </Button>
        {(email !== undefined || askedEmail !== undefined) && (
          <Button size="sm" variant="outline" onClick={() => setOpen("remove")}>
            {texts.remove}
          </Button>
        )}
      </Flex>
      {open === "address" && (
        <ActionDialog
          title={email === undefined ? texts.send : texts.change}
          dto={OwnAddressDto}
          initial={{ email: "" }}
          fields={() => [
            { name: "email", label: texts.label, help: texts.help, input: { type: "email", autoComplete: "email" } },
          ]}
          consequence={() => undefined}
          texts={{ confirm: texts.send, pending: texts.sending }}
          run={async ({ email: typed }) => {
            await ask({ email: typed }).unwrap();
            return texts.sent(typed);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "remove" && (
        <ConfirmDialog
          title={texts.remove}
          consequence={texts.removeConsequence}
          texts={{ confirm: texts.remove, pending: texts.removing }}
          run={async () => {
            await remove().unwrap();
            return texts.removed;
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  );
}

interface TickProps {
  readonly label: string;
  readonly help?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A choice that is on or off. */
function Tick({ label, help, checked, onChange }: TickProps) {
  return (
    <chakra.label {...tile} minWidth="0">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <chakra.span minWidth="0">
        <chakra.span display="block" fontWeight={help === undefined ? "400" : "600"}>
          {label}
        </chakra.span>
        {help !== undefined && (
          <chakra.span display="block" textStyle="small" color="muted">
            {help}
          </chakra.span>
        )}
      </chakra.span>
    </chakra.label>
  );
}

function Group({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <chakra.fieldset minWidth="0" border="0" p="0" m="0">
      <chakra.legend textStyle="h3" fontSize="1.0625rem" mb="2" p="0">
        {legend}
      </chakra.legend>
      {children}
    </chakra.fieldset>
  );
}

const toggled = <Value,>(values: readonly Value[], value: Value, isOn: boolean): Value[] =>
  isOn ? [...values, value] : values.filter((each) => each !== value);

/** Keeps what is chosen while the session ends. */
function Unsaved() {
  useDraft();
  return (
    <Text role="status" color="muted">
      {strings.unsaved}
    </Text>
  );
}

const choicesOf = ({ kinds, hour, weekdays, alerts }: Settings): Choices => ({ kinds, hour, weekdays, alerts });
const isSame = (a: Choices, b: Choices): boolean =>
  a.hour === b.hour &&
  ([a.kinds, a.alerts, a.weekdays] as const).every((values, index) => {
    const others: readonly unknown[] = [b.kinds, b.alerts, b.weekdays][index] ?? [];
    return values.length === others.length && values.every((value: unknown) => others.includes(value));
  });

function ChoicesForm({ mails }: { readonly mails: Settings }) {
  const [changed, setChanged] = useState<Choices>();
  const [save, { isLoading }] = useSaveOwnMailsMutation();
  const { showToast } = useToasts();
  const chosen = changed ?? choicesOf(mails);
  const isDirty = changed !== undefined && !isSame(changed, choicesOf(mails));
  const put = (change: Partial<Choices>) => setChanged({ ...chosen, ...change });
  const submit = async () => {
    if (isLoading) return;
    try {
      await save({ ...chosen }).unwrap();
      setChanged(undefined);
      showToast({ kind: "success", title: strings.saved });
    } catch (error) {
      showToast({ kind: "error", title: userMessage(error, strings.unreachable) });
    }
  };
  const { choosable, nextAt, email, offSince } = mails;
  const isAll = choosable.every((kind) => chosen.kinds.includes(kind));
  return (
    <Box asChild display="grid" gap="6">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Group legend={strings.kinds}>
          <Button size="sm" variant="outline" mb="3" onClick={() => put({ kinds: isAll ? [] : [...choosable] })}>
            {isAll ? strings.noneChosen : strings.all}
          </Button>
          <Box
            display="grid"
            gap="2"
            gridTemplateColumns={{
              base: "minmax(0, 1fr)",
              md: "repeat(2, minmax(0, 1fr))",
              xl: "repeat(3, minmax(0, 1fr))",
            }}
          >
            {choosable.map((kind: DigestKind) => (
              <Tick
                key={kind}
                label={DIGEST_KINDS[kind].label}
                help={DIGEST_KINDS[kind].help}
                checked={chosen.kinds.includes(kind)}
                onChange={(isOn) => put({ kinds: toggled(chosen.kinds, kind, isOn) })}
              />
            ))}
          </Box>
        </Group>
        <Group legend={strings.when}>
          <Flex gap="4" wrap="wrap" align="end">
            <Choice
              label={strings.hour}
              value={String(chosen.hour)}
              options={Array.from({ length: 24 }, (_, hour) => [String(hour), strings.hourOf(hour)] as const)}
              onChange={(hour) => put({ hour: Number(hour) })}
            />
            <Box role="group" aria-label={strings.weekdays} display="flex" flexWrap="wrap" gap="2">
              {WEEKDAYS.map((day) => (
                <Tick
                  key={day}
                  label={WEEKDAY_NAMES[day - 1] ?? ""}
                  checked={chosen.weekdays.includes(day)}
                  onChange={(isOn) => put({ weekdays: toggled(chosen.weekdays, day, isOn) })}
                />
              ))}
            </Box>
          </Flex>
        </Group>
        <Group legend={strings.alerts}>
          <Box display="grid" gap="2" gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }}>
            {ALERT_KIND_NAMES.map((kind: AlertKind) => (
              <Tick
                key={kind}
                {...ALERT_KINDS[kind]}
                checked={chosen.alerts.includes(kind)}
                onChange={(isOn) => put({ alerts: toggled(chosen.alerts, kind, isOn) })}
              />
            ))}
          </Box>
        </Group>
        {offSince !== undefined && <Text fontWeight="600">{strings.off(momentOf(offSince))}</Text>}
        <Flex gap="4" wrap="wrap" align="center">
          <SteadyButton type="submit" inactive={isLoading}>
            {isLoading ? strings.saving : strings.save}
          </SteadyButton>
          {isDirty && <Unsaved />}
          {!isDirty && nextAt !== undefined && <Text color="muted">{strings.next(momentOf(nextAt))}</Text>}
          {!isDirty && nextAt === undefined && email !== undefined && offSince === undefined && (
            <Text color="muted">{strings.noNext}</Text>
          )}
        </Flex>
      </form>
    </Box>
  );
}

/** Her digest as it would be now, and one by mail. */
function Now({ canSend }: { readonly canSend: boolean }) {
  const texts = strings.now;
  const [show, { data, isFetching, error }] = useLazyPreviewOwnDigestQuery();
  const [send, { isLoading }] = useSendOwnDigestMutation();
  const { showToast } = useToasts();
  const sendNow = async () => {
    if (isLoading) return;
    try {
      showToast({ kind: "success", title: doneText((await send().unwrap()).message, texts.sent) });
    } catch (problem) {
      showToast({ kind: "error", title: userMessage(problem, strings.unreachable) });
    }
  };
  return (
    <Box>
      <chakra.h3 textStyle="h3" fontSize="1.0625rem" mb="1">
        {texts.title}
      </chakra.h3>
      <Text color="muted" mb="3">
        {texts.of}
      </Text>
      <Flex gap="2" wrap="wrap">
        <SteadyButton size="sm" variant="outline" inactive={isFetching} onClick={() => void show()}>
          <Eye aria-hidden />
          <span>{isFetching ? texts.showing : texts.show}</span>
        </SteadyButton>
        {canSend && (
          <SteadyButton size="sm" variant="outline" inactive={isLoading} onClick={() => void sendNow()}>
            <Send aria-hidden />
            <span>{isLoading ? texts.sending : texts.send}</span>
          </SteadyButton>
        )}
      </Flex>
      <Box role="status" mt="3">
        {error !== undefined && <Text>{userMessage(error, strings.unreachable)}</Text>}
        {error === undefined && data !== undefined && data.html === undefined && (
          <Text>{texts.nothing(momentOf(data.since))}</Text>
        )}
      </Box>
      {error === undefined && data?.html !== undefined && (
        <Box maxWidth="40rem" borderWidth="1px" borderRadius="card" overflow="hidden" bg="card">
          {/* Nothing in it runs or leaves: it is only looked at. */}
          <chakra.iframe
            title={texts.frame}
            sandbox=""
            srcDoc={data.html}
            width="100%"
            height="32rem"
            display="block"
            border="0"
          />
        </Box>
      )}
    </Box>
  );
}

/** Digests and alerts, as the caller chooses them. The links in these mails open it with `panel=mails`. */
export function OwnMails() {
  const query = useGetOwnMailsQuery();
  const isAsked = useAddress().get("panel") === "mails";
  const isThere = query.data !== undefined;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked && isThere) top.current?.scrollIntoView({ block: "start" });
  }, [isAsked, isThere]);
  return (
    <Box ref={top} scrollMarginTop="6rem">
      <Panel title={strings.title}>
        <Text color="muted" mb="5">
          {strings.lead}
        </Text>
        <Loaded query={query} loading={strings.loading} failed={strings.failed}>
          {(mails) => (
            <Box display="grid" gap="6">
              <Address mails={mails} />
              <ChoicesForm mails={mails} />
              <Now canSend={mails.email !== undefined} />
            </Box>
          )}
        </Loaded>
      </Panel>
    </Box>
  );
}
