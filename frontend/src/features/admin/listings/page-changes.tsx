import { Box, Button, chakra, Field, Flex, Text } from "@chakra-ui/react";
import { type BrandPage, pageDifferences } from "@sakhi/domain/brands/brand-page.rules";
import { type ReactNode, useRef, useState } from "react";
import {
  type BrandChangeSummaryResponse,
  useAcceptBrandChangeMutation,
  useGetBrandChangeQuery,
  useListBrandChangesQuery,
  useMarkBrandCorrectionSeenMutation,
  useReturnBrandChangeMutation,
} from "../../../api/admin-api";
import { isUnanswered, userMessage } from "../../../api/failure";
import type { PictureResponse } from "../../../api/generated/administrator";
import { Modal } from "../../../ui/dialog";
import { SteadyButton } from "../../../ui/steady-button";
import { FieldError, TextLines } from "../../../ui/text-field";
import { showToast } from "../../../ui/toast";
import type { Address } from "../parts/address";
import { momentOf } from "../parts/labels";
import { Loaded } from "../parts/panel";

const strings = {
  title: "Pages that wait for your review",
  open: (name: string) => `Review the page of ${name}`,
  sent: "Sent",
  live: "Small correction, live already",
  loading: "Loading the page",
  notLoaded: "The page could not be fetched.",
  publishesNow: "Accepting puts it on the site at once. You may correct a word here; the owner gets a mail either way.",
  publishesLater:
    "Accepting makes it ready: it goes live when you approve the application. You may correct a word here; the owner gets a mail either way.",
  before: "Before",
  after: "After",
  added: "New",
  removed: "Removed",
  picture: "Picture without words",
  returnThis: "Return this picture",
  reason: "Reason, mailed to the owner",
  reasonHelp: "Needed to return the page or pictures. What you corrected above stays corrected.",
  reasonMissing: "Please say why, in at least 3 characters",
  accept: "Accept",
  return: "Return the page",
  returnPictures: (count: number) => (count === 1 ? "Return the picture" : `Return ${count} pictures`),
  seen: "Mark as seen",
  failed: "That did not work",
  unanswered: "No answer came back, so this may have been done. Close this and look at it again.",
  doneAccept: "Accepted; its owner gets a mail",
  doneReturn: "Returned; its owner gets a mail",
  doneSeen: "Marked as seen",
} as const;

/** Changes of brands' pages that wait for an operator; nothing while there are none. */
export function PageChanges({ address }: { readonly address: Address }) {
  const { data: changes = [] } = useListBrandChangesQuery();
  const opened = changes.find(({ id }) => id === address.get("change"));
  if (changes.length === 0) return null;
  return (
    <chakra.section aria-labelledby="page-changes" mb="6">
      <chakra.h2 id="page-changes" textStyle="h3" mb="3">
        {strings.title}
      </chakra.h2>
      <chakra.ul listStyleType="none" display="grid" gap="2">
        {changes.map((change) => (
          <chakra.li key={change.id} display="flex" gap="3" alignItems="center" flexWrap="wrap">
            <Button
              variant="outline"
              aria-label={strings.open(change.brandName)}
              onClick={() => address.put({ change: change.id })}
            >
              {change.brandName}
            </Button>
            <Text color="muted">{`${change.trusted ? strings.live : strings.sent}, ${momentOf(change.at)}`}</Text>
          </chakra.li>
        ))}
      </chakra.ul>
      {opened !== undefined && <Review key={opened.id} change={opened} onClose={() => address.put({ change: "" })} />}
    </chakra.section>
  );
}

