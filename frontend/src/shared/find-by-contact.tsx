import { Box, chakra, Text } from "@chakra-ui/react";
import words from "@sakhi/domain/generated/messages/en/find-by-contact";
import { MailCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
  type UseFormRegister,
  type UseFormReturn,
} from "react-hook-form";
import { userMessage } from "../api/failure";
import { dtoResolver } from "../ui/dto-resolver";
import { OutcomePage } from "../ui/outcome";
import { PageBody, PageHeading, useDocumentTitle } from "../ui/page";
import { SteadyButton } from "../ui/steady-button";
import { Support } from "../ui/support";
import { useTidyRegister } from "../ui/tidy-fields";
import { EmailDoubtDialog, useEmailDoubt } from "./email-doubt";

const doubtText = (typed: string): string => words.doubt({ email: typed });

/** Texts of a page that mails a new link. */
interface FindTexts {
  readonly findTitle: string;
  readonly findLead: string;
  readonly findButton: string;
  readonly findSending: string;
  readonly findDone: string;
  readonly findFailed: string;
}

interface Found {
  readonly data?: { readonly message: string };
  readonly error?: unknown;
}

interface FindByContactProps<Dto extends FieldValues> {
  readonly texts: FindTexts;
  readonly dto: new () => Dto;
  readonly initial: DefaultValues<Dto>;
  readonly fields: (form: UseFormReturn<Dto>, register: UseFormRegister<Dto>) => ReactNode;
  /** One answer for each thing that is looked for. */
  readonly find: (values: Dto) => Promise<readonly Found[]>;
  /** Shown once it is sent: after the server's message, and as the first action. */
  readonly more?: readonly string[];
  readonly action: ReactNode;
}

/** Sends a new link to the address of a booking or listing. Responds identically whether or not there is one. */
export function FindByContact<Dto extends FieldValues>(props: FindByContactProps<Dto>) {
  const { texts, dto, initial, fields, find, more = [], action } = props;
  useDocumentTitle(texts.findTitle);
  const [messages, setMessages] = useState<readonly string[]>();
  const [problem, setProblem] = useState<string>();
  const form = useForm<Dto>({ resolver: dtoResolver(dto), defaultValues: initial, mode: "onTouched" });
  const register = useTidyRegister(form, dto);
  const { isSubmitting } = form.formState;
  const contact = "contact" as Path<Dto>;
  const doubt = useEmailDoubt((email) => form.setValue(contact, email as PathValue<Dto, Path<Dto>>));
  const send = form.handleSubmit(async (values) => {
    setProblem(undefined);
    if (doubt.ask(String(values["contact"]))) return;
    const found = await find(values);
    const refused = found.find(({ data }) => data === undefined);
    if (refused === undefined) setMessages(found.flatMap(({ data }) => data?.message ?? []));
    else setProblem(userMessage(refused.error, texts.findFailed));
  });
  if (messages !== undefined) {
    return (
      <OutcomePage
        icon={MailCheck}
        tone="good"
        title={texts.findDone}
        text={[...messages, ...more]}
        actions={
          <>
            {action}
            <Support />
          </>
        }
      />
    );
  }
  return (
    <PageBody narrow>
      <PageHeading>{texts.findTitle}</PageHeading>
      <Text textStyle="lead" mt="3">
        {texts.findLead}
      </Text>
      <chakra.form noValidate mt="6" onSubmit={(event) => void send(event)}>
        <div>{fields(form, register)}</div>
        <Box role="alert" mt="4" fontWeight="600" color="alarm.text">
          {problem}
        </Box>
        <SteadyButton type="submit" mt="4" inactive={isSubmitting}>
          {isSubmitting ? texts.findSending : texts.findButton}
        </SteadyButton>
        <EmailDoubtDialog doubt={doubt} text={doubtText} onDecided={() => void send()} />
      </chakra.form>
    </PageBody>
  );
}
