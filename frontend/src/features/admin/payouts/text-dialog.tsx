import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { MAX_PAYOUT_TEXT } from "@sakhi/domain/payouts/large-texts";
import { FileUp } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { userMessage } from "../../../api/failure";
import { useBusy } from "../../../ui/busy";
import { Modal } from "../../../ui/dialog";
import { CLOSE, GO_BACK } from "../../../ui/leave";
import { SteadyButton } from "../../../ui/steady-button";
import { TextLines } from "../../../ui/text-field";
import { useDraft } from "../parts/session";
import { strings } from "./payouts.strings";

interface TextDialogProps {
  readonly texts: Readonly<Record<"title" | "lead" | "label" | "choose" | "confirm" | "pending", string>>;
  /** @returns what is shown instead of the text, once it is done */
  readonly run: (content: string) => Promise<ReactNode>;
  readonly onClose: () => void;
}

/** Asks for a text that is pasted or a file that is chosen, sends it, and shows what came of it. */
export function TextDialog({ texts, run, onClose }: TextDialogProps) {
  const [content, setContent] = useState("");
  const [problem, setProblem] = useState("");
  const [result, setResult] = useState<ReactNode>();
  const [busy, once] = useBusy();
  const file = useRef<HTMLInputElement>(null);
  const id = useId();
  useDraft();
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > MAX_PAYOUT_TEXT) {
      setProblem(strings.tooLong);
      return;
    }
    try {
      setContent(await chosen.text());
      setProblem("");
    } catch {
      setProblem(strings.unreadable);
    }
  };
  const send = async () => {
    setProblem("");
    try {
      setResult(await run(content));
    } catch (error) {
      setProblem(userMessage(error, strings.failed.text));
    }
    return false;
  };
  const done = result !== undefined;
  return (
    <Modal
      open
      wide
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {done ? CLOSE : GO_BACK}
          </Button>
          {!done && (
            <SteadyButton inactive={busy || content.trim() === ""} onClick={() => void once(send)}>
              {busy ? texts.pending : texts.confirm}
            </SteadyButton>
          )}
        </>
      }
    >
      <Box role="status">{result}</Box>
      {!done && (
        <Box display="grid" gap="4" minWidth="0">
          <Text>{texts.lead}</Text>
          <Box>
            <Button variant="outline" size="sm" onClick={() => file.current?.click()}>
              <FileUp aria-hidden />
              {texts.choose}
            </Button>
            <input
              ref={file}
              type="file"
              hidden
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              aria-label={texts.choose}
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                void choose(chosen);
                currentTarget.value = "";
              }}
            />
          </Box>
          <Box minWidth="0">
            <chakra.label htmlFor={id} textStyle="label">
              {texts.label}
            </chakra.label>
            <TextLines
              id={id}
              lines={8}
              value={content}
              maxLength={MAX_PAYOUT_TEXT}
              spellCheck={false}
              autoComplete="off"
              whiteSpace="pre"
              overflowX="auto"
              fontSize="0.875rem"
              aria-invalid={problem !== ""}
              aria-describedby={`${id}-problem`}
              onChange={({ currentTarget }) => setContent(currentTarget.value)}
            />
          </Box>
        </Box>
      )}
      <Box role="alert" id={`${id}-problem`}>
        {problem !== "" && (
          <Box mt="4" bg="alarm.soft" color="alarm.text" borderRadius="card" p="3">
            {problem}
          </Box>
        )}
      </Box>
    </Modal>
  );
}
