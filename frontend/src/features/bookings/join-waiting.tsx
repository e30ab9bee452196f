import { Box, Button, chakra, Flex, type InputProps, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { JoinWaitingDto } from "@sakhi/domain/waiting/waiting.dto";
import { WAITING_FIELDS } from "@sakhi/domain/waiting/waiting.fields";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { useEventFacts } from "../../api/event-facts";
import { apiErrorOf, userMessage } from "../../api/failure";
import { type LayoutStall, useJoinWaitingListMutation } from "../../api/mela-api";
import { EmailDoubtDialog, useEmailDoubt } from "../../shared/email-doubt";
import { Modal } from "../../ui/dialog";
import { dtoResolver } from "../../ui/dto-resolver";
import { SteadyButton } from "../../ui/steady-button";
import { TextField } from "../../ui/text-field";
import { useTidyRegister } from "../../ui/tidy-fields";
import { strings } from "./waiting.strings";

type FieldName = keyof typeof WAITING_FIELDS;
const NAMES = Object.keys(WAITING_FIELDS) as readonly FieldName[];
const INPUTS: Readonly<Record<(typeof WAITING_FIELDS)[FieldName]["kind"], InputProps>> = {
  name: { autoCapitalize: "words", spellCheck: false },
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  phone: { type: "tel", inputMode: "tel" },
};
const HELP: Partial<Record<FieldName, string>> = { email: strings.emailHelp, phoneNumber: strings.phoneHelp };

/** Says which types of the plan are full, and offers their waiting lists. */
export function JoinWaiting({ stalls }: { readonly stalls: readonly LayoutStall[] }) {
  const types = [...new Set(stalls.map(({ type }) => type))];
  const isFree = (type: string) => stalls.some((stall) => stall.type === type && stall.status === "Available");
  const full = types.filter((type) => !isFree(type));
  const [joining, setJoining] = useState<string>();
  const id = useId();
  if (full.length === 0) return null;
  return (
    <chakra.section
      aria-labelledby={id}
      bg="marigold.soft"
      borderRadius="card"
      px={{ base: "4", md: "5" }}
      py="4"
      mb="6"
    >
      <chakra.h2 id={id} textStyle="h3">
        {full.length === types.length ? strings.all : strings.full(full)}
      </chakra.h2>
      <Text mt="1">{strings.lead}</Text>
      <Flex gap="3" wrap="wrap" mt="3">
        {full.map((type) => (
          <Button
            key={type}
            size="sm"
            whiteSpace="normal"
            height="auto"
            minHeight="tap"
            onClick={() => setJoining(type)}
          >
            {strings.join(type)}
          </Button>
        ))}
      </Flex>
      {joining !== undefined && <JoinDialog type={joining} onClose={() => setJoining(undefined)} />}
    </chakra.section>
  );
}

function JoinDialog({ type, onClose }: { readonly type: string; readonly onClose: () => void }) {
  const { slug: event } = useEventFacts();
  const navigate = useNavigate();
  const [join] = useJoinWaitingListMutation();
  const [problem, setProblem] = useState<string>();
  const form = useForm<JoinWaitingDto>({
    resolver: dtoResolver(JoinWaitingDto),
    defaultValues: { event, stallType: type, fullName: "", email: "", phoneNumber: "" },
    mode: "onTouched",
  });
  const register = useTidyRegister(form, JoinWaitingDto);
  const { errors, isSubmitting } = form.formState;
  const doubt = useEmailDoubt((email) => form.setValue("email", email));
  const send = form.handleSubmit(async (values) => {
    setProblem(undefined);
    if (doubt.ask(values.email)) return;
    const { data, error } = await join(values);
    if (data !== undefined) {
      await navigate(`${PATHS.waiting}#${data.token}`);
      return;
    }
    for (const [name, [message]] of Object.entries(apiErrorOf(error).fields ?? {})) {
      form.setError(name as FieldName, { type: "server", ...(message === undefined ? {} : { message }) });
    }
    setProblem(userMessage(error, strings.failed));
  });
  const formId = useId();
  return (
    <Modal
      open
      title={strings.formTitle(type)}
      onClose={onClose}
      footer={
        <>
          <SteadyButton variant="subtle" inactive={isSubmitting} onClick={onClose}>
            {strings.back}
          </SteadyButton>
          <SteadyButton type="submit" form={formId} inactive={isSubmitting}>
            {isSubmitting ? strings.sending : strings.send}
          </SteadyButton>
        </>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="grid"
        gap="4"
        onSubmit={(submitted) => {
          submitted.stopPropagation();
          void send(submitted);
        }}
      >
        <Text>{strings.formLead}</Text>
        {NAMES.map((name) => {
          const field = WAITING_FIELDS[name];
          const error = errors[name]?.message;
          return (
            <TextField
              key={name}
              label={field.label}
              help={HELP[name]}
              error={error}
              registration={register(name)}
              input={{ ...INPUTS[field.kind], autoComplete: field.autoComplete }}
            />
          );
        })}
        <Box role="alert" fontWeight="600" color="alarm.text">
          {problem}
        </Box>
        <EmailDoubtDialog doubt={doubt} text={strings.doubt} onDecided={() => void send()} />
      </chakra.form>
    </Modal>
  );
}
