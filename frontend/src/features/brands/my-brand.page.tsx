import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { FileQuestionMark } from "lucide-react";
import { useRef, useState } from "react";
import {
  type MyBrand,
  useDiscardMyBrandMutation,
  useSendMyBrandMutation,
  useWithdrawMyBrandMutation,
} from "../../api/brand-api";
import { apiErrorOf, userMessage } from "../../api/failure";
import { EmailDoubtDialog, useEmailDoubt } from "../../shared/email-doubt";
import { Bullets } from "../../ui/bullets";
import { ConfirmDialog } from "../../ui/dialog";
import { LinkButton } from "../../ui/link-button";
import { OutcomeAwaited, OutcomeFailed, OutcomePage } from "../../ui/outcome";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { SteadyButton } from "../../ui/steady-button";
import { Support } from "../../ui/support";
import { Access, Documents, ListingDetails, OwnAddress, Weeks } from "./my-brand.parts";
import { strings } from "./my-brand.strings";
import { PageForm } from "./page-form";
import { type SaveState, useMyBrand } from "./use-my-brand";
import { Withdrawn } from "./withdrawn-contacts";

/** A brand's page for its owner: what she writes is a draft until she sends it and an operator accepts it. */
export function MyBrandPage() {
  const mine = useMyBrand();
  const { brand, page, problem, load } = mine;
  useDocumentTitle(strings.title);
  if (problem === "invalid") return <Gone title={strings.invalidTitle} text={strings.invalidText} />;
  if (problem === "closed") return <Gone title={strings.closedTitle} text={[strings.closedText]} />;
  if (problem === "unavailable") {
    return <OutcomeFailed title={strings.title} message={strings.failed} onRetry={() => void load()} />;
  }
  if (brand === undefined || page === undefined) return <OutcomeAwaited title={strings.title} text={strings.opening} />;
  return <Opened mine={mine} brand={brand} page={page} />;
}

/** The link is invalid, or the page was closed on this device. */
function Gone({ title, text }: { readonly title: string; readonly text: readonly string[] }) {
  return (
    <OutcomePage
      icon={FileQuestionMark}
      tone="open"
      title={title}
      text={text}
      actions={
        <>
          <LinkButton to={PATHS.findListing} label={strings.find} />
          <Support />
        </>
      }
    />
  );
}

