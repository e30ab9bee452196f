import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { useId, useState } from "react";
import {
  type BrandRow,
  type ManagedBrand,
  useListBrandsQuery,
  useMergeBrandMutation,
  usePreviewMergeQuery,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { ActionDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { useAddress } from "../parts/address";
import { Nothing } from "../parts/panel";
import { strings } from "./brands.strings";

const texts = strings.merge;

/** Offers the brands of the search. */
const OFFERED = 8;

/** Search for the brand that stays. */
function FindBrand({
  brand,
  onChoose,
}: {
  readonly brand: ManagedBrand;
  readonly onChoose: (found: BrandRow) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const q = text.trim();
  const { currentData: found } = useListBrandsQuery(
    { q, module: brand.module, limit: OFFERED + 1 },
    { skip: q.length < 2 },
  );
  const others = found?.rows.filter((row) => row.id !== brand.id).slice(0, OFFERED);
  return (
    <Box>
      <chakra.label htmlFor={id} textStyle="label" fontWeight="600">
        {texts.search}
      </chakra.label>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        value={text}
        maxLength={100}
        aria-describedby={`${id}-help`}
        onChange={(event) => setText(event.currentTarget.value)}
        // Enter must not submit the dialog's form.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <Text id={`${id}-help`} textStyle="small" color="muted" mt="1">
        {texts.searchHelp}
      </Text>
      <Box aria-live="polite" mt="2">
        {others?.length === 0 && <Nothing>{texts.nobody}</Nothing>}
        {others !== undefined && others.length > 0 && (
          <chakra.ul aria-label={texts.found} display="grid" gap="1.5">
            {others.map((row) => (
              <li key={row.id}>
                <Button
                  variant="outline"
                  width="full"
                  height="auto"
                  py="2"
                  justifyContent="start"
                  textAlign="start"
                  whiteSpace="normal"
                  onClick={() => onChoose(row)}
                >
                  {`${row.name} (${[categoryLabel(row.category), row.place, strings.states[row.state]].filter(Boolean).join(", ")})`}
                </Button>
              </li>
            ))}
          </chakra.ul>
        )}
      </Box>
    </Box>
  );
}

/** What the merge would move, take over and lose. */
function Preview({ from, into }: { readonly from: ManagedBrand; readonly into: BrandRow }) {
  const { data, error, isFetching } = usePreviewMergeQuery(
    { id: from.id, intoId: into.id },
    { refetchOnMountOrArgChange: true },
  );
  if (error !== undefined) return <Text color="alarm.text">{userMessage(error, texts.previewFailed)}</Text>;
  if (data === undefined || isFetching) return <Text role="status">{texts.previewing}</Text>;
  return (
    <Box aria-live="polite" overflowWrap="anywhere">
      <Text>{texts.moves(data.fromName, data.intoName)}</Text>
      {data.moved.length === 0 ? (
        <Nothing>{texts.nothingMoves}</Nothing>
      ) : (
        <chakra.ul listStyleType="disc" ps="5" my="2">
          {data.moved.map(({ what, count }) => (
            <li key={what}>{texts.moved[what]?.(count) ?? `${count} ${what}`}</li>
          ))}
        </chakra.ul>
      )}
      {data.taken.length > 0 && <Text>{texts.taken(data.taken)}</Text>}
      {data.dropped.length > 0 && <Text>{texts.dropped(data.fromName, data.dropped)}</Text>}
      <Text>{texts.afterwards(data.productsAfterwards)}</Text>
    </Box>
  );
}

/** Merges a brand into another one, after a look at what moves. */
export function MergeBrand({ subject: brand, onClose }: SubjectProps<ManagedBrand>) {
  const [merge] = useMergeBrandMutation();
  const { put } = useAddress();
  const [into, setInto] = useState<BrandRow>();
  const [opened] = useState(brand);
  const { id, name } = opened;
  return (
    <ActionDialog<ReasonDto>
      title={texts.title(name)}
      danger
      dto={ReasonDto}
      initial={{ reason: "" }}
      lead={
        into === undefined ? (
          <FindBrand brand={opened} onChoose={setInto} />
        ) : (
          <>
            <Flex gap="3" wrap="wrap" align="center" mb="3">
              <strong>{texts.chosen(into.name)}</strong>
              <Button size="sm" variant="outline" onClick={() => setInto(undefined)}>
                {texts.change}
              </Button>
            </Flex>
            <Preview from={opened} into={into} />
          </>
        )
      }
      fields={() => (into === undefined ? [] : [reasonField()])}
      consequence={() => (into === undefined ? texts.choose : texts.consequence(name))}
      texts={texts}
      run={async ({ reason }) => {
        if (into === undefined) throw new Error(texts.choose);
        await merge({ id, mergeBrandDto: { intoBrandId: into.id, reason } }).unwrap();
        // This brand is no more: the one that stays is shown instead.
        put({ brand: into.id }, { replace: true });
        return texts.done(name, into.name);
      }}
      onClose={onClose}
    />
  );
}
