import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { type BrandPage, pageDifferences } from "@sakhi/domain/brands/brand-page.rules";
import { useState } from "react";
import {
  type BrandChangeSummaryResponse,
  useAcceptBrandChangeMutation,
  useGetBrandChangeQuery,
  useListBrandChangesQuery,
  useMarkBrandCorrectionSeenMutation,
  useReturnBrandChangeMutation,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { Modal } from "../../../ui/dialog";
import { SteadyButton } from "../../../ui/steady-button";
import { momentOf } from "../parts/labels";

const strings = {
  title: "Pages that wait for your review",
  open: (name: string) => `Review the page of ${name}`,
  sent: "Sent",
  live: "Small correction, live already",
  loading: "Loading …",
  before: "Before",
  after: "After",
  none: "Nothing",
  returnThis: "Return this picture",
  reason: "Reason, mailed to the owner",
  accept: "Accept",
  return: "Return",
  seen: "Mark as seen",
  failed: "That did not work",
} as const;

/** Changes of brands' pages that wait for an operator; nothing while there are none. */
export function PageChanges() {
  const { data: changes = [], refetch } = useListBrandChangesQuery();
  const [opened, setOpened] = useState<BrandChangeSummaryResponse>();
  if (changes.length === 0) return null;
  return (
    <chakra.section aria-labelledby="page-changes" mb="6">
      <chakra.h2 id="page-changes" textStyle="h3" mb="3">
        {strings.title}
      </chakra.h2>
      <chakra.ul listStyleType="none" display="grid" gap="2">
        {changes.map((change) => (
          <chakra.li key={change.id} display="flex" gap="3" alignItems="center" flexWrap="wrap">
            <Button variant="outline" aria-label={strings.open(change.brandName)} onClick={() => setOpened(change)}>
              {change.brandName}
            </Button>
            <Text color="muted">{`${change.trusted ? strings.live : strings.sent}, ${momentOf(change.at)}`}</Text>
          </chakra.li>
        ))}
      </chakra.ul>
      {opened !== undefined && (
        <Review
          key={opened.id}
          change={opened}
          onClose={() => {
            setOpened(undefined);
            void refetch();
          }}
        />
      )}
    </chakra.section>
  );
}

function Review({ change, onClose }: { readonly change: BrandChangeSummaryResponse; readonly onClose: () => void }) {
  const { data } = useGetBrandChangeQuery(change.id, { refetchOnMountOrArgChange: true });
  const [accept, { isLoading: accepting }] = useAcceptBrandChangeMutation();
  const [giveBack, { isLoading: returning }] = useReturnBrandChangeMutation();
  const [markSeen, { isLoading: marking }] = useMarkBrandCorrectionSeenMutation();
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const busy = accepting || returning || marking;
  const done = ({ error }: { error?: unknown }): void => {
    if (error === undefined) onClose();
    else setProblem(userMessage(error, strings.failed));
  };
  const acceptNow = async (): Promise<void> => {
    if (data === undefined) return;
    const content = Object.keys(edits).length === 0 ? undefined : edited(data.after, edits);
    done(
      await accept({
        id: change.id,
        acceptBrandChangeDto: {
          version: data.version,
          ...(content === undefined ? {} : { content: content as never }),
        },
      }),
    );
  };
  const returnNow = async (): Promise<void> => {
    if (data === undefined) return;
    const pictures = chosen.length === 0 ? {} : { pictureIds: [...chosen] };
    done(await giveBack({ id: change.id, returnBrandChangeDto: { version: data.version, reason, ...pictures } }));
  };
  const picture = (id: string) =>
    data?.pictures.find((each) => each.id === id)?.files.find(({ format }) => format === "webp")?.url;
  return (
    <Modal
      open
      wide
      title={strings.open(change.brandName)}
      onClose={onClose}
      footer={
        change.trusted ? (
          <SteadyButton off={busy} onClick={() => void markSeen(change.id).then(done)}>
            {strings.seen}
          </SteadyButton>
        ) : (
          <>
            <SteadyButton off={busy || data === undefined} onClick={() => void acceptNow()}>
              {strings.accept}
            </SteadyButton>
            <SteadyButton variant="outline" off={busy || reason.trim().length < 3} onClick={() => void returnNow()}>
              {strings.return}
            </SteadyButton>
          </>
        )
      }
    >
      <Text role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Text>
      {data === undefined && <Text>{strings.loading}</Text>}
      {data !== undefined &&
        pageDifferences(data.before, data.after).map(({ path, label, kind, before, after }) => (
          <Box key={path} mb="5">
            <Text fontWeight="600">{label}</Text>
            <Flex gap="4" direction={{ base: "column", md: "row" }}>
              <Box flex="1" overflowWrap="anywhere" whiteSpace="pre-wrap">
                <Text color="muted">{strings.before}</Text>
                {kind.startsWith("picture") ? <Pictures ids={before} url={picture} /> : <p>{before || strings.none}</p>}
              </Box>
              <Box flex="1" overflowWrap="anywhere" whiteSpace="pre-wrap">
                <Text color="muted">{strings.after}</Text>
                {kind.startsWith("picture") ? (
                  <Pictures ids={after} url={picture} chosen={chosen} onChoose={setChosen} />
                ) : isEditable(path) && !change.trusted ? (
                  <chakra.textarea
                    aria-label={`${label}, ${strings.after}`}
                    width="full"
                    rows={3}
                    p="2"
                    borderWidth="1px"
                    value={edits[path] ?? after}
                    onChange={(event) => setEdits({ ...edits, [path]: event.currentTarget.value })}
                  />
                ) : (
                  <p>{after || strings.none}</p>
                )}
              </Box>
            </Flex>
          </Box>
        ))}
      {!change.trusted && (
        <chakra.label display="block" fontWeight="600">
          <span>{strings.reason}</span>
          <chakra.textarea
            width="full"
            rows={2}
            p="2"
            borderWidth="1px"
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </chakra.label>
      )}
    </Modal>
  );
}

function Pictures({
  ids,
  url,
  chosen = [],
  onChoose,
}: {
  readonly ids: string;
  readonly url: (id: string) => string | undefined;
  readonly chosen?: readonly string[];
  readonly onChoose?: (ids: readonly string[]) => void;
}) {
  return (
    <Flex gap="3" wrap="wrap">
      {ids
        .split(" ")
        .filter((id) => id !== "")
        .map((id) => (
          <Box key={id}>
            <chakra.img src={url(id)} alt="" width="8rem" height="8rem" objectFit="cover" />
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
        ))}
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
