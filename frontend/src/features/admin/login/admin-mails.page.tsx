import { Box, Text } from "@chakra-ui/react";
import { dashboardPath, PATHS } from "@sakhi/domain/site/routes";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useConfirmMailAddressMutation, useTurnMailsOffMutation } from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { card } from "../../../ui/card";
import { LinkButton } from "../../../ui/link-button";
import { PageBody, PageHeading, useDocumentTitle } from "../../../ui/page";
import { SteadyButton } from "../../../ui/steady-button";
import { strings as all } from "../account/own-mails.strings";
import { doneText } from "../parts/done-text";

const strings = all.page;

/** What a link is for, and its token. */
interface MailLink {
  readonly what: "confirm" | "off";
  readonly token: string;
}

function linkIn(hash: string): MailLink | undefined {
  const [, what, token] = /^#(confirm|off)-(.+)$/.exec(hash) ?? [];
  return token === undefined ? undefined : { what: what === "off" ? "off" : "confirm", token };
}

/** The link, with its token taken out of the address bar, the history and anything that reads the address. */
function useMailLink(): MailLink | undefined {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => linkIn(hash));
  useEffect(() => {
    if (hash === "") return;
    // oxlint-disable-next-line react/set-state-in-effect
    setLink(linkIn(hash));
    void navigate(PATHS.adminMails, { replace: true });
  }, [hash, navigate]);
  return link;
}

/** One press: a mail scanner that opens every link changes nothing. */
function Press({ link: { what, token } }: { readonly link: MailLink }) {
  const [confirm, confirmed] = useConfirmMailAddressMutation();
  const [turnOff, turnedOff] = useTurnMailsOffMutation();
  const { data, error, isLoading } = what === "confirm" ? confirmed : turnedOff;
  const press = () => void (what === "confirm" ? confirm : turnOff)({ token });
  const [lead, button, pending, done] =
    what === "confirm"
      ? [strings.confirmLead, strings.confirm, strings.confirming, strings.confirmed]
      : [strings.offLead, strings.off, strings.turningOff, strings.isOff];
  return (
    <>
      <Box role="status" mt="2" mb="6">
        <Text>
          {data === undefined
            ? error === undefined
              ? lead
              : userMessage(error, all.unreachable)
            : doneText(data.message, done)}
        </Text>
      </Box>
      {data === undefined && (
        <SteadyButton size="lg" inactive={isLoading} onClick={press}>
          {isLoading ? pending : button}
        </SteadyButton>
      )}
      {(data !== undefined || error !== undefined) && (
        <Box mt="4">
          <LinkButton to={dashboardPath({ view: "account", panel: "mails" })} label={strings.settings} />
        </Box>
      )}
    </>
  );
}

/** /paid-events/mela/admin-mails#confirm-… and #off-…: the links in digests and alerts. */
export function AdminMailsPage() {
  useDocumentTitle(strings.title);
  const link = useMailLink();
  return (
    <PageBody>
      <Box maxWidth="30rem" mx="auto" my={{ base: "2", md: "8" }} {...card} p={{ base: "5", sm: "8" }}>
        <PageHeading>{strings.title}</PageHeading>
        {link === undefined ? (
          <Text mt="2">{strings.noLink}</Text>
        ) : (
          <Press key={`${link.what} ${link.token}`} link={link} />
        )}
      </Box>
    </PageBody>
  );
}
