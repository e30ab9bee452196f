import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { MAX_HIGHLIGHTS, type HighlightKind } from "@sakhi/domain/brands/curation.rules";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { ListOrdered, Plus, Store } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import {
  type Choosable,
  type HighlightList,
  useChooseHighlightsMutation,
  useFindChoicesQuery,
  useGetHomePageQuery,
} from "../../../api/admin-api";
import { ActionButtons, ActionDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { OrderList } from "../parts/order-list";
import { actionLink, Chip, Loaded, Nothing, Panel, RefreshButton, Section } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./site.strings";

const texts = strings.home;

const labelOf = ({ name, brandName }: Choosable) => (brandName === undefined ? name : texts.of(name, brandName));

/** The choices that the home page shows: the first that are on the site. */
function shownOf(choices: readonly Choosable[], most: number): readonly Choosable[] {
  return choices.filter(({ state }) => state === "shown").slice(0, most);
}

/** Whether a choice is shown, waits for a place, or cannot be shown and why. */
function ChoiceState({ choice, shown }: { readonly choice: Choosable; readonly shown: readonly Choosable[] }) {
  if (choice.state !== "shown") return <Chip tone="bad">{texts.states[choice.state]}</Chip>;
  return shown.includes(choice) ? <Chip tone="good">{texts.shown}</Chip> : <Chip tone="plain">{texts.waiting}</Chip>;
}

/** Search for what can be added. */
function FindChoice({
  kind,
  chosen,
  onAdd,
}: {
  readonly kind: HighlightKind;
  readonly chosen: readonly Choosable[];
  readonly onAdd: (choice: Choosable) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const q = text.trim();
  const { currentData: found } = useFindChoicesQuery({ kind, q }, { skip: q.length < 2 });
  const offered = found?.filter((choice) => !chosen.some((each) => each.id === choice.id));
  return (
    <Box>
      <chakra.label htmlFor={id} textStyle="label" fontWeight="600">
        {kind === "spotlight" ? texts.searchBrand : texts.searchProduct}
      </chakra.label>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={text}
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
        {offered?.length === 0 && <Nothing>{texts.notFound}</Nothing>}
        {offered !== undefined && offered.length > 0 && (
          <chakra.ul aria-label={texts.found} maxHeight="14rem" overflowY="auto">
            {offered.map((choice) => (
              <chakra.li
                key={choice.id}
                display="flex"
                gap="3"
                alignItems="center"
                justifyContent="space-between"
                py="1.5"
                _notLast={{ borderBottom: "1px dashed {colors.line}" }}
              >
                <chakra.span minWidth="0" overflowWrap="anywhere">
                  {labelOf(choice)}
                </chakra.span>
                <Button
                  size="sm"
                  variant="outline"
                  flexShrink="0"
                  aria-label={texts.addLabel(choice.name)}
                  onClick={() => onAdd(choice)}
                >
                  <Plus aria-hidden />
                  {texts.add}
                </Button>
              </chakra.li>
            ))}
          </chakra.ul>
        )}
      </Box>
    </Box>
  );
}

/** Changes a list of the home page: what is on it, and in which order. */
function ChangeList({ subject, onClose }: SubjectProps<HighlightList>) {
  const [choose] = useChooseHighlightsMutation();
  // The list when the dialog opened: changes by others since then are not overwritten unseen.
  const [seen] = useState(subject);
  const [choices, setChoices] = useState<readonly Choosable[]>(seen.choices);
  const [problem, setProblem] = useState("");
  const { kind } = seen;
  const label = texts.kinds[kind];
  const shown = shownOf(choices, seen.shown);
  return (
    <ActionDialog<ReasonDto>
      title={texts.dialogTitle(label)}
      wide
      dto={ReasonDto}
      initial={{ reason: "" }}
      lead={
        <Box display="grid" gap="4">
          {choices.length === 0 ? (
            <Nothing>{texts.empty}</Nothing>
          ) : (
            <OrderList label={texts.list(label)} entries={choices} onChange={setChoices} removable>
              {(choice) => (
                <Flex gap="2" wrap="wrap" align="center">
                  <span>{labelOf(choice)}</span>
                  <ChoiceState choice={choice} shown={shown} />
                </Flex>
              )}
            </OrderList>
          )}
          <FindChoice
            kind={kind}
            chosen={choices}
            onAdd={(choice) => {
              setProblem(choices.length >= MAX_HIGHLIGHTS ? texts.full : "");
              if (choices.length < MAX_HIGHLIGHTS) setChoices([...choices, choice]);
            }}
          />
          <Text role="alert" color="alarm.text">
            {problem}
          </Text>
          <Box bg="sunk" borderRadius="card" p="4" aria-live="polite">
            <strong>{texts.preview}</strong>
            {shown.length === 0 ? (
              <Text>{texts.nobody}</Text>
            ) : (
              <chakra.ol listStyleType="decimal" ps="5" mt="1">
                {shown.map((choice) => (
                  <chakra.li key={choice.id} overflowWrap="anywhere">
                    {labelOf(choice)}
                  </chakra.li>
                ))}
              </chakra.ol>
            )}
          </Box>
        </Box>
      }
      fields={() => [reasonField()]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async ({ reason }) => {
        const ids = choices.map(({ id }) => id);
        const before = seen.choices.map(({ id }) => id);
        await choose({ kind, chooseHighlightsDto: { ids, seen: before, reason } }).unwrap();
        return texts.done(label);
      }}
      onClose={onClose}
    />
  );
}

function List({ list }: { readonly list: HighlightList }) {
  const { canEdit } = useSession();
  const { kind, choices } = list;
  const label = texts.kinds[kind];
  const shown = shownOf(choices, list.shown);
  return (
    <Section title={label}>
      <Text textStyle="small" color="muted">
        {texts.shownOf(list.shown)}
      </Text>
      {choices.length === 0 ? (
        <Nothing>{texts.empty}</Nothing>
      ) : (
        <chakra.ol listStyleType="decimal" ps="6" my="2" display="grid" gap="2">
          {choices.map((choice) => (
            <li key={choice.id}>
              <chakra.span me="2" overflowWrap="anywhere">
                {labelOf(choice)}
              </chakra.span>
              <ChoiceState choice={choice} shown={shown} />
            </li>
          ))}
        </chakra.ol>
      )}
      {canEdit && (
        <ActionButtons
          size="sm"
          subject={list}
          actions={[
            { label: texts.change, accessibleName: texts.changeLabel(label), Icon: ListOrdered, Dialog: ChangeList },
          ]}
        />
      )}
    </Section>
  );
}

/** The lists of the home page. */
export function HomePagePanel() {
  const query = useGetHomePageQuery();
  return (
    <Panel title={texts.title} aside={<RefreshButton query={query} />}>
      <Text color="muted" mb="4" maxWidth="text">
        {texts.lead}
      </Text>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {(lists) => (
          <Box display="grid" gap="6" gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "repeat(3, minmax(0, 1fr))" }}>
            {lists.map((list) => (
              <List key={list.kind} list={list} />
            ))}
          </Box>
        )}
      </Loaded>
      <Box {...actionLink} css={{ "& a": { color: "inherit" } }} mt="4">
        <Store size={18} aria-hidden />
        <Link to={PATHS.home}>{texts.page}</Link>
      </Box>
    </Panel>
  );
}
