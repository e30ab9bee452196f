import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { pageDifferences } from "@sakhi/domain/brands/page-changes.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { Eye } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import {
  type MyBrand,
  useDiscardMyBrandMutation,
  useSendMyBrandMutation,
  useSetMyProductStateMutation,
  useWithdrawMyBrandMutation,
} from "../../api/brand-api";
import { apiErrorOf, userMessage } from "../../api/failure";
import { EmailDoubtDialog, useEmailDoubt } from "../../shared/email-doubt";
import { Unopened } from "../../shared/linked-page";
import { Bullets } from "../../ui/bullets";
import { LaterConfirmDialog } from "../../ui/later-dialog";
import { lazyPart } from "../../ui/lazy-part";
import { Part } from "../../ui/outcome";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { SteadyButton } from "../../ui/steady-button";
import { Access, Documents, ListingDetails, OwnAddress, Weeks } from "./my-brand.parts";
import { strings } from "./my-brand.strings";
import { OwnStalls } from "./own-stalls";
import { PageForm } from "./page-form";
import type { ProductStates } from "./product-state";
import { useMyBrand } from "./use-my-brand";
import type { Saving } from "./use-page-draft";
import { Withdrawn } from "./withdrawn-contacts";

/** Lazy: it draws pictures and codes, and the form comes first. */
const Language = lazyPart(async () => (await import("./my-brand-language")).BrandLanguage);
const Whatsapp = lazyPart(async () => (await import("../../shared/whatsapp/whatsapp-choice")).BrandWhatsapp);
const SharePage = lazyPart(async () => (await import("./share-page")).SharePage);

/** A brand's page for its owner: what she writes is a draft until she sends it and an operator accepts it. */
export function MyBrandPage() {
  const mine = useMyBrand();
  const { draft, problem, load } = mine;
  const { brand, page } = draft;
  useDocumentTitle(strings.title);
  if (problem !== undefined || brand === undefined || page === undefined)
    return <Unopened texts={strings} problem={problem} findPath={PATHS.findBooking} onRetry={() => void load()} />;
  return <Opened mine={mine} brand={brand} page={page} />;
}

interface OpenedProps {
  readonly mine: ReturnType<typeof useMyBrand>;
  readonly brand: MyBrand;
  readonly page: BrandPage;
}

/** What is said about the page as a whole, and the fields that the server missed. */
function useOutcome() {
  const [said, setSaid] = useState<{ readonly text: string | undefined; readonly isFailure: boolean }>();
  const [missing, setMissing] = useState<Readonly<Record<string, readonly string[]>>>({});
  const status = useRef<HTMLDivElement>(null);
  const say = (text: string | undefined, isFailure: boolean): void => {
    setSaid({ text, isFailure });
    status.current?.focus();
  };
  return { said, missing, status, say, setMissing };
}

/** Sends the page, takes it back, or gives the draft up; each says how it ended. */
function useDecisions({ mine: { draft }, brand, page }: OpenedProps, outcome: ReturnType<typeof useOutcome>) {
  const { show, change, settled } = draft;
  const { say, setMissing } = outcome;
  const [send, { isLoading: sending }] = useSendMyBrandMutation();
  const [withdraw, { isLoading: withdrawing }] = useWithdrawMyBrandMutation();
  const [discard] = useDiscardMyBrandMutation();
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
  const shown = ({ data, error }: { readonly data?: MyBrand; readonly error?: unknown }): void => {
    if (data === undefined) say(userMessage(error, strings.failed), true);
    else show(data);
  };
  const undoSending = async (): Promise<void> => shown(await withdraw({ version: brand.change?.version ?? 0 }));
  const giveUp = async (): Promise<void> => shown(await discard({ version: (await settled()) ?? 0 }));
  return { doubt, sending, sendPage, withdrawing, undoSending, giveUp };
}

/** Pauses, hides and shows products of the public page; what is being typed stays as it is. */
function useProductStates({ mine: { draft }, brand }: OpenedProps, say: (text: string, isFailure: boolean) => void) {
  const [setState] = useSetMyProductStateMutation();
  const of = (id: string) => {
    if (brand.status !== "live" || !brand.page.products.some((product) => product.id === id)) return undefined;
    return brand.notShown.find((product) => product.id === id)?.state ?? "shown";
  };
  const states: ProductStates = {
    of,
    isLast: (id) => brand.page.products.every((product) => product.id === id || of(product.id) === "hidden"),
    set: async (id, name, state) => {
      // A save that is under way would have the newer version.
      await draft.settled();
      const { data, error } = await setState({ id, productStateDto: { state } });
      if (data === undefined) {
        say(userMessage(error, strings.failed), true);
        return;
      }
      draft.know(data);
      say(strings.states.done[state](name), false);
    },
  };
  return states;
}

