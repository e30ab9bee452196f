import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { EVENT_FILE_PROBLEMS } from "@sakhi/domain/messages/event-file.problems";
import { MAX_EVENT_FILES } from "@sakhi/domain/messages/message.rules";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import {
  type EventFile,
  useEventFileTicketMutation,
  useListEventFilesQuery,
  useRemoveEventFileMutation,
} from "../../../api/admin-api";
import { UploadRow } from "../../../shared/uploads/upload-row";
import { useUploads } from "../../../shared/uploads/use-uploads";
import { ActionButtons, ConfirmDialog, type SubjectProps } from "../parts/action-dialog";
import { DownloadButton } from "../parts/download";
import { Loaded, Panel } from "../parts/panel";
import { strings } from "./messages.strings";

const texts = strings.files;
const LIMITS = {
  maxBytes: PAPER_UPLOAD.maxBytes,
  tooLarge: EVENT_FILE_PROBLEMS.too_large,
  problems: EVENT_FILE_PROBLEMS,
};

function RemoveFile({ subject: { id, name }, onClose }: SubjectProps<EventFile>) {
  const [remove] = useRemoveEventFileMutation();
  return (
    <ConfirmDialog
      danger
      title={texts.remove.dialog(name)}
      consequence={texts.remove.consequence}
      texts={texts.remove}
      run={async () => {
        await remove(id).unwrap();
        return texts.remove.done;
      }}
      onClose={onClose}
    />
  );
}

/** Chooses a file, uploads it and follows its check. */
function UploadFile({ slug, isFull, onReady }: UploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  const [issueTicket] = useEventFileTicketMutation();
  const { uploads, add } = useUploads({
    ticket: async () => (await issueTicket(slug).unwrap()).ticket,
    place: `event-file ${slug}`,
    limits: LIMITS,
    onReady: async (_made, { name }) => {
      await onReady();
      setSaid(texts.uploaded(name));
    },
  });
  return (
    <Box mt="4">
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PAPER_UPLOAD.accept}
        aria-label={texts.upload}
        onChange={({ currentTarget }) => {
          setSaid("");
          add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      {isFull ? (
        <Text>{texts.full}</Text>
      ) : (
        <>
          <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
            <Upload aria-hidden />
            <span>{texts.upload}</span>
          </Button>
          <Text color="muted" textStyle="small" mt="2">
            {texts.help(PAPER_UPLOAD.words)}
          </Text>
        </>
      )}
      <Box role="status" mt="2" fontWeight="600" color="leaf.text">
        {uploads.length === 0 && said}
      </Box>
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
    </Box>
  );
}

interface UploadProps {
  readonly slug: string;
  readonly isFull: boolean;
  readonly onReady: () => Promise<unknown>;
}

/** The event's files, which its messages can bring. */
export function EventFiles({ slug, canEdit }: { readonly slug: string; readonly canEdit: boolean }) {
  const query = useListEventFilesQuery(slug);
  const { refetch } = query;
  return (
    <Panel title={texts.title}>
      <Text color="muted" mb="3">
        {texts.lead}
      </Text>
      <Loaded query={{ ...query, data: query.currentData }} loading={texts.loading} failed={texts.failed}>
        {(files) => (
          <>
            <Flex as="ul" direction="column" gap="3" listStyleType="none">
              {files.length === 0 && <li>{texts.none}</li>}
              {files.map((file) => (
                <Flex as="li" key={file.id} gap="3" wrap="wrap" align="center" justify="space-between">
                  <Box flex="1" minWidth="12rem" overflowWrap="anywhere">
                    <Text fontWeight="600">{file.name}</Text>
                    <Text color="muted" textStyle="small">
                      {[texts.size(file.bytes), ...(file.used ? [texts.used] : [])].join(" · ")}
                    </Text>
                  </Box>
                  <Flex gap="3" wrap="wrap">
                    <DownloadButton
                      text={texts.download.button}
                      pending={texts.download.pending}
                      label={texts.download.label(file.name)}
                      file={() => ({ address: `/api/v1/mela/admin/event-files/${file.id}`, name: file.name })}
                      done={texts.download.done}
                      failed={texts.download.failed}
                    />
                    {canEdit && <ActionButtons size="sm" subject={file} actions={actionsOf(file)} />}
                  </Flex>
                </Flex>
              ))}
            </Flex>
            {canEdit && <UploadFile slug={slug} isFull={files.length >= MAX_EVENT_FILES} onReady={() => refetch()} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Actions that an operator has on a file; one that a message still brings stays. */
function actionsOf({ name, used }: EventFile) {
  const remove = { label: texts.remove.button, accessibleName: texts.remove.label(name), Icon: Trash2 };
  return used ? [] : [{ ...remove, Dialog: RemoveFile }];
}
