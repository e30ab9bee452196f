import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { isMissing } from "@sakhi/domain/papers/question.rules";
import { myPaperPath } from "@sakhi/domain/site/routes";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { userMessage } from "../../api/failure";
import {
  type MyBookingPapersResponse as Papers,
  type PaperResponse as Paper,
  useAnswerPapersMutation,
  useIssuePaperTicketMutation,
  useLazyGetMyBookingQuery,
} from "../../api/mela-api";
import { indianMoment } from "../../shared/refund-label";
import { PAPER_LIMITS } from "../../shared/uploads/upload-limits";
import { UploadRow } from "../../shared/uploads/upload-row";
import { useUploads } from "../../shared/uploads/use-uploads";
import { FactRows, Part } from "../../ui/outcome";
import { SteadyButton } from "../../ui/steady-button";
import { FieldName } from "../../ui/text-field";
import { strings } from "./papers.strings";
import { QuestionField } from "./question-field";
import { useAnswers } from "./use-answers";

interface PapersProps {
  readonly papers: Papers;
  readonly onChanged: (papers: Papers) => void;
}

/** What the event asks of the holder: what is missing, her answers, and the fields to change them until it begins. */
export function PapersAsked({ papers, onChanged }: PapersProps) {
  const until = indianMoment(papers.until);
  const missing = papers.papers.filter((paper) => isMissing(paper, paper.answer !== undefined));
  const names = missing.map(({ label }) => label);
  const open = names.length > 0 ? strings.missing(names, until) : strings.complete(until);
  return (
    <Part id="papers" title={strings.title}>
      <Text role="status" mb="4" fontWeight={papers.open && missing.length > 0 ? "600" : undefined}>
        {papers.open ? open : strings.closed}
      </Text>
      {papers.open ? (
        <Flex direction="column" gap="6">
          <AnswersForm papers={papers} onChanged={onChanged} />
          {papers.papers
            .filter(({ kind }) => kind === "file")
            .map((paper) => (
              <FilePaper key={paper.key} paper={paper} onChanged={onChanged} />
            ))}
        </Flex>
      ) : (
        <>
          <FactRows rows={papers.papers.map(({ label, answer }) => [label, answer ?? strings.unanswered] as const)} />
          {papers.papers.map((paper) => paper.file !== undefined && <DownloadLink key={paper.key} paper={paper} />)}
        </>
      )}
    </Part>
  );
}

function AnswersForm({ papers: { papers }, onChanged }: PapersProps) {
  const questions = papers.filter(({ kind }) => kind !== "file");
  const [answer] = useAnswerPapersMutation();
  const [message, setMessage] = useState<{ readonly done: boolean; readonly text: string }>();
  const [busy, setBusy] = useState(false);
  const answers = useAnswers(
    questions,
    Object.fromEntries(questions.map((question) => [question.key, question.answer ?? ""])),
    // Others can be answered another time; what was answered stays answered.
    (question) => papers.find(({ key }) => key === question.key)?.answer === undefined,
  );
  if (questions.length === 0) return null;
  const save = async () => {
    if (busy) return;
    setMessage(undefined);
    if (!answers.check()) return;
    setBusy(true);
    const given = questions
      .map(({ key, answer: before = "" }) => ({ key, before, value: answers.values[key] ?? "" }))
      .filter(({ value, before }) => value !== before)
      .map(({ key, value }) => ({ key, value }));
    try {
      onChanged(await answer({ answers: given }).unwrap());
      setMessage({ done: true, text: strings.saved });
    } catch (error) {
      answers.showRefused(error);
      setMessage({ done: false, text: userMessage(error, strings.failed) });
    }
    setBusy(false);
  };
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {questions.map((question) => (
        <QuestionField key={question.key} question={question} answers={answers} inForm={false} />
      ))}
      <Box>
        <SteadyButton type="submit" inactive={busy}>
          {busy ? strings.working : strings.save}
        </SteadyButton>
        <Box role="status" mt="3" fontWeight="600" color="leaf.text">
          {message?.done === true ? message.text : ""}
        </Box>
        <Box role="alert" fontWeight="600" color="alarm.text">
          {message?.done === false ? message.text : ""}
        </Box>
      </Box>
    </chakra.form>
  );
}

function DownloadLink({ paper: { key, answer = "" } }: { readonly paper: Paper }) {
  return (
    <Button asChild variant="outline" maxWidth="100%" height="auto" minHeight="tap" whiteSpace="normal">
      <a href={myPaperPath(key)} download>
        <Download aria-hidden />
        <chakra.span overflowWrap="anywhere" minWidth="0">
          {strings.download(answer)}
        </chakra.span>
      </a>
    </Button>
  );
}

/** A file: what has arrived, and a button to upload or replace it. */
function FilePaper({ paper, onChanged }: { readonly paper: Paper; readonly onChanged: PapersProps["onChanged"] }) {
  const { key, label, help, required, answer, file } = paper;
  const input = useRef<HTMLInputElement>(null);
  const [arrived, setArrived] = useState<string>();
  const [issueTicket] = useIssuePaperTicketMutation();
  const [read] = useLazyGetMyBookingQuery();
  const { uploads, add } = useUploads({
    ticket: async () => (await issueTicket(key).unwrap()).ticket,
    place: key,
    limits: PAPER_LIMITS,
    single: true,
    onReady: async (_made, { name }) => {
      const papers = (await read(undefined, false)).data?.papers;
      const now = papers?.papers.find((each) => each.key === key)?.answer ?? name;
      setArrived(answer === undefined || answer === now ? strings.uploaded(now) : strings.uploadedInstead(now, answer));
      if (papers !== undefined) onChanged(papers);
    },
  });
  const isBusy = uploads.some(({ progress }) => progress.step !== "failed");
  return (
    <Box role="group" aria-label={label}>
      <Flex gap="1" wrap="wrap" fontWeight="600">
        <FieldName label={label} optional={required ? undefined : strings.optional} />
      </Flex>
      <Text color="muted">{help === undefined ? strings.fileHelp : `${help} ${strings.fileHelp}`}</Text>
      {answer !== undefined && file !== undefined && (
        <Text mt="1" overflowWrap="anywhere">
          {strings.fileNow(answer, Math.ceil(file.bytes / 1024))}
        </Text>
      )}
      <Flex gap="3" mt="3" wrap="wrap">
        <input
          ref={input}
          type="file"
          hidden
          accept={PAPER_UPLOAD.accept}
          aria-label={label}
          onChange={({ currentTarget }) => {
            setArrived(undefined);
            if (!isBusy) add([...(currentTarget.files ?? [])]);
            // The same file can be chosen again.
            currentTarget.value = "";
          }}
        />
        <SteadyButton
          type="button"
          variant={answer === undefined ? "solid" : "outline"}
          inactive={isBusy}
          aria-label={answer === undefined ? strings.uploadLabel(label) : strings.replaceLabel(label)}
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden />
          <span>{answer === undefined ? strings.upload : strings.replace}</span>
        </SteadyButton>
        {file !== undefined && <DownloadLink paper={paper} />}
      </Flex>
      <Box role="status" mt="2" fontWeight="600" color="leaf.text">
        {uploads.length === 0 && arrived}
      </Box>
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} name={label} />
      ))}
    </Box>
  );
}