function Opened(props: OpenedProps) {
  const { mine, brand, page } = props;
  const { saving, change, show, settled, uploadTicket } = mine.draft;
  const outcome = useOutcome();
  const { said, missing, status, say } = outcome;
  const decisions = useDecisions(props, outcome);
  const { doubt, sendPage } = decisions;
  const states = useProductStates(props, say);
  const isSent = brand.change?.state === "sent";
  const isConflict = saving.state === "conflict";
  return (
    <PageBody narrow>
      <PageHeading>{brand.brandName}</PageHeading>
      <ListingDetails brand={brand} />
      <Box ref={status} tabIndex={-1} mt="4" _focusVisible={{ outline: "none" }}>
        <Text role="status" fontWeight="600">
          {said?.isFailure ? undefined : said?.text}
        </Text>
        <Text role="alert" fontWeight="600" color="alarm.text">
          {said?.isFailure ? said.text : undefined}
        </Text>
        {Object.keys(missing).length > 0 && (
          <Button variant="outline" mt="2" onClick={focusFirstMissing}>
            {strings.goToIt}
          </Button>
        )}
      </Box>
      {brand.change?.reason !== undefined && brand.change.state === "returned" && (
        <Box mt="4" px="4" py="3" bg="marigold.soft" borderRadius="card">
          <Text fontWeight="600">{strings.change.returned}</Text>
          <Text mt="1">{brand.change.reason}</Text>
        </Box>
      )}
      <Withdrawn
        brand={brand}
        settled={settled}
        onUnsaved={() => say(isConflict ? strings.otherDevice : strings.keptHere, true)}
        onAnswered={show}
        onFailed={(error) => say(userMessage(error, strings.failed), true)}
      />
      <Text mt="4">{isSent ? strings.change.sent : strings.change.draft}</Text>
      {isConflict && <Conflict onChoice={(choice) => void mine.resolve(choice)} />}
      <chakra.details mt="4">
        <chakra.summary minHeight="tap" fontWeight="600" cursor="pointer">
          {strings.goodPage}
        </chakra.summary>
        <Bullets points={strings.goodPageText} />
      </chakra.details>
      <PageForm
        page={page}
        module={brand.module}
        category={brand.category}
        states={states}
        pictures={brand.pictures}
        readOnly={isSent || isConflict}
        missing={missing}
        ticket={uploadTicket}
        onChange={change}
      />
      <Decisions brand={brand} page={page} saving={saving} decisions={decisions} settled={settled} />
      <EmailDoubtDialog doubt={doubt} text={strings.contactDoubt} onDecided={(email) => void sendPage(email)} />
      <Flex direction="column" gap="5" mt="8">
        {brand.publicPath !== undefined && (
          <Suspense fallback={<Part id="share" title={strings.share.title} />}>
            <SharePage brand={brand} path={brand.publicPath} />
          </Suspense>
        )}
        <OwnStalls brand={brand} onAnswered={mine.draft.know} />
        {brand.whatsapp !== undefined && (
          <Suspense fallback={<Box minHeight="14rem" />}>
            <Whatsapp choice={brand.whatsapp} onChanged={mine.draft.know} />
          </Suspense>
        )}
        <Suspense fallback={<Box minHeight="12rem" />}>
          <Language language={brand.language} onChanged={mine.draft.know} />
        </Suspense>
        <Weeks brand={brand} />
        <Documents brand={brand} />
        <OwnAddress brand={brand} />
        <Access brand={brand} onClosed={mine.close} />
      </Flex>
    </PageBody>
  );
}

interface DecisionsProps extends Pick<OpenedProps, "brand" | "page"> {
  readonly settled: () => Promise<number | undefined>;
  readonly saving: Saving;
  readonly decisions: ReturnType<typeof useDecisions>;
}

/** The buttons that show the page as it will be, send it, undo that or give up, and how saving stands. */
function Decisions({ brand, page, saving, decisions, settled }: DecisionsProps) {
  const navigate = useNavigate();
  const { sending, sendPage, withdrawing, undoSending, giveUp } = decisions;
  const [asking, setAsking] = useState(false);
  const isChanged = pageDifferences(brand.page, page).length > 0;
  const look = async (): Promise<void> => {
    await settled();
    void navigate(PATHS.myBrandLook);
  };
  return (
    <>
      {!isChanged && brand.change?.state !== "sent" && (
        <Text mt="6" color="muted">
          {strings.nothingToSend}
        </Text>
      )}
      <Flex mt="6" gap="3" direction={{ base: "column", md: "row" }} align={{ md: "center" }}>
        <Button variant="outline" onClick={() => void look()}>
          <Eye aria-hidden />
          {strings.look}
        </Button>
        {brand.change?.state === "sent" ? (
          <SteadyButton inactive={withdrawing} onClick={() => void undoSending()}>
            {strings.withdraw}
          </SteadyButton>
        ) : (
          <>
            {isChanged && (
              <SteadyButton inactive={sending || saving.state === "conflict"} onClick={() => void sendPage()}>
                {sending ? strings.sending : strings.send}
              </SteadyButton>
            )}
            {brand.change !== undefined && (
              <Button variant="outline" onClick={() => setAsking(true)}>
                {strings.discard}
              </Button>
            )}
          </>
        )}
        <Saved {...saving} />
      </Flex>
      <LaterConfirmDialog
        open={asking}
        title={strings.discardTitle}
        stay={strings.keep}
        go={strings.discard}
        onStay={() => setAsking(false)}
        onGo={() => {
          setAsking(false);
          void giveUp();
        }}
      >
        {strings.discardText}
      </LaterConfirmDialog>
    </>
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
  return strings.productField({
    product: name === "" ? strings.product(Number(at)) : name,
    field: strings.productFieldNames[field] ?? field,
  });
}

function Saved({ state, problem }: Saving) {
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
