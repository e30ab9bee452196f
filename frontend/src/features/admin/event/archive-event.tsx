import { chakra, Text } from "@chakra-ui/react";
import { type ManagedEvent, useArchiveEventMutation } from "../../../api/admin-api";
import { ConfirmDialog, ReasonDialog, type SubjectProps } from "../parts/action-dialog";
import { RecordDialog } from "../parts/panel";
import { strings } from "./event.strings";

const texts = strings.events;

/** Kept in the audit log, in English as all that is stored. */
const OVER_REASON = "The event is over";

function Problems({ title, problems }: { readonly title: string; readonly problems: readonly string[] }) {
  return (
    <>
      <Text>{title}</Text>
      <chakra.ul mt="1" listStyleType="disc" ps="5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </chakra.ul>
    </>
  );
}

/** What has to be done first, instead of the action. */
export function NotYet({
  title,
  lead,
  problems,
  onClose,
}: {
  readonly title: string;
  readonly lead: string;
  readonly problems: readonly string[];
  readonly onClose: () => void;
}) {
  return (
    <RecordDialog title={title} actions={null} onClose={onClose}>
      <Problems title={lead} problems={problems} />
    </RecordDialog>
  );
}

/** Archives an event. One that is over gives the reason itself. */
export function ArchiveEvent({ subject, onClose }: SubjectProps<ManagedEvent>) {
  const [archive] = useArchiveEventMutation();
  const { title, slug, obstacles, over } = subject;
  const heading = texts.archive.dialog(title);
  if (obstacles.length > 0) {
    return <NotYet title={heading} lead={texts.archive.underWay} problems={obstacles} onClose={onClose} />;
  }
  const run = async (reason: string) => {
    await archive({ slug, reasonDto: { reason } }).unwrap();
    return texts.archive.done(title);
  };
  const dialog = { danger: true, title: heading, texts: texts.archive, onClose };
  return over ? (
    <ConfirmDialog {...dialog} consequence={texts.archive.over} run={() => run(OVER_REASON)} />
  ) : (
    <ReasonDialog {...dialog} consequence={texts.archive.ready} run={run} />
  );
}
