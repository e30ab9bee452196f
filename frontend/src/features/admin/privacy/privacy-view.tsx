import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { CorrectPersonDto, ErasePersonDto, PersonDto } from "@sakhi/domain/privacy/person.dto";
import { Download, Eraser, PencilLine, Search } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import {
  type PersonRecord,
  type PersonRecords,
  refetchAdministration,
  useAdminDispatch,
  useCorrectPersonMutation,
  useErasePersonMutation,
  useReadPersonRecordsMutation,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { sheet } from "../../../ui/card";
import { saveFile } from "../../../ui/download";
import { dtoResolver } from "../../../ui/dto-resolver";
import { EmptyState } from "../../../ui/states";
import { SteadyButton } from "../../../ui/steady-button";
import { TextField } from "../../../ui/text-field";
import { ActionDialog } from "../parts/action-dialog";
import { momentOf } from "../parts/labels";
import { Chip, DetailRows, Nothing, Panel } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./privacy.strings";

interface Found {
  readonly contact: string;
  readonly result: PersonRecords;
}

function RecordCard({ record }: { readonly record: PersonRecord }) {
  const { kind, title, createdAt, keptBecause, data } = record;
  return (
    <chakra.li {...sheet} p="4" minWidth="0">
      <Flex justify="space-between" gap="2" wrap="wrap" align="baseline" mb="2">
        <chakra.h3 textStyle="h3" overflowWrap="anywhere">
          {title}
        </chakra.h3>
        <Flex gap="2" wrap="wrap">
          <Chip tone="plain">{strings.kinds[kind]}</Chip>
          {keptBecause === undefined ? (
            <Chip tone="good">{strings.erasable}</Chip>
          ) : (
            <Chip tone="waiting">{strings.kept}</Chip>
          )}
        </Flex>
      </Flex>
      <Text textStyle="small" color="muted" mb="3">
        {`${momentOf(createdAt)}${keptBecause !== undefined ? ` · ${keptBecause}` : ""}`}
      </Text>
      <DetailRows facts={Object.entries(data)} />
    </chakra.li>
  );
}

interface DialogProps {
  readonly found: Found;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function EraseDialog({ found: { contact, result }, onClose, onDone }: DialogProps) {
  const [erase] = useErasePersonMutation();
  const kept = result.records.filter(({ keptBecause }) => keptBecause !== undefined).length;
  return (
    <ActionDialog<ErasePersonDto>
      title={strings.erase.title}
      dto={ErasePersonDto}
      initial={{ contact, reason: "" }}
      fields={() => [{ name: "reason", label: strings.reason, help: strings.reasonHelp }]}
      consequence={() => strings.erase.consequence(contact, result.records.length - kept, kept)}
      texts={strings.erase}
      danger
      run={async ({ reason }) => {
        const done = await erase({ contact, reason }).unwrap();
        onDone();
        return strings.erase.done(done.changed, done.kept);
      }}
      onClose={onClose}
    />
  );
}

function CorrectDialog({ found: { contact }, onClose, onDone }: DialogProps) {
  const [correct] = useCorrectPersonMutation();
  const texts = strings.correct;
  return (
    <ActionDialog<CorrectPersonDto>
      title={texts.title}
      dto={CorrectPersonDto}
      initial={{ contact, reason: "" }}
      fields={() => [
        { name: "fullName", label: texts.name, optional: true },
        { name: "email", label: texts.email, optional: true, input: { type: "email" } },
        { name: "phoneNumber", label: texts.phone, optional: true, input: { type: "tel", inputMode: "tel" } },
        { name: "reason", label: strings.reason, help: strings.reasonHelp },
      ]}
      consequence={() => texts.consequence(contact)}
      texts={texts}
      run={async ({ reason, fullName, email, phoneNumber }) => {
        const done = await correct({ contact, reason, fullName, email, phoneNumber }).unwrap();
        onDone();
        return texts.done(done.changed);
      }}
      onClose={onClose}
    />
  );
}

function Records({ found, onDone }: Pick<DialogProps, "found" | "onDone">) {
  const [dialog, setDialog] = useState<"erase" | "correct">();
  const { result } = found;
  const close = () => setDialog(undefined);
  if (result.records.length === 0)
    return (
      <EmptyState title={strings.empty.title} level="h3">
        <Text color="muted">{strings.empty.text}</Text>
      </EmptyState>
    );
  const copy = () => saveFile(new Blob([JSON.stringify(result, null, 2)]), strings.fileName);
  return (
    <>
      <Flex gap="2" wrap="wrap" align="center" mb="4">
        <Text role="status" fontWeight="600" me="auto">
          {strings.found(result.records.length)}
        </Text>
        <Button size="sm" variant="outline" onClick={copy}>
          <Download aria-hidden />
          {strings.download}
        </Button>
        <Button size="sm" variant="outline" onClick={() => setDialog("correct")}>
          <PencilLine aria-hidden />
          {strings.correct.button}
        </Button>
        <Button
          size="sm"
          disabled={result.records.every(({ keptBecause }) => keptBecause !== undefined)}
          onClick={() => setDialog("erase")}
        >
          <Eraser aria-hidden />
          {strings.erase.button}
        </Button>
      </Flex>
      <Box as="ul" display="grid" gap="4">
        {result.records.map((record) => (
          <RecordCard key={`${record.kind} ${record.id}`} record={record} />
        ))}
      </Box>
      {dialog === "erase" && <EraseDialog found={found} onClose={close} onDone={onDone} />}
      {dialog === "correct" && <CorrectDialog found={found} onClose={close} onDone={onDone} />}
    </>
  );
}

/** ?view=privacy: a person's records, with export, correction and erasure. Keeps the search out of the URL. */
export function PrivacyView() {
  const { canEdit } = useSession();
  const dispatch = useAdminDispatch();
  const [read] = useReadPersonRecordsMutation();
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<string>();
  const form = useForm<PersonDto>({
    resolver: dtoResolver(PersonDto),
    defaultValues: { contact: "" },
    mode: "onSubmit",
  });
  const { errors, isSubmitting } = form.formState;
  const search = async ({ contact }: PersonDto) => {
    setFailure(undefined);
    try {
      setFound({ contact, result: await read({ contact }).unwrap() });
    } catch (error) {
      setFound(undefined);
      setFailure(userMessage(error, strings.failed));
    }
  };
  const refresh = (before: Found) => {
    // Other views must not show erased or outdated data from the cache.
    refetchAdministration(dispatch);
    void search(before);
  };
  return (
    <Panel title={strings.title}>
      <Text color="muted" mb="4" maxWidth="text">
        {strings.lead}
      </Text>
      {canEdit ? (
        <chakra.form
          noValidate
          display="grid"
          gap="3"
          gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "minmax(0, 24rem) auto" }}
          alignItems="start"
          mb="5"
          onSubmit={(event) => void form.handleSubmit(search)(event)}
        >
          <TextField
            label={strings.contact}
            error={errors.contact?.message}
            registration={form.register("contact")}
            input={{ autoComplete: "off", inputMode: "email" }}
          />
          <SteadyButton type="submit" inactive={isSubmitting} mt={{ md: "8" }} justifySelf="start">
            <Search aria-hidden />
            <span>{isSubmitting ? strings.searching : strings.search}</span>
          </SteadyButton>
        </chakra.form>
      ) : (
        <Nothing>{strings.operatorsOnly}</Nothing>
      )}
      <Box role="alert">
        {failure !== undefined && (
          <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3">
            {failure}
          </Box>
        )}
      </Box>
      {found !== undefined && <Records found={found} onDone={() => refresh(found)} />}
    </Panel>
  );
}