function Review({ change, onClose }: { readonly change: BrandChangeSummaryResponse; readonly onClose: () => void }) {
  const query = useGetBrandChangeQuery(change.id, { refetchOnMountOrArgChange: true });
  const { currentData: data } = query;
  const [accept, { isLoading: accepting }] = useAcceptBrandChangeMutation();
  const [giveBack, { isLoading: returning }] = useReturnBrandChangeMutation();
  const [markSeen, { isLoading: marking }] = useMarkBrandCorrectionSeenMutation();
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const busy = accepting || returning || marking;
  const done =
    (message: string) =>
    ({ error }: { error?: unknown }): void => {
      if (error === undefined) {
        showToast({ kind: "success", title: message });
        onClose();
      } else setProblem(isUnanswered(error) ? strings.unanswered : userMessage(error, strings.failed));
    };
  // What the operator corrected goes with either answer.
  const corrected =
    data === undefined || Object.keys(edits).length === 0 ? {} : { content: edited(data.after, edits) as never };
  const acceptNow = async (): Promise<void> => {
    if (data === undefined) return;
    const acceptBrandChangeDto = { version: data.version, ...corrected };
    done(strings.doneAccept)(await accept({ id: change.id, acceptBrandChangeDto }));
  };
  const returnNow = async (): Promise<void> => {
    if (data === undefined) return;
    const pictures = chosen.length === 0 ? {} : { pictureIds: [...chosen] };
    const returnBrandChangeDto = { version: data.version, reason, ...pictures, ...corrected };
    done(strings.doneReturn)(await giveBack({ id: change.id, returnBrandChangeDto }));
  };
  const [asked, setAsked] = useState(false);
  const reasonBox = useRef<HTMLDivElement>(null);
  const picture = (id: string) => data?.pictures.find((each) => each.id === id);
  return (
    <Modal
      open
      wide
      toRead
      title={strings.open(change.brandName)}
      onClose={onClose}
      footer={
        change.trusted ? (
          <SteadyButton off={busy} onClick={() => void markSeen(change.id).then(done(strings.doneSeen))}>
            {strings.seen}
          </SteadyButton>
        ) : (
          <>
            <SteadyButton
              variant="outline"
              off={busy || data === undefined}
              onClick={() => {
                if (reason.trim().length >= 3) void returnNow();
                else {
                  setAsked(true);
                  reasonBox.current?.querySelector("textarea")?.focus();
                }
              }}
            >
              {chosen.length === 0 ? strings.return : strings.returnPictures(chosen.length)}
            </SteadyButton>
            <SteadyButton off={busy || data === undefined} onClick={() => void acceptNow()}>
              {strings.accept}
            </SteadyButton>
          </>
        )
      }
    >
      <Text role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Text>
      <Loaded query={{ ...query, data }} loading={strings.loading} failed={strings.notLoaded}>
        {({ before: was, after: is, approved, trusted }) => (
          <>
            {!trusted && <Text mb="4">{approved ? strings.publishesNow : strings.publishesLater}</Text>}
            <chakra.ul listStyleType="none" display="grid" gap="5">
              {pageDifferences(was, is).map(({ path, label, kind, before, after }) => (
                <chakra.li key={path} borderTopWidth="1px" pt="4">
                  <chakra.h3 fontWeight="600" mb="2" overflowWrap="anywhere">
                    {label}
                  </chakra.h3>
                  <Flex gap="4" direction={{ base: "column", md: "row" }}>
                    {before !== "" && (
                      <Side title={strings.before}>
                        {kind.startsWith("picture") ? (
                          <Pictures ids={before} of={picture} />
                        ) : (
                          <chakra.p color="muted">{before}</chakra.p>
                        )}
                      </Side>
                    )}
                    <Side title={before === "" ? strings.added : strings.after}>
                      {kind.startsWith("picture") ? (
                        <Pictures
                          ids={after}
                          of={picture}
                          chosen={chosen}
                          {...(trusted ? {} : { onChoose: setChosen })}
                        />
                      ) : isEditable(path) && !trusted ? (
                        <TextLines
                          lines={after.length > 120 ? 6 : 2}
                          aria-label={`${label}, ${strings.after}`}
                          value={edits[path] ?? after}
                          onChange={(event) => setEdits({ ...edits, [path]: event.currentTarget.value })}
                        />
                      ) : (
                        <p>{after || strings.removed}</p>
                      )}
                    </Side>
                  </Flex>
                </chakra.li>
              ))}
            </chakra.ul>
            {!trusted && (
              <Box ref={reasonBox} mt="5" borderTopWidth="1px" pt="4">
                <Field.Root invalid={asked && reason.trim().length < 3}>
                  <Field.Label>{strings.reason}</Field.Label>
                  <TextLines
                    lines={2}
                    maxLength={300}
                    value={reason}
                    onChange={(event) => setReason(event.currentTarget.value)}
                  />
                  <Field.HelperText>{strings.reasonHelp}</Field.HelperText>
                  <FieldError>{strings.reasonMissing}</FieldError>
                </Field.Root>
              </Box>
            )}
          </>
        )}
      </Loaded>
    </Modal>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box flex="1" minWidth="0" overflowWrap="anywhere" whiteSpace="pre-wrap">
      <Text textStyle="label" color="muted" mb="1">
        {title}
      </Text>
      {children}
    </Box>
  );
}

/** Pictures with their words; each opens in full in a new tab. */
function Pictures({
  ids,
  of,
  chosen = [],
  onChoose,
}: {
  readonly ids: string;
  readonly of: (id: string) => PictureResponse | undefined;
  readonly chosen?: readonly string[];
  readonly onChoose?: (ids: readonly string[]) => void;
}) {
  const shown = ids.split(" ").filter((id) => id !== "");
  if (shown.length === 0) return <p>{strings.removed}</p>;
  return (
    <Flex gap="3" wrap="wrap">
      {shown.map((id) => {
        const files = of(id)?.files.filter(({ format }) => format === "webp") ?? [];
        const alt = of(id)?.alt ?? "";
        return (
          <Box key={id} width="9rem">
            <a href={files.at(-1)?.url} target="_blank" rel="noopener">
              <chakra.img
                src={files[0]?.url}
                alt={alt || strings.picture}
                width="9rem"
                height="9rem"
                objectFit="cover"
                borderRadius="control"
                opacity={chosen.includes(id) ? "0.5" : "1"}
              />
            </a>
            {alt !== "" && <Text textStyle="small">{alt}</Text>}
            {onChoose !== undefined && (
              <chakra.label display="flex" gap="2" minHeight="tap" alignItems="center">
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={(event) =>
                    onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                  }
                />
                <span>{strings.returnThis}</span>
              </chakra.label>
            )}
          </Box>
        );
      })}
    </Flex>
  );
}

/** Texts that an operator may correct before accepting: the page's, and those of a product that was there before. */
const isEditable = (path: string): boolean =>
  ["story", "place", "coverAlt"].includes(path) || /^products\.\d+\.(?:name|text)$/.test(path);

function edited(page: BrandPage, edits: Readonly<Record<string, string>>): BrandPage {
  return {
    ...page,
    story: edits["story"] ?? page.story,
    place: edits["place"] ?? page.place,
    coverAlt: edits["coverAlt"] ?? page.coverAlt,
    products: page.products.map((product, at) => ({
      ...product,
      name: edits[`products.${at}.name`] ?? product.name,
      text: edits[`products.${at}.text`] ?? product.text,
    })),
  };
}
