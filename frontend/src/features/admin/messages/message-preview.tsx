import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { blanksIn, messageTextProblem } from "@sakhi/domain/messages/message-text.rules";
import type { PreviewMessageDto } from "@sakhi/domain/messages/message.dto";
import {
  MESSAGE_SUBJECT_LENGTH,
  MESSAGE_TEXT_LENGTH,
  type MessageAudience,
} from "@sakhi/domain/messages/message.rules";
import { Send } from "lucide-react";
import { useState } from "react";
import {
  type MessagePreview as Found,
  useGetManagedFactsQuery,
  usePreviewMessageMutation,
  useTestMessageMutation,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { TextField } from "../../../ui/text-field";
import { useToasts } from "../../../ui/toast";
import { usePreview } from "../event/use-preview";
import { strings } from "./messages.strings";

const texts = strings.form;
/** Width of a phone's screen, in px. */
const PHONE = 360;

/** What the preview depends on; undefined while it is incomplete. */
export function previewKey({
  audience,
  subject = "",
  text = "",
  stallTypes = [],
  bookingIds = [],
  fileIds = [],
}: Partial<Omit<PreviewMessageDto, "audience">> & { readonly audience?: string | undefined }): string | undefined {
  const isSome =
    (audience !== "stall_types" || stallTypes.length > 0) && (audience !== "chosen" || bookingIds.length > 0);
  const isText = [subject, text].every((part) => part.trim().length >= 3);
  const isShort = subject.length <= MESSAGE_SUBJECT_LENGTH && text.length <= MESSAGE_TEXT_LENGTH;
  const isRight =
    messageTextProblem(subject, "subject") === undefined && messageTextProblem(text, "text") === undefined;
  if (audience === undefined || !isSome || !isText || !isShort || !isRight) return undefined;
  const whom = {
    audience: audience as MessageAudience,
    ...(audience === "stall_types" ? { stallTypes } : {}),
    ...(audience === "chosen" ? { bookingIds } : {}),
    ...(fileIds.length === 0 ? {} : { fileIds }),
  };
  return JSON.stringify({ ...whom, subject, text, draft: true } satisfies PreviewMessageDto);
}

/** Who would get a message now, three of their mails as a phone shows them, and a test to oneself. */
export function MessagePreview({ slug, message }: { readonly slug: string; readonly message: string | undefined }) {
  const [preview] = usePreviewMessageMutation();
  const { result, problem } = usePreview(message, (asked) =>
    preview({ slug, previewMessageDto: JSON.parse(asked) as PreviewMessageDto }).unwrap(),
  );
  if (message === undefined) return <Text>{texts.incomplete}</Text>;
  if (problem !== undefined) return <Text>{problem}</Text>;
  if (result === undefined) return <Text>{texts.looking}</Text>;
  const blanks = blanksIn((JSON.parse(message) as PreviewMessageDto).text);
  return (
    <Flex direction="column" gap="2">
      <Text fontWeight="600">
        {result.recipients === 0 ? texts.nobody : texts.reach(result.recipients, result.holders)}
      </Text>
      <Text>{texts.byTime}</Text>
      {blanks.length > 0 && <Text fontWeight="600">{texts.blanks(blanks)}</Text>}
      {result.unsaid.length > 0 && <Text fontWeight="600">{texts.unsaid(result.unsaid)}</Text>}
      {result.samples.length > 0 && <Samples samples={result.samples} />}
      <TestToOneself slug={slug} message={message} />
    </Flex>
  );
}

/** The mails, one at a time, in a frame as wide as a phone. */
function Samples({ samples }: Pick<Found, "samples">) {
  const [chosen, setChosen] = useState(0);
  const shown = samples[chosen] ?? samples[0];
  if (shown === undefined) return null;
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" minHeight="tap" alignContent="center" fontWeight="600">
        {texts.preview}
      </chakra.summary>
      <Flex gap="2" wrap="wrap" mb="3">
        {samples.map(({ stallId, businessName }, index) => (
          <Button
            key={stallId}
            size="sm"
            variant={shown.stallId === stallId ? "solid" : "outline"}
            aria-pressed={shown.stallId === stallId}
            onClick={() => setChosen(index)}
          >
            {texts.previewOf(stallId, businessName)}
          </Button>
        ))}
      </Flex>
      <Text fontWeight="600" overflowWrap="anywhere">
        {shown.subject}
      </Text>
      <Box maxWidth={`${PHONE}px`} mt="2" borderWidth="1px" borderRadius="card" overflow="hidden" bg="card">
        {/* Nothing in it runs or leaves: it is only looked at. */}
        <chakra.iframe
          title={texts.frame(shown.stallId)}
          sandbox=""
          srcDoc={shown.html}
          width="100%"
          height="28rem"
          display="block"
          border="0"
        />
      </Box>
      <Text textStyle="small" mt="1">
        {texts.noLink}
      </Text>
    </chakra.details>
  );
}

function TestToOneself({ slug, message }: { readonly slug: string; readonly message: string }) {
  const { data: facts } = useGetManagedFactsQuery(slug);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [test, { isLoading }] = useTestMessageMutation();
  const { showToast } = useToasts();
  const to = typed ?? facts?.organisation.supportEmail ?? "";
  const send = async () => {
    if (isLoading) return;
    setProblem(undefined);
    try {
      const asked = JSON.parse(message) as Pick<PreviewMessageDto, keyof PreviewMessageDto>;
      await test({ slug, testMessageDto: { ...asked, to } }).unwrap();
      showToast({ kind: "success", title: texts.tested(to) });
    } catch (error) {
      setProblem(userMessage(error, texts.notTested));
    }
  };
  return (
    <Flex gap="3" wrap="wrap" align="end">
      <Box flex="1" minWidth="14rem">
        <TextField
          label={texts.test}
          help={texts.testHelp}
          error={problem}
          held={{ value: to, readOnly: isLoading, onChange: ({ currentTarget }) => setTyped(currentTarget.value) }}
          input={{ type: "email", autoComplete: "email" }}
        />
      </Box>
      <Button size="sm" type="button" variant="outline" minHeight="tap" onClick={() => void send()}>
        <Send aria-hidden />
        {texts.testButton}
      </Button>
    </Flex>
  );
}
