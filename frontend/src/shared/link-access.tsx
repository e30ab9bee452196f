import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/link-access";
import { LockKeyhole } from "lucide-react";
import { useRef, useState } from "react";
import type { MailedLink } from "../api/brand-api";
import { LaterConfirmDialog } from "../ui/later-dialog";
import { Part } from "../ui/outcome";
import { SteadyButton } from "../ui/steady-button";
import { indianMoment } from "./refund-label";

/** Texts about the links that open a page. */
interface LinkAccessTexts {
  readonly access: string;
  readonly close: string;
  readonly revoke: string;
  readonly revokeSure: string;
  readonly revokeText: string;
  readonly back: string;
  readonly working: string;
  readonly failed: string;
}

/** Texts of the list of links, the same for every page that links open. */
const linkTexts = {
  ...messages,
  sent: (when: string) => messages.sent({ when }),
  used: (when: string) => messages.used({ when }),
  until: (when: string) => messages.until({ when }),
  endOf: (when: string) => messages.endOf({ when }),
} as const;

type End = () => Promise<{ readonly error?: unknown }>;

interface LinkAccessProps {
  readonly texts: LinkAccessTexts;
  /** Who can open the page, and until when. */
  readonly text: string;
  /** Ends this browser's access. */
  readonly close: End;
  /** Ends all links and everyone's access. */
  readonly revoke: End;
  readonly onClosed: () => void;
  readonly links: readonly MailedLink[];
  /** Ends one link, and the access of who came by it. */
  readonly endLink: (id: string) => Promise<{ readonly error?: unknown }>;
}

/** Who can open a page that mailed links open, and buttons to end access. */
export function LinkAccess({ texts, text, close, revoke, onClosed, links, endLink }: LinkAccessProps) {
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const end = async (call: End) => {
    setBusy(true);
    const { error } = await call();
    setBusy(false);
    setConfirming(false);
    if (error === undefined) onClosed();
    else setProblem(texts.failed);
  };
  return (
    <Part id="access" title={texts.access}>
      <Text>{text}</Text>
      <Links texts={texts} links={links} endLink={endLink} onClosed={onClosed} />
      <Box role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Box>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "auto auto" }} justifyContent="start" gap="3" mt="4">
        <SteadyButton variant="outline" inactive={busy} onClick={() => void end(close)}>
          <LockKeyhole aria-hidden />
          {texts.close}
        </SteadyButton>
        <SteadyButton variant="outline" inactive={busy} onClick={() => setConfirming(true)}>
          {texts.revoke}
        </SteadyButton>
      </Grid>
      <LaterConfirmDialog
        open={confirming}
        title={texts.revokeSure}
        stay={texts.back}
        go={busy ? texts.working : texts.revoke}
        busy={busy}
        onStay={() => setConfirming(false)}
        onGo={() => void end(revoke)}
      >
        <Text>{texts.revokeText}</Text>
      </LaterConfirmDialog>
    </Part>
  );
}

/** The links that open the page, each with a button that ends it. */
function Links({ texts, links, endLink, onClosed }: Pick<LinkAccessProps, "texts" | "links" | "endLink" | "onClosed">) {
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<MailedLink>();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState<string>();
  const status = useRef<HTMLDivElement>(null);
  const open = links.filter(({ id }) => !ended.has(id));
  const end = async ({ id, isThis }: MailedLink) => {
    setBusy(true);
    setProblem(undefined);
    const { error } = await endLink(id);
    setBusy(false);
    setAsked(undefined);
    if (error !== undefined) {
      setProblem(texts.failed);
      return;
    }
    if (isThis) {
      onClosed();
      return;
    }
    setEnded((before) => new Set([...before, id]));
    setSaid(linkTexts.ended);
    // Its button is gone.
    status.current?.focus();
  };
  return (
    <Box mt="4">
      <chakra.h3 textStyle="label" color="muted">
        {linkTexts.title}
      </chakra.h3>
      {open.length === 0 && <Text mt="1">{linkTexts.none}</Text>}
      <chakra.ul listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)">
        {open.map((link) => {
          const sent = indianMoment(link.sentAt);
          return (
            <chakra.li
              key={link.id}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              justifyContent="space-between"
              columnGap="4"
              rowGap="1"
              py="2"
              borderBottomWidth="1px"
            >
              <Box minWidth="0" flex="1 1 16rem">
                <Text fontWeight="600">
                  <span>{linkTexts.sent(sent)}</span>
                  {link.isThis && <chakra.span fontWeight="400">{` (${linkTexts.isThis})`}</chakra.span>}
                </Text>
                <Text textStyle="small" color="muted">
                  {`${link.usedAt === undefined ? linkTexts.unused : linkTexts.used(indianMoment(link.usedAt))}, ${linkTexts.until(indianMoment(link.expiresAt))}`}
                </Text>
              </Box>
              <SteadyButton
                variant="outline"
                size="sm"
                inactive={busy}
                aria-label={linkTexts.endOf(sent)}
                onClick={() => setAsked(link)}
              >
                {linkTexts.end}
              </SteadyButton>
            </chakra.li>
          );
        })}
      </chakra.ul>
      <Box ref={status} tabIndex={-1} role="status" fontWeight="600" _focusVisible={{ outline: "none" }}>
        {said}
      </Box>
      <Box role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Box>
      <LaterConfirmDialog
        open={asked !== undefined}
        title={linkTexts.endSure}
        stay={texts.back}
        go={busy ? texts.working : linkTexts.end}
        busy={busy}
        onStay={() => setAsked(undefined)}
        onGo={() => {
          if (asked !== undefined) void end(asked);
        }}
      >
        <Text>{linkTexts.endText}</Text>
        {asked?.isThis === true && <Text mt="2">{linkTexts.endThis}</Text>}
      </LaterConfirmDialog>
    </Box>
  );
}
