import { Box, Grid, Text } from "@chakra-ui/react";
import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../ui/dialog";
import { Part } from "../ui/outcome";
import { SteadyButton } from "../ui/steady-button";

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
}

/** Who can open a page that mailed links open, and buttons to end access. */
export function LinkAccess({ texts, text, close, revoke, onClosed }: LinkAccessProps) {
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
      <Box role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Box>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "auto auto" }} justifyContent="start" gap="3" mt="4">
        <SteadyButton variant="outline" off={busy} onClick={() => void end(close)}>
          <LockKeyhole aria-hidden />
          {texts.close}
        </SteadyButton>
        <SteadyButton variant="outline" off={busy} onClick={() => setConfirming(true)}>
          {texts.revoke}
        </SteadyButton>
      </Grid>
      <ConfirmDialog
        open={confirming}
        title={texts.revokeSure}
        stay={texts.back}
        go={busy ? texts.working : texts.revoke}
        busy={busy}
        onStay={() => setConfirming(false)}
        onGo={() => void end(revoke)}
      >
        <Text>{texts.revokeText}</Text>
      </ConfirmDialog>
    </Part>
  );
}