function Opened({
  mine,
  brand,
  page,
}: {
  readonly mine: ReturnType<typeof useMyBrand>;
  readonly brand: MyBrand;
  readonly page: BrandPage;
}) {
  const { saveState, saveProblem, change, show, resolve, close, settled, uploadTicket } = mine;
  const [send, { isLoading: sending }] = useSendMyBrandMutation();
  const [withdraw, { isLoading: withdrawing }] = useWithdrawMyBrandMutation();
  const [discard] = useDiscardMyBrandMutation();
  const [asking, setAsking] = useState(false);
  const [message, setMessage] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState<Readonly<Record<string, readonly string[]>>>({});
  const status = useRef<HTMLDivElement>(null);
  const state = brand.change?.state;
  const isSent = state === "sent";

  const say = (text: string | undefined, isFailure: boolean): void => {
    setMessage(isFailure ? undefined : text);
    setFailure(isFailure ? text : undefined);
    status.current?.focus();
  };
  const doubt = useEmailDoubt((contactEmail) => change((before) => ({ ...before, contactEmail })));
  const sendPage = async (email = page.contactEmail): Promise<void> => {
    setMissing({});
    if (doubt.ask(email)) return;
    const version = await settled();
    if (version === undefined || version === 0) {
      say(version === 0 ? strings.outcomes.unchanged : strings.keptHere, version !== 0);
      return;
    }
    const { data, error } = await send({ version });
    if (data !== undefined) {
      show(data.brand);
      say(strings.outcomes[data.outcome], false);
      return;
    }
    const { fields } = apiErrorOf(error);
    if (fields === undefined) {
      say(userMessage(error, strings.sendFailed), true);
      return;
    }
    setMissing(fields);
    const [path = "", [message = ""] = []] = Object.entries(fields)[0] ?? [];
    say(strings.missing(Object.keys(fields).length, fieldName(path, page), message), true);
  };
  const take = async (): Promise<void> => {
    const { data, error } = await withdraw({ version: brand.change?.version ?? 0 });
    if (data === undefined) say(userMessage(error, strings.failed), true);
    else show(data);
  };
  const giveUp = async (): Promise<void> => {
    setAsking(false);
    const version = await settled();
    const { data, error } = await discard({ version: version ?? 0 });
    if (data === undefined) say(userMessage(error, strings.failed), true);
    else show(data);
  };

  return (
    <PageBody narrow>
      <PageHeading>{brand.brandName}</PageHeading>
      <ListingDetails brand={brand} />
      <Box ref={status} tabIndex={-1} mt="4" _focusVisible={{ outline: "none" }}>
        <Text role="status" fontWeight="600">
          {message}
        </Text>
        <Text role="alert" fontWeight="600" color="alarm.text">
          {failure}
        </Text>
        {Object.keys(missing).length > 0 && (
          <Button variant="outline" mt="2" onClick={focusFirstMissing}>
            {strings.goToIt}
          </Button>
        )}
      </Box>
      {brand.change?.reason !== undefined && state === "returned" && (
        <Box mt="4" px="4" py="3" bg="marigold.soft" borderRadius="card">
          <Text fontWeight="600">{strings.change.returned}</Text>
          <Text mt="1">{brand.change.reason}</Text>
        </Box>
      )}
      <Withdrawn
        brand={brand}
        settled={settled}
        onUnsaved={() => say(saveState === "conflict" ? strings.otherDevice : strings.keptHere, true)}
        onAnswered={show}
        onFailed={(error) => say(userMessage(error, strings.failed), true)}
      />
      <Text mt="4">{isSent ? strings.change.sent : strings.change.draft}</Text>
      {saveState === "conflict" && <Conflict onChoice={(choice) => void resolve(choice)} />}
      <chakra.details mt="4">
        <chakra.summary minHeight="tap" fontWeight="600" cursor="pointer">
          {strings.goodPage}
        </chakra.summary>
        <Bullets points={strings.goodPageText} />
      </chakra.details>
      <PageForm
        page={page}
        module={brand.module}
        pictures={brand.pictures}
        readOnly={isSent || saveState === "conflict"}
        missing={missing}
        ticket={uploadTicket}
        onChange={change}
      />
      <Flex mt="6" gap="3" direction={{ base: "column", md: "row" }} align={{ md: "center" }}>
        {isSent ? (
          <SteadyButton inactive={withdrawing} onClick={() => void take()}>
            {strings.withdraw}
          </SteadyButton>
        ) : (
          <>
            <SteadyButton inactive={sending || saveState === "conflict"} onClick={() => void sendPage()}>
              {sending ? strings.sending : strings.send}
            </SteadyButton>
            {brand.change !== undefined && (
              <Button variant="outline" onClick={() => setAsking(true)}>
                {strings.discard}
              </Button>
            )}
          </>
        )}
        <Saved state={saveState} problem={saveProblem} />
      </Flex>
      <EmailDoubtDialog doubt={doubt} text={strings.contactDoubt} onDecided={(email) => void sendPage(email)} />
      <ConfirmDialog
        open={asking}
        title={strings.discardTitle}
        stay={strings.keep}
        go={strings.discard}
        onStay={() => setAsking(false)}
        onGo={() => void giveUp()}
      >
        {strings.discardText}
      </ConfirmDialog>
      <Flex direction="column" gap="5" mt="8">
        <Weeks brand={brand} />
        <Documents brand={brand} />
        <OwnAddress brand={brand} />
        <Access brand={brand} onClosed={close} />
      </Flex>
    </PageBody>
  );
}

/** Focuses the first field that the server missed; each is marked. */
function focusFirstMissing(): void {
  const [first] = document.querySelectorAll<HTMLElement>("main [aria-invalid=true]");
  first?.focus();
  first?.scrollIntoView({ block: "center" });
}

/** The name of a field by its path, with its product's, e.g. "Mango pickle, category". */
function fieldName(path: string, page: BrandPage): string {
  const [, at, field = ""] = /^products\.(\d+)\.(\w+)/.exec(path) ?? [];
  if (at === undefined) return strings.fieldNames[path] ?? strings.products;
  const name = page.products[Number(at)]?.name ?? "";
  return `${name === "" ? strings.product(Number(at)) : name}, ${strings.productFieldNames[field] ?? field}`;
}

function Saved({ state, problem }: { readonly state: SaveState; readonly problem: string | undefined }) {
  const texts = { saved: strings.saved, saving: strings.saving, kept: problem ?? strings.keptHere, conflict: "" };
  return (
    <Text role="status" color={state === "kept" ? "alarm.text" : "muted"}>
      {texts[state]}
    </Text>
  );
}

function Conflict({ onChoice }: { readonly onChoice: (choice: "theirs" | "mine") => void }) {
  return (
    <Box role="alert" mt="4" px="4" py="3" bg="marigold.soft" borderRadius="card">
      <Text fontWeight="600">{strings.otherDevice}</Text>
      <Flex gap="3" mt="3" wrap="wrap">
        <Button onClick={() => onChoice("theirs")}>{strings.loadOther}</Button>
        <Button variant="outline" onClick={() => onChoice("mine")}>
          {strings.keepMine}
        </Button>
      </Flex>
    </Box>
  );
}
