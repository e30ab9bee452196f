import { Button } from "@chakra-ui/react";
import { Download, FileQuestionMark } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { apiErrorOf } from "../api/failure";
import { LinkButton } from "../ui/link-button";
import { OutcomeAwaited, OutcomeFailed, OutcomePage } from "../ui/outcome";
import { Support } from "../ui/support";

// What the pages have in common that mailed links open: a payer's booking, an owner's brand.

/** Why such a page is not shown. */
export type LinkProblem = "invalid" | "unavailable" | "closed";

/** Why a page could not be opened. @param invalid the API's code of a link that has ended */
export function linkProblemOf(error: unknown, invalid: string): LinkProblem {
  const { code } = apiErrorOf(error);
  return code === invalid || code === "invalid_request" ? "invalid" : "unavailable";
}

/**
 * The secret of the link in the address, empty without one. It is removed from there at once, so that it does not stay in the
 * browser's history.
 *
 * @param path of the page
 */
export function useLinkToken(path: string): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash.slice(1));
  useEffect(() => {
    if (hash === "") return;
    // oxlint-disable-next-line react/set-state-in-effect
    setToken(hash.slice(1));
    void navigate(path, { replace: true });
  }, [hash, navigate, path]);
  return token;
}

interface UnopenedProps {
  readonly texts: {
    readonly title: string;
    readonly opening: string;
    readonly failed: string;
    readonly failedHint?: string;
    readonly invalidTitle: string;
    readonly invalidText: readonly string[];
    readonly closedTitle: string;
    readonly closedText: string;
    readonly find: string;
  };
  /** Undefined while it is opened. */
  readonly problem: LinkProblem | undefined;
  /** Path of the page that mails a new link. */
  readonly findPath: string;
  readonly onRetry: () => void;
}

/** In place of the page, until it is open. */
export function Unopened({ texts, problem, findPath, onRetry }: UnopenedProps) {
  switch (problem) {
    case undefined:
      return <OutcomeAwaited title={texts.title} text={texts.opening} />;
    case "unavailable":
      return <OutcomeFailed title={texts.title} message={texts.failed} hint={texts.failedHint} onRetry={onRetry} />;
    case "invalid":
    case "closed":
      return (
        <OutcomePage
          icon={FileQuestionMark}
          tone="open"
          title={problem === "invalid" ? texts.invalidTitle : texts.closedTitle}
          text={problem === "invalid" ? texts.invalidText : [texts.closedText]}
          actions={
            <>
              <LinkButton to={findPath} label={texts.find} />
              <Support />
            </>
          }
        />
      );
  }
}

/** Downloads a document of the page. */
export function DocumentLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Button
      asChild
      variant="outline"
      height="auto"
      maxWidth="100%"
      minHeight="tap"
      whiteSpace="normal"
      overflowWrap="anywhere"
    >
      <a href={href} download>
        <Download aria-hidden />
        <span>{children}</span>
      </a>
    </Button>
  );
}
